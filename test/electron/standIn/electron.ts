import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { createWindowParts } from './browserWindow.ts';
import { createPeer } from './peer.ts';
import { takeInstance } from './singleInstance.ts';

// The part of Electron that Colophon's main process uses, for a plain Node process whose windows the parent process shows.

type InvokeHandler = (event: unknown, ...args: unknown[]) => unknown;
type PermissionReply = (granted: boolean) => void;

const paths = new Map<string, string>();
const invokeHandlers = new Map<string, InvokeHandler>();
const schemeHandlers = new Map<string, (request: Request) => Response | Promise<Response>>();
let privileged: string[] = [];
let ready = false;
let quitting = false;

class App extends EventEmitter {
  readonly isPackaged = false;

  enableSandbox(): void {
    mustBeEarly('app.enableSandbox');
  }

  setPath(name: string, path: string): void {
    if (!isAbsolute(path) || !existsSync(path)) throw new Error(`${path} cannot be ${name}.`);
    paths.set(name, path);
  }

  getPath(name: string): string {
    const path = paths.get(name);
    if (!path) throw new Error(`Nobody has said where ${name} is.`);
    return path;
  }

  /** The number on the application's icon; tests look at it. */
  badge = 0;

  setBadgeCount(count: number): boolean {
    this.badge = count;
    return true;
  }

  getPreferredSystemLanguages(): string[] {
    return [process.env.COLOPHON_SYSTEM_LANGUAGE ?? 'en-GB'];
  }

  requestSingleInstanceLock(): boolean {
    return takeInstance(this.getPath('userData'), (folder) => void peer.call('secondInstance', folder));
  }

  whenReady(): Promise<void> {
    return new Promise((resolve) => {
      setImmediate(() => {
        ready = true;
        resolve();
      });
    });
  }

  async quit(): Promise<void> {
    if (!(await this.leave('before-quit'))) return;
    quitting = true;
    for (const window of BrowserWindow.getAllWindows()) {
      if (!(await window.close())) {
        quitting = false;
        return;
      }
    }
    if (!(await this.leave('will-quit'))) return;
    this.emit('quit');
    this.exit(0);
  }

  relaunch(): void {
    throw new Error('The test did not expect another start.');
  }

  exit(code = 0): void {
    process.disconnect?.();
    process.exit(code);
  }

  /** Emits as Electron does, after the caller has returned; false if somebody objected. */
  private async leave(event: string): Promise<boolean> {
    await new Promise(setImmediate);
    let prevented = false;
    this.emit(event, { preventDefault: () => (prevented = true) });
    return !prevented;
  }
}

export const app = new App();

class Session {
  private request:
    | ((contents: unknown, permission: string, reply: PermissionReply, details: unknown) => void)
    | null = null;
  private check: ((contents: unknown, permission: string, origin: string) => boolean) | null = null;

  setPermissionRequestHandler(handler: typeof this.request): void {
    this.request = handler;
  }

  setPermissionCheckHandler(handler: typeof this.check): void {
    this.check = handler;
  }

  setDevicePermissionHandler(): void {}

  resolveProxy = async (): Promise<string> => 'DIRECT';

  /** As Electron: without handlers everything is granted. */
  async ask(permission: string, requestingUrl: string, origin: string): Promise<boolean> {
    if (this.check && !this.check(null, permission, origin)) return false;
    const { request } = this;
    if (!request) return true;
    return new Promise((resolve) => request(null, permission, resolve, { requestingUrl, isMainFrame: true }));
  }
}

export const session = { defaultSession: new Session() };

export const ipcMain = {
  handle(channel: string, handler: InvokeHandler): void {
    if (invokeHandlers.has(channel)) throw new Error(`${channel} has a handler already.`);
    invokeHandlers.set(channel, handler);
  },
};

export const protocol = {
  registerSchemesAsPrivileged(schemes: { scheme: string }[]): void {
    mustBeEarly('protocol.registerSchemesAsPrivileged');
    privileged = schemes.map(({ scheme }) => scheme);
  },
  handle(scheme: string, handler: (request: Request) => Response | Promise<Response>): void {
    if (!ready) throw new Error('protocol.handle was called before the application was ready.');
    if (!privileged.includes(scheme)) throw new Error(`${scheme} was not registered as privileged.`);
    schemeHandlers.set(scheme, handler);
  },
};

export const net = {
  async fetch(
    address: string,
    init: RequestInit & { bypassCustomProtocolHandlers?: boolean } = {},
  ): Promise<Response> {
    if (!ready) throw new Error('net.fetch was called before the application was ready.');
    const { bypassCustomProtocolHandlers = false, ...rest } = init;
    const own = schemeHandlers.get(new URL(address).protocol.slice(0, -1));
    if (own && !bypassCustomProtocolHandlers) return own(new Request(address, rest));
    const answer = await fetch(address, rest);
    // Electron gives up where Node hands the redirection on.
    if (rest.redirect === 'manual' && answer.status >= 300 && answer.status < 400) {
      throw new Error('Redirect was cancelled');
    }
    return answer;
  },
};

export const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }] };

/** Nobody sits before the stand-in: a test that expects a question puts its own answer in place of these. */
export const dialog = {
  showMessageBox(): Promise<{ response: number }> {
    return Promise.reject(new Error('A question was asked, and the test had no answer to it.'));
  },
  showMessageBoxSync(): number {
    throw new Error('A question was asked, and the test had no answer to it.');
  },
  showErrorBox(title: string, content: string): void {
    process.stderr.write(`${title}\n${content}\n`);
  },
};

export const shell = {
  openExternal(address: string): Promise<void> {
    return Promise.reject(new Error(`The test did not expect ${address} to be opened.`));
  },
};

/** A notification of the system; tests look at what is shown and click it with `emit('click')`. */
export class Notification extends EventEmitter {
  static shown: Notification[] = [];
  readonly title: string;
  readonly body: string;

  constructor({ title, body }: { title: string; body: string }) {
    super();
    this.title = title;
    this.body = body;
  }

  static isSupported(): boolean {
    return ready;
  }

  show(): void {
    Notification.shown.push(this);
  }
}

interface MenuItem {
  id?: string;
  label?: string;
  accelerator?: string;
  click?: () => void;
  submenu?: Menu;
}

export class Menu {
  private static current: Menu | null = null;
  readonly items: MenuItem[];

  constructor(items: MenuItem[]) {
    this.items = items;
  }

  static buildFromTemplate(template: (Omit<MenuItem, 'submenu'> & { submenu?: [] })[]): Menu {
    return new Menu(
      template.map(({ submenu, ...item }) => ({
        ...item,
        ...(submenu ? { submenu: Menu.buildFromTemplate(submenu) } : {}),
      })),
    );
  }

  static setApplicationMenu(menu: Menu): void {
    Menu.current = menu;
  }

  static getApplicationMenu(): Menu | null {
    return Menu.current;
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
}

const peer = createPeer(
  {
    send: (message) => void process.send?.(message, undefined, undefined, () => {}),
    listen: (listener) => void process.on('message', listener),
  },
  {
    evaluate: (source: string, argument: unknown) =>
      new Function('electron', 'argument', `return (${source})(electron, argument);`)(electron, argument),
    invoke: async (sender: number, url: string, isMainFrame: boolean, channel: string, args: unknown[]) => {
      const handler = invokeHandlers.get(channel);
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      const senderFrame = { url, parent: isMainFrame ? null : { url: 'about:blank', parent: null } };
      return handler({ sender: windowParts.contentsOf(sender), senderFrame }, ...args);
    },
    request: async (url: string, method: string) => {
      const handler = schemeHandlers.get(new URL(url).protocol.slice(0, -1));
      if (!handler) return { status: 404, headers: {}, body: new Uint8Array() };
      const answer = await handler(new Request(url, { method }));
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: new Uint8Array(await answer.arrayBuffer()),
      };
    },
    permission: (permission: string, url: string, origin: string) =>
      session.defaultSession.ask(permission, url, origin),
    secondInstance: () => app.emit('second-instance', {}, [], ''),
    crashed: (window: number) =>
      windowParts.contentsOf(window)?.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 }),
    openWindow: (opener: number, url: string) => windowParts.openFromPage(opener, url),
    objects: (window: number) => windowParts.objects(window),
    navigate: (window: number, url: string, isMainFrame: boolean) =>
      windowParts.mayNavigate(window, url, isMainFrame),
  },
);

const windowParts = createWindowParts(app, peer, () => quitting);
export const BrowserWindow = windowParts.BrowserWindow;

const electron = {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  net,
  Notification,
  protocol,
  screen,
  session,
  shell,
};

function mustBeEarly(name: string): void {
  if (ready) throw new Error(`${name} was called after the application was ready.`);
}
