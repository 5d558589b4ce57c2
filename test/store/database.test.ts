import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setEnvironmentData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/main/store/database.ts';
import { watchedWith } from '../../src/main/store/ownSchema.ts';
import { newestVersion } from '../../src/main/store/schema/versions.ts';
import { AppError } from '../../src/shared/errors.ts';
import { asLaterVersion } from '../helpers/asLaterVersion.ts';
import { saying } from '../helpers/saying.ts';
import { article, derive, openStores, temporaryFolder } from '../helpers/storeParts.ts';
import { textOf } from '../helpers/textOf.ts';

const tablesOf = (db: Database.Database) => db.prepare('SELECT name FROM sqlite_schema').pluck().all();
const errorOf = (run: () => unknown): AppError => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('migrations', () => {
  test('of the newest version have all run in a new database, and reopening it changes nothing', () => {
    const file = join(temporaryFolder(), 'colophon.db');
    const first = openDatabase(file);
    expect(first.pragma('user_version', { simple: true })).toBe(newestVersion());
    const before = tablesOf(first);
    first.close();
    const again = openDatabase(file);
    expect(tablesOf(again)).toEqual(before);
    again.close();
  });

  test('change a file with drafts of the version before, once, and threads of the new version open it', () => {
    const { db, add, file } = openStores();
    const id = add(article());
    db.close();
    asLaterVersion();
    const migrated = openDatabase(file);
    expect(migrated.pragma('user_version', { simple: true })).toBe(2);
    migrated.exec("UPDATE drafts SET invented = 'used'");
    migrated.close();
    const again = openDatabase(file);
    onTestFinished(() => void again.close());
    expect(again.prepare('SELECT id, title, invented FROM drafts').all()).toEqual([
      { id, title: 'On moths', invented: 'used' },
    ]);
    expect(
      again.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'drafts_by_invention'").all(),
    ).toHaveLength(1);
  });

  test('refuse a database of a newer version with a message and do not change it', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'colophon.db');
    openDatabase(file).close();
    const newer = new Database(file);
    newer.pragma(`user_version = ${newestVersion() + 1}`);
    newer.close();
    const before = readFileSync(file);
    const error = errorOf(() => openDatabase(file));
    expect(error.code).toBe('newer_data');
    expect(textOf(error.problem)).toBe('This data folder was written by a newer version of Colophon.');
    expect(textOf(error.why)).toContain(String(newestVersion() + 1));
    expect(textOf(error.fix)).not.toBe('');
    expect(readFileSync(file)).toEqual(before);
    expect(readdirSync(folder)).toEqual(['colophon.db']);
  });

  test('that fail halfway leave nothing behind and can be repeated', () => {
    const file = join(temporaryFolder(), 'colophon.db');
    const broken = new Database(file);
    // A dozen tables are created before this one.
    broken.exec('CREATE TABLE uploads (id INTEGER PRIMARY KEY)');
    broken.close();
    setEnvironmentData(watchedWith, ['table uploads']);
    onTestFinished(() => setEnvironmentData(watchedWith));
    expect(errorOf(() => openDatabase(file)).code).toBe('storage');
    const after = new Database(file);
    expect(tablesOf(after)).toEqual(['uploads']);
    expect(after.pragma('user_version', { simple: true })).toBe(0);
    after.exec('DROP TABLE uploads');
    after.close();
    const repaired = openDatabase(file);
    onTestFinished(() => void repaired.close());
    expect(repaired.pragma('user_version', { simple: true })).toBe(newestVersion());
    expect(repaired.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  test('report a file that is not a database as a storage error', () => {
    const file = join(temporaryFolder(), 'colophon.db');
    writeFileSync(file, 'Dear editor, this is a letter and no database.\n'.repeat(100));
    const before = readFileSync(file);
    expect(errorOf(() => openDatabase(file)).code).toBe('storage');
    expect(readFileSync(file)).toEqual(before);
  });
});

describe('a full disk', () => {
  test('is reported, loses nothing, and saving works again when there is space', () => {
    const { db, draftStore, add } = openStores();
    const kept = add(article());
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
    const big = article({ abstract: 'moth '.repeat(20_000) });
    const error = errorOf(() =>
      draftStore.create({ accountId: 'a', draft: derive(big), at: '2026-02-01T00:00:00.000Z' }),
    );
    expect(error.code).toBe('storage');
    expect(textOf(error.problem)).toBe('The disk is full; the last change was not saved.');
    expect(textOf(error.fix)).not.toBe('');
    expect(draftStore.list('a', {}, { by: 'title', direction: 'asc' }, { offset: 0, limit: 10 }).total).toBe(
      1,
    );
    expect(draftStore.get(kept).title).toBe('On moths');
    db.pragma('max_page_count = 100000');
    expect(
      draftStore.create({ accountId: 'a', draft: derive(big), at: '2026-02-01T00:00:00.000Z' }).record,
    ).toEqual(big);
  });

  test('is reported by asynchronous functions too', async () => {
    const { db, draftStore, add } = openStores();
    const id = add(article());
    db.pragma('query_only = ON');
    await expect(draftStore.trash('a', { ids: [id] }, '2026-02-02T00:00:00.000Z')).rejects.toMatchObject({
      code: 'storage',
      problem: saying('Colophon could not read or write its data file.'),
    });
    db.pragma('query_only = OFF');
    expect(draftStore.get(id).trashedAt).toBeNull();
  });
});
