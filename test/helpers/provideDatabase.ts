import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/main/store/database.ts';

let migrated: Buffer | null = null;

/** Copies a new database into a data folder that has none, since thousands of tests need one and migrating takes long. */
export function provideDatabase(folder: string): string {
  const file = join(folder, 'colophon.db');
  migrated ??= migrate();
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, migrated, { mode: 0o600 });
  return file;
}

function migrate(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-migrated-'));
  try {
    const file = join(folder, 'colophon.db');
    openDatabase(file).close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
