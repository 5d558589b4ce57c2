import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEvents } from '../../src/main/platform/events.ts';
import type { Log } from '../../src/main/platform/log.ts';
import type { Services } from '../../src/main/services.ts';
import type { ElectronParts } from '../../src/main/shell/electronParts.ts';
import { startElectron } from '../../src/main/shell/startElectron.ts';
import { t } from '../../src/shared/i18n/i18n.ts';
import { settings } from '../helpers/shellHost.ts';

const nothing = () => undefined;

/** As much of Electron as it takes to open windows and to quit; every question gets `response` as its answer. */
function createElectron(response: number) {
  let isOver = false;
  let windows: BrowserWindow[] = [];
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
    ipcMain: { handle: nothing },
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
    windows: () => windows.length,
    isOver: () => isOver,
  };
}

test('stays open, and says so, if the rest of an upload cannot be cancelled', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'colophon-start-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  // “Cancel the rest”.
  const electron = createElectron(1);
  const done: string[] = [];
  let isFull = true;
  const services = {
    handlers: { 'app.settings': () => settings, 'accounts.list': () => [] },
    start: async () => undefined,
    busy: () => ({ running: 1 }),
    async cancelRunning() {
      if (isFull) throw new Error('database or disk is full');
      done.push('cancelled');
    },
  } as unknown as Services;
  await startElectron(electron.parts, {
    ...{ dataFolder, args: [], preload: '', rendererFolder: '' },
    openHost: async () => ({
      services,
      events: createEvents(),
      log: { info: nothing, warn: nothing, error: nothing } as unknown as Log,
      close: async () => void done.push('closed'),
    }),
    endThreads: async () => undefined,
  });
  electron.parts.app.quit();
  await expect.poll(() => electron.errors).toHaveLength(1);
  expect(electron.errors).toEqual([[t('shell.notCancelled.message'), t('shell.notCancelled.detail')]]);
  await expect.poll(electron.windows).toBe(1);
  expect([electron.isOver(), done]).toEqual([false, []]);
  isFull = false;
  electron.parts.app.quit();
  await expect.poll(electron.isOver).toBe(true);
  expect(done).toEqual(['cancelled', 'closed']);
  expect(electron.errors).toHaveLength(1);
});
