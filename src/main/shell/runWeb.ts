import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../shared/errors.ts';
import { describe, t } from '../../shared/i18n/i18n.ts';
import { openHost } from '../openHost.ts';
import { acceptedLanguages, environmentLanguages } from '../platform/languages.ts';
import { untilStopped } from '../platform/untilStopped.ts';
import { createDispatch } from './dispatch.ts';
import { followLanguage, useSystemLanguage } from './followLanguage.ts';
import { serveWeb, type WebOptions, type WebShell } from './http.ts';

const portFile = 'web-port';

/** Serves the application to a browser on this computer until stopped; reuses the last port for open windows. */
export async function runWeb(options: {
  port?: number;
  open: boolean;
  data?: string;
  environment: Record<string, string | undefined>;
}): Promise<void> {
  let languages = environmentLanguages(options.environment);
  await useSystemLanguage(languages);
  const host = await openHost({
    shell: 'web',
    say: (message) => void process.stderr.write(`${describe(message)}\n`),
    environment: options.environment,
    data: options.data,
  });
  try {
    const applyLanguage = await followLanguage(host, () => languages);
    const web = await serveAt(options.port ?? rememberedPort(host.dataFolder), {
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
      isChosen: options.port !== undefined,
    });
    rememberPort(host.dataFolder, Number(new URL(web.address).port));
    await host.services.start();
    process.stdout.write(`${t('shell.address', { address: web.address })}\n`);
    if (options.open) openBrowser(web.openingAddress(), options.environment);
    await untilStopped();
    await web.stop();
  } finally {
    await host.close();
  }
}

/** Falls back to any free port if another program has the remembered one; a port chosen by the user is not replaced. */
async function serveAt(
  port: number,
  { isChosen, ...options }: Omit<WebOptions, 'port'> & { isChosen: boolean },
): Promise<WebShell> {
  try {
    return await serveWeb({ ...options, port });
  } catch (error) {
    if (isChosen || port === 0 || !(error instanceof AppError)) throw error;
    return serveWeb({ ...options, port: 0 });
  }
}

/** The folder of the built renderer, seen from the built main or from the sources. */
function rendererFolder(): string {
  return fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? '../../../out/renderer' : '../renderer', import.meta.url),
  );
}

/** The last port used with this data folder; 0, meaning any free port, if none is known. */
function rememberedPort(dataFolder: string): number {
  try {
    const port = Number(readFileSync(join(dataFolder, portFile), 'utf8'));
    return Number.isInteger(port) && port > 0 && port <= 65535 ? port : 0;
  } catch {
    return 0;
  }
}

/** Stores the port, so that an open window finds the application again after a restart. */
function rememberPort(dataFolder: string, port: number): void {
  try {
    writeFileSync(join(dataFolder, portFile), `${port}\n`, { mode: 0o600 });
  } catch {
    // Then the next start takes any free port, like the first one.
  }
}

/** Opens an address in the user's browser if there is one; does nothing otherwise. */
function openBrowser(address: string, environment: NodeJS.ProcessEnv): void {
  if (process.platform === 'linux' && !environment.DISPLAY && !environment.WAYLAND_DISPLAY) return;
  const [program, ...args] = browserCommand(process.platform, address);
  // The key in COLOPHON_API_KEY is none of the browser's business.
  const entries = Object.entries(environment).filter(([name]) => !/^COLOPHON_/i.test(name));
  const child = spawn(program, args, { env: Object.fromEntries(entries), stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

function browserCommand(platform: NodeJS.Platform, address: string): [string, ...string[]] {
  if (platform === 'darwin') return ['open', address];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}
