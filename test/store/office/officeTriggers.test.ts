import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/main/store/database.ts';
import { createOfficeTriggers } from '../../../src/main/store/office/officeTriggers.ts';
import { provideDatabase } from '../../helpers/provideDatabase.ts';

function openWithTriggers() {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-triggers-'));
  const db = openDatabase(provideDatabase(folder), { durable: false });
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  createOfficeTriggers(db);
  return db;
}

test('a start with an office writes nothing, so that it succeeds on a full disk', () => {
  const db = openWithTriggers();
  const version = db.pragma('schema_version', { simple: true });
  db.pragma('query_only = ON');
  createOfficeTriggers(db);
  expect(db.pragma('schema_version', { simple: true })).toBe(version);
});

test('triggers of another version are replaced; if that fails, the error is one of storage', () => {
  const db = openWithTriggers();
  const sql = db
    .prepare<[], string>(`SELECT sql FROM sqlite_schema WHERE name = 'office_article_removed'`)
    .pluck();
  const present = sql.get();
  db.exec(`DROP TRIGGER office_article_removed;
    CREATE TRIGGER office_article_removed AFTER DELETE ON drafts BEGIN SELECT 1; END`);
  db.pragma('query_only = ON');
  expect(() => createOfficeTriggers(db)).toThrow(expect.objectContaining({ code: 'storage' }));
  db.pragma('query_only = OFF');
  createOfficeTriggers(db);
  expect(sql.get()).toBe(present);
});
