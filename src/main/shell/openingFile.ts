import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOpeningFolder, makeOpeningFolder, removeOpeningFolder } from '../platform/files/openingFolder.ts';
import type { OpenedWeb } from './openWeb.ts';

/** Milliseconds that the code in the page works. */
const lifetimeMs = 120_000;

interface OpeningFile {
  file: string;
  remove(): void;
}

/**
 * A page that leads the browser to Colophon, with the code that lets it in. Other users of the computer see every
 * program's arguments, so that the browser gets the name of this file only: nobody else may read it, and it is removed
 * once it was used, or too late for that. Null if it cannot be written, such as on a full disk.
 */
export function openingFile(web: Pick<OpenedWeb, 'dataFolder' | 'openingAddress'>): OpeningFile | null {
  try {
    for (const name of readdirSync(web.dataFolder))
      if (isOpeningFolder(web.dataFolder, name)) removeOpeningFolder(join(web.dataFolder, name));
    const { folder, file } = makeOpeningFolder(web.dataFolder);
    return writePage(web, folder, file);
  } catch {
    return null;
  }
}

function writePage(web: Pick<OpenedWeb, 'openingAddress'>, folder: string, file: string): OpeningFile {
  const remove = () => {
    clearTimeout(timer);
    removeOpeningFolder(folder);
  };
  const timer = setTimeout(remove, lifetimeMs).unref();
  const address = web.openingAddress(remove);
  const text = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Colophon</title>
<meta http-equiv="refresh" content="0; url=${address}">\n`;
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    remove();
    throw error;
  }
  return { file, remove };
}
