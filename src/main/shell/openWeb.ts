import { randomBytes } from 'node:crypto';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../shared/errors.ts';
import { describe } from '../../shared/i18n/i18n.ts';
import { openHost } from '../openHost.ts';
import { readOwnFile } from '../platform/files/ownFile.ts';
import { acceptedLanguages, environmentLanguages } from '../platform/languages.ts';
import { createDispatch } from './dispatch.ts';
import { followLanguage, useSystemLanguage } from './followLanguage.ts';
import { serveWeb, type WebOptions, type WebShell } from './http.ts';

const portFile = 'web-port';
/** More than a port takes. */
const maxBytes = 100;

export interface OpenedWeb extends WebShell {
  dataFolder: string;
}

/**
 * Opens the application on a data folder and serves it on loopback. After a crash it reuses the last port, so that open
 * windows can save; otherwise never, because while it is off, another user of the computer can take the port and leave a
 * page or a service worker in the browser, which would receive what is meant for Colophon.
 */
export async function openWeb(options: {
  port?: number;
  data?: string;
  environment: Record<string, string | undefined>;
}): Promise<OpenedWeb> {
  let languages = environmentLanguages(options.environment);
  await useSystemLanguage(languages);
  const host = await openHost({
    shell: 'web',
    report: (message) => void process.stderr.write(`${describe(message)}\n`),
    environment: options.environment,
    data: options.data,
  });
  let web: WebShell | null = null;
  async function stop(): Promise<void> {
    try {
      await web?.stop();
      if (web) forgetPort(host.dataFolder);
    } finally {
      await host.close();
    }
  }
  try {
    const applyLanguage = await followLanguage(host, () => languages);
    web = await serveAt(options.port ?? rememberedPort(host.dataFolder), {
      dispatch: createDispatch(host.services.handlers, host.log),
      log: host.log,
      events: host.events,
      rendererFolder: rendererFolder(),
      token: randomBytes(32).toString('base64url'),
      // Messages from main use the language of the page, which is the browser's.
      onPage: async (accepted) => {
        const fromBrowser = acceptedLanguages(accepted);
        if (fromBrowser.length > 0) languages = fromBrowser;
        await applyLanguage();
      },
      keepsAddress: Boolean(options.port),
    });
    rememberPort(host.dataFolder, Number(new URL(web.address).port));
    await host.services.start();
    return { ...web, dataFolder: host.dataFolder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Falls back to any free port if another program has the remembered one; a port chosen by the user is not replaced. */
async function serveAt(port: number, options: Omit<WebOptions, 'port'>): Promise<WebShell> {
  try {
    return await serveWeb({ ...options, port });
  } catch (error) {
    if (options.keepsAddress || port === 0 || !(error instanceof AppError)) throw error;
    return serveWeb({ ...options, port: 0 });
  }
}

/** The folder of the built renderer, seen from the built main or from the sources. */
function rendererFolder(): string {
  return fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? '../../../out/renderer' : '../renderer', import.meta.url),
  );
}

/** The port that was in use when Colophon was last ended by a crash; 0, meaning any free port, if none is known. */
function rememberedPort(dataFolder: string): number {
  try {
    const file = join(dataFolder, portFile);
    // No window outlives the computer's start.
    if (statSync(file).mtimeMs < Date.now() - uptime() * 1_000) return 0;
    const port = Number(readOwnFile(file, maxBytes)?.toString());
    return Number.isInteger(port) && port > 0 && port <= 65535 ? port : 0;
  } catch {
    return 0;
  }
}

function forgetPort(dataFolder: string): void {
  try {
    rmSync(join(dataFolder, portFile), { force: true });
  } catch {
    // The folder is gone, and the note with it.
  }
}

/** Stores the port, so that an open window finds the application again after a crash. */
function rememberPort(dataFolder: string, port: number): void {
  try {
    const file = join(dataFolder, portFile);
    // A link that somebody left there is not followed.
    rmSync(file, { force: true });
    writeFileSync(file, `${port}\n`, { mode: 0o600, flag: 'wx' });
  } catch {
    // Then the next start takes any free port, like the first one.
  }
}
