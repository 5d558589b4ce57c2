import { existsSync, linkSync, renameSync, unlinkSync } from 'node:fs';

/** Renames a file, never over another one: throws `EEXIST` if the new name is taken. */
export function moveToNew(from: string, to: string): void {
  try {
    // Unlike a rename, this fails if there is such a file, whoever created it a moment ago.
    linkSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOENT') throw error;
    moveWithoutLinks(from, to);
    return;
  }
  unlinkSync(from);
}

/** For file systems that have no hard links, such as those of memory cards. */
function moveWithoutLinks(from: string, to: string): void {
  if (existsSync(to)) throw Object.assign(new Error(`There is already a file ${to}.`), { code: 'EEXIST' });
  renameSync(from, to);
}
