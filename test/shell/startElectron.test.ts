import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEvents } from '../../src/main/platform/events.ts';
import type { Log } from '../../src/main/platform/log.ts';
import type { Services } from '../../src/main/services.ts';
import { pageAddress } from '../../src/main/shell/addresses.ts';
import type { ElectronParts } from '../../src/main/shell/electronParts.ts';
import { startElectron } from '../../src/main/shell/startElectron.ts';
import type { CallName } from '../../src/shared/contract/contract.ts';
import { t } from '../../src/shared/i18n/i18n.ts';
import { settings } from '../helpers/shellHost.ts';

const nothing = () => undefined;

/** As much of Electron as it takes to open windows and to quit; every question gets `response` as its answer. */
function createElectron(response: number) {
  let isOver = false;
  let windows: BrowserWindow[] = [];
  let invoke: (event: object, name: string, input: object) => unknown = nothing;
  const errors: string[][] = [];
  const app = Object.assign(new EventEmitter(), {
    enableSandbox: nothing,
    setPath: nothing,
    requestSingleInstanceLock: () => true,
    whenReady: async () => undefined,
    getPreferredSystemLanguages: () => ['en-GB'],
    quit() {
      let isPrevented = false;
      app.emit('before-quit', { preventDefault: () => (isPrevented = true) });
      isOver = !isPrevented;
    },
  });

  class BrowserWindow extends EventEmitter {
    static getAllWindows = () => [...windows];
    static getFocusedWindow = () => null;
    readonly webContents = new EventEmitter();
    isDestroyed = () => false;
    isMinimized = () => false;
    isMaximized = () => false;
    getNormalBounds = () => ({ x: 0, y: 0, width: 900, height: 700 });
    loadURL = async () => undefined;
    show = nothing;
    focus = nothing;

    constructor() {
      super();
      windows.push(this);
      app.emit('browser-window-created', {}, this);
    }

    close(): void {
      let isPrevented = false;
      this.emit('close', { preventDefault: () => (isPrevented = true) });
      if (isPrevented) return;
      windows = windows.filter((window) => window !== this);
      this.emit('closed');
      if (windows.length === 0) app.emit('window-all-closed');
    }
  }

  const parts = {
    app,
    BrowserWindow,
    dialog: {
      showMessageBox: async () => ({ response }),
      showErrorBox: (...texts: string[]) => void errors.push(texts),
    },
    ipcMain: {
      handle(_channel: string, handler: typeof invoke) {
        invoke = handler;
      },
    },
    Menu: { buildFromTemplate: nothing, setApplicationMenu: nothing },
    protocol: { registerSchemesAsPrivileged: nothing, handle: nothing },
    screen: { getAllDisplays: () => [] },
    session: {
      defaultSession: {
        setPermissionRequestHandler: nothing,
        setPermissionCheckHandler: nothing,
        setDevicePermissionHandler: nothing,
      },
    },
  };
  return {
    parts: parts as unknown as ElectronParts,
    errors,
    /** Calls as the page does. */
    invoke: (name: CallName, input: object) =>
      invoke({ senderFrame: { url: pageAddress, parent: null } }, name, input),
    windows: () => windows.length,
    isOver: () => isOver,
  };
}

/** Starts the program on these services, which are closed with `close`, once `opened` resolves. */
function start(
  electron: ElectronParts,
  services: object,
  { close = async () => undefined, opened }: { close?: () => Promise<void>; opened?: Promise<unknown> } = {},
): Promise<void> {
  return startElectron(electron, {
    ...{ dataFolder: temporaryFolder(), args: [], preload: '', rendererFolder: '' },
    async openHost() {
      await opened;
      return {
        services: { start: async () => undefined, busy: () => ({ running: 0 }), ...services } as Services,
        events: createEvents(),
        log: { info: nothing, warn: nothing, error: nothing } as unknown as Log,
        close,
      };
    },
    endThreads: async () => undefined,
  });
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('stays open, and says so, if the rest of an upload cannot be cancelled', async () => {
  // “Cancel the rest”.
  const electron = createElectron(1);
  const done: string[] = [];
  let isFull = true;
  const services = {
    handlers: { 'app.settings': () => settings, 'accounts.list': () => [] },
    busy: () => ({ running: 1 }),
    async cancelRunning() {
      if (isFull) throw new Error('database or disk is full');
      done.push('cancelled');
    },
  };
  await start(electron.parts, services, { close: async () => void done.push('closed') });
  electron.parts.app.quit();
  await expect.poll(() => electron.errors).toHaveLength(1);
  expect(electron.errors).toEqual([[t('shell.notCancelled.message'), t('shell.notCancelled.detail')]]);
  await expect.poll(electron.windows).toBe(1);
  expect([electron.isOver(), done]).toEqual([false, []]);
  isFull = false;
  electron.parts.app.quit();
  await expect.poll(electron.isOver).toBe(true);
  // Once more after the calls of the window, which may have begun another upload.
  expect(done).toEqual(['cancelled', 'cancelled', 'closed']);
  expect(electron.errors).toHaveLength(1);
});

test('imports the file of a second start that comes while the first one is still opening', async () => {
  const file = join(temporaryFolder(), 'volume.xml');
  writeFileSync(file, '<articles/>');
  const electron = createElectron(0);
  const opened = Promise.withResolvers<void>();
  const imported: string[] = [];
  const services = {
    handlers: {
      'app.settings': () => settings,
      'accounts.list': () => [],
      'imports.open'({ name }: { name: string }) {
        imported.push(name);
        return { id: 7 };
      },
      'imports.write': nothing,
      'imports.read': nothing,
    },
  };
  const started = start(electron.parts, services, { opened: opened.promise });
  await expect.poll(() => electron.parts.app.listenerCount('open-file')).toBe(1);
  electron.parts.app.emit('second-instance', {}, ['colophon', file], '/');
  opened.resolve();
  await started;
  await expect.poll(() => imported).toEqual(['volume.xml']);
  await expect.poll(electron.windows).toBe(1);
  expect(electron.errors).toEqual([]);
});

test('stops sending before it waits for a call that changes something, and waits for none that reads', async () => {
  // “Continue at the next start”.
  const electron = createElectron(0);
  const done: string[] = [];
  const settling = Promise.withResolvers<null>();
  const services = {
    handlers: {
      'app.settings': () => settings,
      'accounts.list': () => [],
      'uploads.list': () => new Promise(nothing),
      async 'harvest.settle'() {
        await settling.promise;
        done.push('settled');
        return null;
      },
    },
    busy: () => ({ running: 1 }),
    keepForNextStart: async () => void done.push('kept'),
  };
  await start(electron.parts, services, { close: async () => void done.push('closed') });
  void electron.invoke('uploads.list', {});
  void electron.invoke('harvest.settle', { accountId: null });
  electron.parts.app.quit();
  await expect.poll(() => done).toEqual(['kept']);
  settling.resolve(null);
  await expect.poll(electron.isOver).toBe(true);
  expect(done).toEqual(['kept', 'settled', 'closed']);
});
