import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { soundVersion } from '../../src/main/backups/compareBackup.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { newestVersion } from '../../src/main/store/schema/versions.ts';
import { asLaterVersion } from '../helpers/asLaterVersion.ts';
import { copyAsNewer, copyAsOlder } from './otherVersions.ts';

test('a database can be written as an older version, which is migrated, and as a newer one, which is refused', () => {
  asLaterVersion();
  const folder = mkdtempSync(join(tmpdir(), 'colophon-versions-'));
  const [now, older, newer] = ['now.db', 'older.db', 'newer.db'].map((name) => join(folder, name));
  openDatabase(now!, { durable: false }).close();
  copyAsOlder(now!, older!);
  // It has exactly what that version had, because anything else is refused.
  expect(soundVersion(older!)).toBe(newestVersion() - 1);
  const schema = (file: string) => {
    const db = openDatabase(file, { durable: false });
    const sql = db.prepare('SELECT name FROM pragma_table_info(?) ORDER BY name').all('drafts');
    db.close();
    return sql;
  };
  expect(schema(older!)).toEqual(schema(now!));
  copyAsNewer(now!, newer!);
  expect(() => soundVersion(newer!)).toThrow('backups.newer.message');
  rmSync(folder, { recursive: true });
});
