import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  MessageBoxSyncOptions,
  WebContents,
  WindowOpenHandlerResponse,
} from 'electron';
import { channels } from '../../shared/channels.ts';
import { t } from '../../shared/i18n/i18n.ts';
import type { Log } from '../platform/log.ts';
import type { Scope } from '../platform/scope.ts';
import { decideOpening, isOwnPage, pageAddress } from './addresses.ts';
import type { ElectronParts } from './electronParts.ts';
import { minSize, placeWindow, readWindowState, writeWindowState } from './windowState.ts';

export interface Windows {
  /** Opens a window on the page, unless the program is ending; the first one gets the last position. */
  open(): void;
  /** Brings a window to the front, or opens one, in the same way; goes to this place of the page (`#/...`) if given. */
  show(place?: string): void;
  /** Sends to every window, or only to the active one. */
  send(name: string, data: unknown, to?: 'all' | 'front'): void;
  setProgress(part: number, paused: boolean): void;
  /** The active window, as the parent of a dialog. */
  front(): BrowserWindow | undefined;
  /** Closes every window like the user would, so that pages can save; false if the user chose to stay in one. */
  closeAll(): Promise<boolean>;
}

/** How long a page may take to close before it is forced to, in milliseconds. */
const closingMs = 5_000;

interface WindowsOptions {
  preload: string;
  stateFile: string;
  log: Log;
  /** Owns the background work of windows. */
  scope: Scope;
  /** Returns true if a window belongs to a page being printed. */
  isPrinting: (window: BrowserWindow | null) => boolean;
  mayCloseLast: () => boolean;
  /** Returns true once the services that a page needs are being stopped. */
  isEnding: () => boolean;
}

/** Opens and tracks the windows. `mayCloseLast` is called before the last one closes. */
export function createWindows(electron: ElectronParts, options: WindowsOptions): Windows {
  const { BrowserWindow } = electron;
  const { scope } = options;
  const all = () =>
    BrowserWindow.getAllWindows().filter((window) => !window.isDestroyed() && !options.isPrinting(window));
  const front = () => {
    const focused = BrowserWindow.getFocusedWindow();
    return focused && !options.isPrinting(focused) ? focused : all()[0];
  };
  electron.app.on('web-contents-created', (_event, contents) => guard(electron, contents, options));
  electron.app.on('browser-window-created', (_event, window) => {
    window.on('close', (event) => {
      if (all().length === 1 && !options.mayCloseLast()) event.preventDefault();
    });
  });

  const load = (window: BrowserWindow, place: string) =>
    window
      .loadURL(`${pageAddress}${place}`)
      .catch((error: unknown) => options.log.warn('window.notLoaded', { error }));
  const open = (hash = '') => {
    const first = all().length === 0;
    const state = readWindowState(options.stateFile);
    const place = placeWindow(
      state,
      electron.screen.getAllDisplays().map((display) => display.workArea),
    );
    const { x: _x, y: _y, ...size } = place;
    const window = new BrowserWindow({ ...windowOptions(options.preload), ...(first ? place : size) });
    if (first && state?.maximized) window.maximize();
    window.once('ready-to-show', () => window.show());
    window.on('close', () => {
      writeWindowState(options.stateFile, { ...window.getNormalBounds(), maximized: window.isMaximized() });
    });
    scope.run('window.load', () => load(window, hash));
  };

  return {
    open() {
      if (!options.isEnding()) open();
    },
    show(hash) {
      if (options.isEnding()) return;
      const window = front();
      if (!window) return open(hash);
      if (window.isMinimized()) window.restore();
      window.focus();
      // Another place in the page that is already open: nothing is loaded again.
      if (hash !== undefined) scope.run('window.load', () => load(window, hash));
    },
    send(name, data, to = 'all') {
      const receivers = to === 'all' ? all() : [front()];
      for (const window of receivers) window?.webContents.send(channels.event, name, data);
    },
    setProgress(part, paused) {
      for (const window of all()) window.setProgressBar(part, { mode: paused ? 'paused' : 'normal' });
    },
    front,
    async closeAll() {
      for (const window of all()) if (!(await close(window))) return false;
      return true;
    },
  };
}

function windowOptions(preload: string): BrowserWindowConstructorOptions {
  return {
    show: false,
    minWidth: minSize.width,
    minHeight: minSize.height,
    title: t('shell.title'),
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      // The spelling dictionaries would be downloaded from a third-party server.
      spellcheck: false,
    },
  };
}

/** Restricts navigation: only our page in our windows, and no window that is not on the list. */
function guard(electron: ElectronParts, contents: WebContents, options: WindowsOptions): void {
  const refuse = (address: string) => options.log.warn('window.refused', { address: address.slice(0, 200) });
  const openOutside = (address: string) =>
    options.scope.run('browser.open', () =>
      electron.shell
        .openExternal(address)
        .catch((error: unknown) => options.log.warn('browser.failed', { error })),
    );

  contents.setWindowOpenHandler(({ url }): WindowOpenHandlerResponse => {
    const decision = decideOpening(url);
    if (decision === 'window') {
      return {
        action: 'allow',
        outlivesOpener: true,
        overrideBrowserWindowOptions: {
          ...windowOptions(options.preload),
          show: true,
          width: 900,
          height: 640,
        },
      };
    }
    if (decision === 'browser') openOutside(url);
    else refuse(url);
    return { action: 'deny' };
  });
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame && isOwnPage(event.url)) return;
    event.preventDefault();
    if (event.isMainFrame && decideOpening(event.url) === 'browser') openOutside(event.url);
    else refuse(event.url);
  });
  contents.on('will-redirect', (event) => {
    event.preventDefault();
    refuse(event.url);
  });
  contents.on('will-prevent-unload', (event) => {
    if (mayLose(electron, contents)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return;
    options.log.error('window.gone', { reason: details.reason, exitCode: details.exitCode });
    if (options.isPrinting(electron.BrowserWindow.fromWebContents(contents))) return;
    options.scope.run('window.gone', () => offerReload(electron, contents));
  });
}

async function offerReload(electron: ElectronParts, contents: WebContents): Promise<void> {
  const { response } = await electron.dialog.showMessageBox({
    type: 'warning',
    message: t('shell.windowGone.message'),
    detail: t('shell.windowGone.detail'),
    buttons: [t('shell.windowGone.reload'), t('shell.windowGone.close')],
    defaultId: 0,
    cancelId: 1,
  });
  if (contents.isDestroyed()) return;
  if (response === 0) contents.reload();
  else electron.BrowserWindow.fromWebContents(contents)?.destroy();
}

/** False if the page objected and the user chose to stay. A page that does not respond is closed after a while. */
function close(window: BrowserWindow): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => window.destroy(), closingMs);
    const settle = (isClosed: boolean) => {
      clearTimeout(timer);
      resolve(isClosed);
    };
    window.once('closed', () => settle(true));
    window.webContents.once('will-prevent-unload', (event) => {
      if (event.defaultPrevented) clearTimeout(timer);
      else settle(false);
    });
    window.close();
  });
}

/** A page objects to being closed while typed text could not be saved. Returns true if it should be closed anyway. */
function mayLose(electron: ElectronParts, contents: WebContents): boolean {
  const question: MessageBoxSyncOptions = {
    type: 'warning',
    message: t('shell.unsaved.message'),
    detail: t('shell.unsaved.detail'),
    buttons: [t('shell.unsaved.stay'), t('shell.unsaved.close')],
    defaultId: 0,
    cancelId: 0,
  };
  const window = electron.BrowserWindow.fromWebContents(contents);
  const choice = window
    ? electron.dialog.showMessageBoxSync(window, question)
    : electron.dialog.showMessageBoxSync(question);
  return choice === 1;
}
