import { rmSync } from 'node:fs';

/** Removes a database with what may lie beside it. */
export function removeWithLog(file: string): void {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${ending}`, { force: true });
}
