import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenedWeb } from './openWeb.ts';

/** Of the folder in the data folder that has the page. */
const prefix = 'opening-';

/** Milliseconds that the code in the page works. */
const lifetimeMs = 120_000;

/**
 * A page that leads the browser to Colophon, with the code that lets it in. Other users of the computer see every
 * program's arguments, so that the browser gets the name of this file only: nobody else may read it, and it is removed
 * once it was used, or too late for that.
 */
export function openingFile(web: Pick<OpenedWeb, 'dataFolder' | 'openingAddress'>): {
  file: string;
  remove(): void;
} {
  for (const name of readdirSync(web.dataFolder))
    if (isOpeningFolder(name)) discard(join(web.dataFolder, name));
  // Created for its owner only, under a name that nobody knows before.
  const folder = mkdtempSync(join(web.dataFolder, prefix));
  const file = join(folder, 'colophon.html');
  const remove = () => {
    clearTimeout(timer);
    discard(folder);
  };
  const timer = setTimeout(remove, lifetimeMs).unref();
  const address = web.openingAddress(remove);
  const text = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Colophon</title>
<meta http-equiv="refresh" content="0; url=${address}">\n`;
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  return { file, remove };
}

/** Returns true for the name of a folder with such a page, which a crash may leave behind. */
function isOpeningFolder(name: string): boolean {
  return /^opening-\w{6}$/.test(name);
}

function discard(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The code in it soon stops working, and the next start tries again.
  }
}
