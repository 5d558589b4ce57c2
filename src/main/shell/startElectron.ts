import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type * as Electron from 'electron';
import type { EventData } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { describe, i18n, t } from '../../shared/i18n/i18n.ts';
import { literal, msg } from '../../shared/message.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Upload } from '../../shared/upload/upload.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import type { HostNetwork } from '../platform/network/outsideFetch.ts';
import { createScope, type Scope } from '../platform/scope.ts';
import type { Services } from '../services.ts';
import { isOwnPage, pageAddress, scheme } from './addresses.ts';
import { createDispatch } from './dispatch.ts';
import type { ElectronParts } from './electronParts.ts';
import { followLanguage, useSystemLanguage } from './followLanguage.ts';
import { registerIpc } from './ipc.ts';
import { menuTemplate } from './menu.ts';
import { showNotification } from './notifications.ts';
import { filesOf, importFiles } from './openFiles.ts';
import { createPrinter, type Printer } from './printToPdf.ts';
import { readRendererFile } from './rendererFiles.ts';
import { taskbarProgress } from './taskbar.ts';
import { createWindows, type Windows } from './windows.ts';

/** The parts of an opened application that the shell needs. */
interface ElectronHost {
  services: Services;
  events: Events;
  log: Log;
  close(): Promise<void>;
}

export interface ElectronOptions {
  dataFolder: string;
  /** The arguments of this start without the program's own name; they may include files to import. */
  args: readonly string[];
  preload: string;
  rendererFolder: string;
  openHost(network: HostNetwork, printToPdf: Printer['print']): Promise<ElectronHost>;
  /** Ends the threads that remain when the host is closed: Electron may crash if one runs while it quits. */
  endThreads(): Promise<void>;
}

/**
 * Runs the desktop application. Everything that Electron requires before it is ready happens before the first `await`.
 * A second start on the same data folder brings the first one's window to the front and ends; while the first one is
 * closing, that starts once more afterwards.
 */
export async function startElectron(electron: ElectronParts, options: ElectronOptions): Promise<void> {
  const { app, protocol } = electron;
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
  app.enableSandbox();
  // macOS names a file to open before anything is ready.
  const handedOver = filesOf(options.args, process.cwd());
  let take = (paths: readonly string[]) => void handedOver.push(...paths);
  app.on('open-file', (event, path) => {
    event.preventDefault();
    take([path]);
  });
  /** Brings a window to the front for somebody who wants the program; until it is open, a window opens anyway. */
  let show: (place?: string) => void = () => undefined;
  // A second start may come while the data file is still being opened, which can take long.
  app.on('second-instance', (_event, args, folder) => {
    show();
    take(filesOf(args.slice(1), folder));
  });
  // Chromium stores its own files there, and the single-instance lock: one for each data folder.
  const userData = join(options.dataFolder, 'window');
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  app.setPath('userData', userData);
  if (!app.requestSingleInstanceLock()) return app.quit();
  await app.whenReady();
  const printer = createPrinter(electron);
  const host = await open(electron, options, printer);
  if (!host) return app.exit(1);
  const scope = createScope({ log: host.log });

  let leaving: 'no' | 'asking' | 'closing' | 'done' = 'no';
  const isEnding = () => leaving === 'closing' || leaving === 'done';
  /** The files to start with once more, because somebody wants the program while it is ending; null: nobody does. */
  let again: string[] | null = null;
  const ipc = registerIpc(electron.ipcMain, createDispatch(host.services.handlers, host.log));
  const stay = () => {
    leaving = 'no';
    const files = again ?? [];
    again = null;
    windows.show();
    take(files);
  };
  const quit = async () => {
    if (leaving !== 'no') return;
    leaving = 'asking';
    const choice = await askAboutSending(electron, host.services, windows.front());
    leaving = 'closing';
    // First the pages, which save unsaved work; then sending; then the calls they made; then the services these depend on.
    const isSettled = async () => choice !== 'cancel' || (await cancelRest(electron, host));
    if (choice === 'stay' || !(await windows.closeAll()) || !(await isSettled())) return stay();
    const kept = choice === 'keep' ? host.services.keepForNextStart() : null;
    await Promise.allSettled([kept, ipc.drain()]);
    // One of those calls may have begun another upload.
    if (!(await isSettled())) return stay();
    try {
      await kept;
      await host.close();
      await options.endThreads();
    } finally {
      leaving = 'done';
      app.quit();
    }
  };
  const windows = createWindows(electron, {
    preload: options.preload,
    stateFile: join(options.dataFolder, 'window.json'),
    log: host.log,
    scope,
    isPrinting: printer.isPrinting,
    isEnding,
    mayCloseLast() {
      if (isMac || isEnding()) return true;
      scope.run('quit', quit);
      return false;
    },
  });
  app.on('before-quit', (event) => {
    if (leaving === 'done') return;
    event.preventDefault();
    scope.run('quit', quit);
  });
  app.on('window-all-closed', () => {
    if (!isMac) scope.run('quit', quit);
  });
  app.on('will-quit', () => {
    if (again) app.relaunch(nextStart(options.args, again));
  });
  show = (place) => {
    if (isEnding()) again ??= [];
    else windows.show(place);
  };
  app.on('activate', () => show());
  protocol.handle(scheme, (request) => printer.page(request.url) ?? answer(request, options.rendererFolder));
  limitPermissions(electron.session.defaultSession);
  followMenu(electron, host, windows, scope);
  passEvents(electron, host.events, { ...windows, show });
  followBadge(electron, host, scope);
  take = (paths) => {
    if (paths.length === 0) return;
    if (isEnding()) again = [...(again ?? []), ...paths];
    else scope.run('import.open', () => showImport(electron, host.services, windows, paths));
  };
  windows.open();
  take(handedOver);
}

const isMac = process.platform === 'darwin';

/** How to start again: as this time, but with other files. An AppImage is gone from where it runs once it has ended. */
function nextStart(args: readonly string[], files: readonly string[]): Electron.RelaunchOptions {
  const others = args.filter((arg) => filesOf([arg], '/').length === 0);
  const { APPIMAGE: execPath } = process.env;
  return { args: [...others, ...files], ...(execPath ? { execPath } : {}) };
}

/** Opens and starts the application; if that fails, shows the reason and returns null. */
async function open(
  electron: ElectronParts,
  options: ElectronOptions,
  printer: Printer,
): Promise<ElectronHost | null> {
  const languages = () => electron.app.getPreferredSystemLanguages();
  try {
    await useSystemLanguage(languages());
    const host = await options.openHost(
      {
        fetch: (address, init) =>
          // Addresses contain the key, so they must not end up in Chromium's cache on disk.
          electron.net.fetch(address, {
            ...init,
            cache: 'no-store',
            credentials: 'omit',
            bypassCustomProtocolHandlers: true,
          }),
        isProxied: async (address) =>
          (await electron.session.defaultSession.resolveProxy(address)) !== 'DIRECT',
      },
      printer.print,
    );
    await followLanguage(host, languages);
    await host.services.start();
    return host;
  } catch (error) {
    const known =
      error instanceof AppError
        ? error
        : new AppError('bug', msg('shell.notOpened'), { details: error instanceof Error ? error.stack : '' });
    const text = [describe(known.why), describe(known.fix), known.details].filter(Boolean).join('\n\n');
    electron.dialog.showErrorBox(describe(known.problem), text);
    return null;
  }
}

/** Imports files opened through the system, and shows the import. */
async function showImport(
  electron: ElectronParts,
  services: Services,
  windows: Windows,
  paths: readonly string[],
): Promise<void> {
  try {
    windows.show(await importFiles(services.handlers, paths));
  } catch (error) {
    windows.show();
    const { problem, why, fix } =
      error instanceof AppError
        ? error
        : new AppError('input', msg('shell.notImported'), { why: literal(String(error)) });
    electron.dialog.showErrorBox(describe(problem), [why, fix].map(describe).filter(Boolean).join('\n\n'));
  }
}

/** While uploads are sending, asks what to do with them before leaving. */
async function askAboutSending(
  electron: ElectronParts,
  services: Services,
  window: Electron.BrowserWindow | undefined,
): Promise<'nothing' | 'keep' | 'cancel' | 'stay'> {
  const { running } = services.busy();
  if (running === 0) return 'nothing';
  const question: Electron.MessageBoxOptions = {
    type: 'question',
    message: t('shell.leaving.message', { count: running }),
    detail: t('shell.leaving.detail'),
    buttons: [t('shell.leaving.keep'), t('shell.leaving.cancel'), t('shell.leaving.stay')],
    defaultId: 0,
    cancelId: 2,
  };
  const { response } = await (window
    ? electron.dialog.showMessageBox(window, question)
    : electron.dialog.showMessageBox(question));
  return (['keep', 'cancel'] as const)[response] ?? 'stay';
}

/** Cancels what is unsent. If the disk is full, for example, says that it is not cancelled, and returns false. */
async function cancelRest({ dialog }: ElectronParts, { services, log }: ElectronHost): Promise<boolean> {
  try {
    await services.cancelRunning();
    return true;
  } catch (error) {
    log.warn('quit.notCancelled', { error });
    dialog.showErrorBox(t('shell.notCancelled.message'), t('shell.notCancelled.detail'));
    return false;
  }
}

async function answer(request: Request, rendererFolder: string): Promise<Response> {
  const url = new URL(request.url);
  const file =
    request.method === 'GET' && url.host === new URL(pageAddress).host
      ? await readRendererFile(rendererFolder, url.pathname)
      : null;
  if (!file) return new Response(t('shell.noPage.message'), { status: 404 });
  return new Response(file.body, { headers: file.headers });
}

/** Refuses every permission except writing text to the clipboard, which the copy buttons need. */
function limitPermissions(session: Electron.Session): void {
  const may = (permission: string, asking: string) =>
    permission === 'clipboard-sanitized-write' && isOwnPage(asking);
  session.setPermissionRequestHandler((_contents, permission, reply, details) =>
    reply(may(permission, details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) =>
    may(permission, origin.endsWith('/') ? origin : `${origin}/`),
  );
  session.setDevicePermissionHandler(() => false);
}

/** Shows the menu, and again after a change of language or shortcuts. */
function followMenu(electron: ElectronParts, host: ElectronHost, windows: Windows, scope: Scope): void {
  let shortcuts: Settings['shortcuts'] = {};
  const show = () => {
    const template = menuTemplate({
      platform: process.platform,
      shortcuts,
      send: (command) => windows.send('app.command', { command }, 'front'),
      openWindow: () => windows.open(),
    });
    electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate(template));
  };
  const take = (settings: Settings) => {
    if (JSON.stringify(settings.shortcuts) === JSON.stringify(shortcuts)) return;
    shortcuts = settings.shortcuts;
    show();
  };
  show();
  i18n.on('languageChanged', show);
  host.events.subscribe((name, data) => {
    if (name === 'app.settingsChanged') take(data as Settings);
  });
  scope.run('menu', async () => take(await host.services.handlers['app.settings']({})));
}

/** Shows on the application's icon how many changes by the directory nobody has decided, where the system shows such numbers. */
function followBadge({ app }: ElectronParts, { events, services }: ElectronHost, scope: Scope): void {
  let shown = 0;
  const count = async () => {
    const accounts = await services.handlers['accounts.list']({});
    const states = await Promise.all(
      accounts.map(({ id: accountId }) => services.handlers['watch.state']({ accountId })),
    );
    const open = states.flatMap((state) => Object.values(state.open)).reduce((sum, one) => sum + one, 0);
    if (open !== shown) app.setBadgeCount(open);
    shown = open;
  };
  events.subscribe((name) => {
    if (name === 'watch.changed' || name === 'accounts.changed') scope.run('badge', count);
  });
  scope.run('badge', count);
}

function passEvents(electron: ElectronParts, events: Events, windows: Windows): void {
  const uploads = new Map<number, Upload>();
  events.subscribe((name, data) => {
    windows.send(name, data);
    if (name === 'applications.statusChanged') {
      const { id, title, message } = data as EventData<'applications.statusChanged'>;
      showNotification(electron, windows, {
        title,
        body: describe(message),
        place: `#/update-requests/${id}`,
      });
    }
    if (name === 'watch.noticed') {
      const { accountId, message } = data as EventData<'watch.noticed'>;
      showNotification(electron, windows, {
        title: t('frame.watch'),
        body: describe(message),
        place: `#/watch?${new URLSearchParams({ account: accountId })}`,
      });
    }
    if (name !== 'uploads.changed') return;
    const upload = data as Upload;
    uploads.set(upload.id, upload);
    const { part, paused } = taskbarProgress(uploads.values());
    windows.setProgress(part, paused);
  });
}
