import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { t } from '../../shared/i18n/i18n.ts';
import { untilStopped } from '../platform/untilStopped.ts';
import { openingFile } from './openingFile.ts';
import { openWeb } from './openWeb.ts';

/** Serves the application to a browser on this computer until stopped. */
export async function runWeb({
  open,
  ...options
}: Parameters<typeof openWeb>[0] & { open: boolean }): Promise<void> {
  // Before anything is open, so that a signal never ends the process without closing it.
  const stopped = untilStopped();
  const web = await openWeb(options);
  process.stdout.write(`${t('shell.address', { address: web.address })}\n`);
  // Without the file, the printed address is there.
  const opening = open && hasBrowser(options.environment) ? openingFile(web) : null;
  if (opening) openBrowser(opening.file, options.environment);
  await stopped;
  opening?.remove();
  await web.stop();
}

function hasBrowser(environment: NodeJS.ProcessEnv): boolean {
  return process.platform !== 'linux' || Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
}

/** Opens a page in the user's browser. */
function openBrowser(file: string, environment: NodeJS.ProcessEnv): void {
  const [program, ...args] = browserCommand(process.platform, pathToFileURL(file).href);
  // The browser must not inherit the key in COLOPHON_API_KEY.
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
