import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type LaunchOptions } from 'playwright';

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The headless shell, which needs half the work per page. */
const shells = ['chromium-headless-shell'];

/**
 * The path of a Chromium for tests: `COLOPHON_CHROMIUM`, the system's, or Playwright's; null if there is none. Tests
 * prefer the headless shell, measurements the browser.
 */
export function findChromium(first: 'shell' | 'browser' = 'browser'): string | null {
  const named = process.env.COLOPHON_CHROMIUM;
  if (named) return named;
  const names = first === 'shell' ? [...shells, ...browsers] : [...browsers, ...shells];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(canRun);
  if (found) return found;
  const own = chromium.executablePath();
  return existsSync(own) ? own : null;
}

/** Launch options: no sandbox for root, where it does not work, and no background downloads. */
export function chromiumOptions(first: 'shell' | 'browser' = 'browser'): LaunchOptions {
  const executablePath = findChromium(first);
  if (!executablePath) {
    throw new Error(
      'There is no Chromium here: install the package "chromium-headless-shell", or name one in COLOPHON_CHROMIUM.',
    );
  }
  const root = process.getuid?.() === 0;
  return {
    executablePath,
    chromiumSandbox: !root,
    args: ['--disable-component-update', '--disable-background-networking', '--disable-dev-shm-usage'],
  };
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
