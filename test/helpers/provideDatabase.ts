import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/main/store/database.ts';
import { newestVersion } from '../../src/main/store/schema/versions.ts';

const made = new Map<number, Buffer>();

/** Copies a new database into a data folder that has none, since thousands of tests need one and migrating takes long. */
export function provideDatabase(folder: string): string {
  const file = join(folder, 'colophon.db');
  const version = newestVersion();
  const migrated = made.get(version) ?? migrate();
  made.set(version, migrated);
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
