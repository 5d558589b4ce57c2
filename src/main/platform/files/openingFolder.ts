import { lstatSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The page in such a folder, its only file. */
const page = 'colophon.html';
const prefix = 'opening-';

/** Makes a folder in the data folder for a page that the browser opens; returns the page's future place. */
export function makeOpeningFolder(dataFolder: string): { folder: string; file: string } {
  // Created for its owner only, under a name that nobody knows before.
  const folder = mkdtempSync(join(dataFolder, prefix));
  return { folder, file: join(folder, page) };
}

/** Returns true for such a folder, which a crash may leave behind. People's own folders may have a name like it. */
export function isOpeningFolder(dataFolder: string, name: string): boolean {
  if (!/^opening-\w{6}$/.test(name)) return false;
  const folder = join(dataFolder, name);
  try {
    // Not through a link.
    return lstatSync(folder).isDirectory() && readdirSync(folder).every((inside) => inside === page);
  } catch {
    return false;
  }
}

/** Removes the page, and the folder if nothing else is in it. */
export function removeOpeningFolder(folder: string): void {
  try {
    rmSync(join(folder, page), { force: true });
    rmdirSync(folder);
  } catch {
    // The code in it soon stops working, and the next start tries again.
  }
}
