import { chmodSync, closeSync, copyFileSync, lstatSync, openSync } from 'node:fs';

/**
 * Creates the file, empty, with access for its owner only, whatever the umask; an existing file stays as it is. It is not
 * even opened: closing it would end the locks that this process has on it.
 */
export function createPrivateFile(file: string): void {
  if (file === ':memory:') return;
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Copies a file; only its owner has access to the copy, and may write to it, too, whatever holds for the original. */
export function copyPrivateFile(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}

/** Denies other users access to a file or folder. Does nothing on Windows, where modes mean nothing. */
export function makePrivate(path: string): void {
  if (process.platform === 'win32') return;
  const about = lstatSync(path, { throwIfNoEntry: false });
  const isOwn = about !== undefined && (about.isFile() || about.isDirectory());
  if (isOwn && (about.mode & 0o077) !== 0) chmodSync(path, about.mode & 0o700);
}
