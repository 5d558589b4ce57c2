import { EventEmitter } from 'node:events';
import type { Peer } from './peer.ts';

interface WindowOptions {
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  show?: boolean;
  webPreferences?: {
    preload?: string;
    sandbox?: boolean;
    contextIsolation?: boolean;
    nodeIntegration?: boolean;
    javascript?: boolean;
  };
}

type OpenHandler = (details: { url: string }) => {
  action: 'allow' | 'deny';
  overrideBrowserWindowOptions?: WindowOptions;
};

/** BrowserWindow and its contents, whose pages the other side of `peer` shows. */
export function createWindowParts(app: EventEmitter, peer: Peer, isQuitting: () => boolean) {
  const windows = new Map<number, StandInWindow>();
  let focused: number | null = null;
  let lastId = 0;

  class WebContents extends EventEmitter {
    openHandler: OpenHandler = () => ({ action: 'allow' });
    readonly id: number;
    readonly options: WindowOptions;

    constructor(id: number, options: WindowOptions) {
      super();
      this.id = id;
      this.options = options;
    }

    setWindowOpenHandler(handler: OpenHandler): void {
      this.openHandler = handler;
    }

    send(channel: string, ...args: unknown[]): void {
      if (this.isDestroyed()) throw new TypeError('Object has been destroyed');
      // A message to a page that closes meanwhile is lost, as in Electron.
      peer.call('send', this.id, channel, structuredClone(args)).catch(() => undefined);
    }

    printToPDF(options: object): Promise<Uint8Array> {
      return peer.call('printToPdf', this.id, options);
    }

    reload(): void {
      void peer.call('reload', this.id);
    }

    isDestroyed(): boolean {
      return !windows.has(this.id);
    }

    forcefullyCrashRenderer(): void {
      void peer.call('crash', this.id);
    }

    getLastWebPreferences(): WindowOptions['webPreferences'] {
      return this.options.webPreferences;
    }
  }

  class StandInWindow extends EventEmitter {
    readonly id = ++lastId;
    readonly webContents: WebContents;
    private readonly bounds: { x: number; y: number; width: number; height: number };
    private maximized = false;
    private minimized = false;
    private shown: Promise<unknown>;

    constructor(options: WindowOptions = {}, popup = false) {
      super();
      const { x = 50, y = 50, width = 800, height = 600 } = options;
      this.bounds = { x, y, width, height };
      this.webContents = new WebContents(this.id, options);
      windows.set(this.id, this);
      focused = this.id;
      const { preload = null, javascript = true } = options.webPreferences ?? {};
      this.shown = peer.call('show', this.id, preload, popup, javascript);
      app.emit('web-contents-created', {}, this.webContents);
      app.emit('browser-window-created', {}, this);
    }

    async loadURL(url: string): Promise<void> {
      await this.shown;
      await peer.call('load', this.id, url);
      this.emit('ready-to-show');
    }

    /** Resolves to whether it was closed: the application or the page may object. */
    async close(): Promise<boolean> {
      let prevented = false;
      this.emit('close', { preventDefault: () => (prevented = true) });
      if (prevented || !(await peer.call<boolean>('close', this.id))) return false;
      this.gone();
      return true;
    }

    destroy(): void {
      void peer.call('destroy', this.id);
      this.gone();
    }

    private gone(): void {
      if (!windows.delete(this.id)) return;
      if (focused === this.id) focused = windows.keys().next().value ?? null;
      this.emit('closed');
      if (windows.size === 0 && !isQuitting()) app.emit('window-all-closed');
    }

    isDestroyed(): boolean {
      return !windows.has(this.id);
    }

    focus(): void {
      focused = this.id;
      this.emit('focus');
    }

    show(): void {
      this.focus();
    }

    maximize(): void {
      this.maximized = true;
    }

    isMaximized(): boolean {
      return this.maximized;
    }

    minimize(): void {
      this.minimized = true;
    }

    restore(): void {
      this.minimized = false;
    }

    isMinimized(): boolean {
      return this.minimized;
    }

    setBounds(bounds: Partial<typeof this.bounds>): void {
      Object.assign(this.bounds, bounds);
    }

    getNormalBounds() {
      return { ...this.bounds };
    }

    setProgressBar(): void {}

    static getAllWindows(): StandInWindow[] {
      return [...windows.values()];
    }

    static getFocusedWindow(): StandInWindow | null {
      return focused === null ? null : (windows.get(focused) ?? null);
    }

    static fromWebContents(contents: WebContents): StandInWindow | null {
      return windows.get(contents.id) ?? null;
    }
  }

  return {
    BrowserWindow: StandInWindow,
    contentsOf: (id: number) => windows.get(id)?.webContents,
    /** Asks the application whether a page may open a window; null: it may not. */
    openFromPage(opener: number, url: string): number | null {
      const contents = windows.get(opener)?.webContents;
      const decision = contents?.openHandler({ url });
      if (decision?.action !== 'allow') return null;
      return new StandInWindow(decision.overrideBrowserWindowOptions, true).id;
    },
    /** Tells the application that a page objects to being closed; true: it is closed all the same. */
    objects(window: number): boolean {
      const event = { defaultPrevented: false, preventDefault: () => (event.defaultPrevented = true) };
      windows.get(window)?.webContents.emit('will-prevent-unload', event);
      return event.defaultPrevented;
    },
    /** Asks the application whether a page may go to another address. */
    mayNavigate(window: number, url: string, isMainFrame: boolean): boolean {
      let prevented = false;
      windows
        .get(window)
        ?.webContents.emit('will-frame-navigate', {
          url,
          isMainFrame,
          preventDefault: () => (prevented = true),
        });
      return !prevented;
    },
  };
}
