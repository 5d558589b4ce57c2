import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from '../../src/main/store/database.ts';
import { keepResponsive } from '../../src/main/store/write.ts';

let folder: string;
let db: Db;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-late-'));
  db = openDatabase(join(folder, 'colophon.db'), { durable: false });
  keepResponsive(db);
});
afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a statement is prepared when it is first used', () => {
  const early = db.prepare('SELECT one, other FROM temp.made_later');
  expect(() => early.all()).toThrow(/no such table/);
  db.exec("CREATE TEMP TABLE made_later AS SELECT 1 AS one, 'a' AS other");
  expect(early.all()).toEqual([{ one: 1, other: 'a' }]);
});

test('its results have the form that was chosen before or after its first use', () => {
  const values = db.prepare('SELECT 1 AS one UNION ALL SELECT 2').pluck();
  expect([...values.iterate()]).toEqual([1, 2]);
  expect(values.all()).toEqual([1, 2]);
  expect(values.get()).toBe(1);
  expect(values.pluck(false).get()).toEqual({ one: 1 });
  expect(db.prepare('SELECT 1, 2').raw().all()).toEqual([[1, 2]]);
});

test('one that writes reports its changes and is recognised as one that writes', () => {
  db.exec('CREATE TEMP TABLE written (id INTEGER PRIMARY KEY)');
  const insert = db.prepare('INSERT INTO temp.written VALUES (@id)');
  expect(insert.run({ id: 7 })).toMatchObject({ changes: 1, lastInsertRowid: 7 });
  expect(insert.readonly).toBe(false);
  expect(db.prepare('SELECT id FROM temp.written').readonly).toBe(true);
});
