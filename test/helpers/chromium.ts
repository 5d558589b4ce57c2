import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type LaunchOptions } from 'playwright';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of a Chromium to test in: `COLOPHON_CHROMIUM`, the system's own, Playwright's own; null where there is none. */
export function findChromium(): string | null {
  const named = process.env.COLOPHON_CHROMIUM;
  if (named) return named;
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name);
      if (folder !== '' && canRun(path)) return path;
    }
  }
  const own = chromium.executablePath();
  return existsSync(own) ? own : null;
}

/** How to launch it: without its sandbox for root, where it has none, and without what it would fetch by itself. */
export function chromiumOptions(): LaunchOptions {
  const executablePath = findChromium();
  if (!executablePath) {
    throw new Error(
      'There is no Chromium here: install the package "chromium", or name one in COLOPHON_CHROMIUM.',
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
