import { fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type * as Electron from 'electron';
import { _electron, chromium, type Page } from 'playwright';
import { chromiumOptions } from '../helpers/chromium.ts';
import { createHost, type Host } from './standIn/host.ts';

type ElectronModule = typeof Electron;

/** A running application, whichever Electron it runs in. */
export interface RunningApp {
  /** Runs `work` in the main process with the module `electron`; it may use nothing from around it. */
  evaluate<R, A = undefined>(
    work: (electron: ElectronModule, argument: A) => R | Promise<R>,
    argument?: A,
  ): Promise<R>;
  pages(): Page[];
  /** The `index`th window's page, as soon as it has the bridge. */
  window(index?: number): Promise<Page>;
  /** Resolves to the exit code when the process has ended. */
  exited: Promise<number | null>;
  /** Ends the process without asking. */
  kill(): Promise<void>;
  /** Everything written to standard error. */
  errors(): string;
  /** Requests of pages beyond the application; null where unknown. */
  strayRequests: string[] | null;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const entry = join(root, 'out', 'main', 'index.js');
const running = new Map<string, Host>();
// Tests keep their keys out of the keychain of whoever runs them.
const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' };

/** Starts the built application on a data folder under Electron's stand-in. */
export async function launchStandIn(dataFolder: string): Promise<RunningApp> {
  const child = fork(entry, ['--data', dataFolder], {
    execArgv: ['--import', new URL('./standIn/register.ts', import.meta.url).href],
    serialization: 'advanced',
    env: { ...process.env, ...noKeychain },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  const errors = collect(child.stderr!);
  const folder = join(dataFolder, 'window');
  const host = createHost(
    () => chromium.launchPersistentContext(join(folder, 'profile'), chromiumOptions('shell')),
    {
      // A process that has just ended hears nothing more; `exited` tells of that.
      send: (message) => void (child.connected && child.send(message as object, () => {})),
      listen: (listener) => void child.on('message', listener),
    },
    { onSecondInstance: (taken) => void running.get(taken)?.peer.call('secondInstance') },
  );
  if (!running.has(folder)) running.set(folder, host);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve)).then(async (code) => {
    if (running.get(folder) === host) running.delete(folder);
    await host.close();
    return code;
  });
  return {
    evaluate: (work, argument) => host.peer.call('evaluate', work.toString(), argument),
    pages: host.pages,
    window: (index = 0) => waitForWindow(host.pages, index),
    exited,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    errors,
    strayRequests: host.strayRequests,
  };
}

/** Starts it under Electron itself. */
export async function launchElectron(dataFolder: string): Promise<RunningApp> {
  const app = await _electron.launch({
    args: [root, '--data', dataFolder],
    env: { ...(process.env as Record<string, string>), ...noKeychain },
  });
  const exited = new Promise<number | null>((resolve) => app.process().once('exit', resolve));
  return {
    evaluate: (work, argument) =>
      app.evaluate(work as unknown as (electron: ElectronModule, argument: unknown) => never, argument),
    pages: () => app.windows(),
    window: (index = 0) => waitForWindow(() => app.windows(), index),
    exited,
    async kill() {
      app.process().kill('SIGKILL');
      await exited;
    },
    errors: collect(app.process().stderr!),
    strayRequests: null,
  };
}

/** Why Electron itself cannot be used here; null if it can. */
export function electronMissing(): string | null {
  const folder = join(root, 'node_modules', 'electron');
  const name = join(folder, 'path.txt');
  if (!existsSync(name) || !existsSync(join(folder, 'dist', readFileSync(name, 'utf8').trim()))) {
    return "Electron's runtime is not installed here";
  }
  if (process.platform === 'linux' && process.getuid?.() === 0) return 'Electron does not run as root';
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return 'no display here';
  return null;
}

/** Passes a stream on to this process's own, and keeps it. */
function collect(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    process.stderr.write(piece);
  });
  return () => text;
}

async function waitForWindow(pages: () => Page[], index: number): Promise<Page> {
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    const page = pages()[index];
    if (page && !page.isClosed()) {
      // Not waitForFunction, which makes code of text: the page's policy forbids that.
      if (await page.evaluate(() => 'colophon' in window).catch(() => false)) return page;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Window ${index} did not open.`);
}
