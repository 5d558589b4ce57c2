import { rmSync } from 'node:fs';

/** Removes a database and the files that SQLite may have created beside it. */
export function removeWithLog(file: string): void {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${ending}`, { force: true });
}
