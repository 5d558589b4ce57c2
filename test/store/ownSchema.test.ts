import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isForeign, openAsIs, openDatabase, openToRead } from '../../src/main/store/database.ts';
import { createOfficeTriggers } from '../../src/main/store/office/officeTriggers.ts';
import { foreignParts, readSchema } from '../../src/main/store/ownSchema.ts';
import { newestVersion } from '../../src/main/store/schema/versions.ts';
import { AppError } from '../../src/shared/errors.ts';
import { asLaterVersion } from '../helpers/asLaterVersion.ts';
import { account, openStores, temporaryFolder } from '../helpers/storeParts.ts';
import { textOf } from '../helpers/textOf.ts';

/** What somebody can leave in a file that they pass on, each with the part that is named. */
const planted: [what: string, sql: string, part: string][] = [
  [
    'a trigger that moves an account’s address',
    `CREATE TRIGGER t AFTER UPDATE ON settings BEGIN UPDATE accounts SET base = 'https://elsewhere.example/'; END`,
    'trigger t',
  ],
  [
    'a trigger that changes authors at each save',
    `CREATE TRIGGER z AFTER UPDATE OF record ON drafts WHEN new.authors <> 'Eve' BEGIN
       UPDATE drafts SET authors = 'Eve' WHERE id = new.id; END`,
    'trigger z',
  ],
  [
    'a trigger instead of one of Colophon’s',
    `DROP TRIGGER drafts_leave_summary_search; CREATE TRIGGER drafts_leave_summary_search AFTER DELETE ON drafts
       BEGIN DELETE FROM accounts; END`,
    'trigger drafts_leave_summary_search',
  ],
  [
    'a view instead of a table',
    `DROP TABLE funders; CREATE VIEW funders AS SELECT id, base AS name FROM accounts`,
    'view funders',
  ],
  ['a view', 'CREATE VIEW more AS SELECT * FROM drafts', 'view more'],
  ['a table', 'CREATE TABLE more (a, b)', 'table more'],
  ['a virtual table', 'CREATE VIRTUAL TABLE more USING fts5 (a)', 'table more'],
  ['a computed column', 'ALTER TABLE drafts ADD COLUMN more TEXT AS (upper(title))', 'table drafts'],
  ['another default', `ALTER TABLE accounts ADD COLUMN more TEXT DEFAULT 'x'`, 'table accounts'],
  ['an index on an expression', 'CREATE INDEX more ON drafts (json_extract(record, title))', 'index more'],
  ['a partial index', 'CREATE INDEX more ON drafts (title) WHERE length(record) > 5', 'index more'],
  ['a missing trigger', 'DROP TRIGGER drafts_leave_summary_search', 'trigger drafts_leave_summary_search'],
];

function newFile(): string {
  const file = join(temporaryFolder(), 'colophon.db');
  openDatabase(file).close();
  return file;
}

function plant(file: string, sql: string): void {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}

function errorOf(run: () => unknown): AppError {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('a data file or backup', () => {
  test.each(planted)(
    'with %s is refused however it is opened, and nothing in it runs',
    (_what, sql, part) => {
      const file = newFile();
      plant(file, sql);
      for (const open of [openDatabase, openToRead, openAsIs]) {
        const error = errorOf(() => open(file).close());
        expect(isForeign(error)).toBe(true);
        expect(error.details.split(', ')).toContain(part);
        expect(textOf(error.problem)).toBe('This data file contains parts that Colophon did not make.');
      }
    },
  );

  test('with a changed condition on a value is refused', () => {
    const file = newFile();
    const db = new Database(file);
    db.unsafeMode();
    db.pragma('writable_schema = ON');
    const changed = db
      .prepare(
        `UPDATE sqlite_schema SET sql = replace(sql, '''incomplete'', ''warnings''', '''incomplete'', ''x'', ''warnings''')
         WHERE name = 'drafts'`,
      )
      .run();
    expect(changed.changes).toBe(1);
    db.close();
    expect(errorOf(() => openDatabase(file).close()).details).toBe('table drafts');
  });

  test('of an older version is compared with that version, before its migrations run', () => {
    const file = join(temporaryFolder(), 'colophon.db');
    openDatabase(file).close();
    asLaterVersion();
    plant(file, `CREATE TRIGGER t AFTER INSERT ON drafts BEGIN DELETE FROM accounts; END`);
    expect(errorOf(() => openDatabase(file).close()).details).toBe('trigger t');
    plant(file, 'DROP TRIGGER t');
    const db = openDatabase(file);
    expect(db.pragma('user_version', { simple: true })).toBe(newestVersion());
    db.close();
  });

  test('that claims another version than its tables have is refused', () => {
    const file = newFile();
    asLaterVersion();
    plant(file, 'PRAGMA user_version = 2');
    expect(isForeign(errorOf(() => openDatabase(file).close()))).toBe(true);
  });

  test('in an office has its triggers, and no others under their names', () => {
    const { db, file } = openStores();
    createOfficeTriggers(db);
    db.exec(
      `DROP TRIGGER office_account_changed; CREATE TRIGGER office_account_changed AFTER UPDATE ON drafts
       BEGIN UPDATE accounts SET base = 'https://elsewhere.example/'; END`,
    );
    db.close();
    const again = openDatabase(file);
    onTestFinished(() => void again.close());
    again.exec(`UPDATE drafts SET title = 'x'`);
    const triggers = again
      .prepare(
        `SELECT count(*) FROM sqlite_schema WHERE name LIKE 'office@_%' ESCAPE '@' AND type = 'trigger'`,
      )
      .pluck();
    const before = triggers.get() as number;
    createOfficeTriggers(again);
    expect(triggers.get()).toBe(before + 1);
    expect(again.prepare('SELECT base FROM accounts').pluck().all()).toEqual([account.base]);
  });

  test('is opened so that no statement can change its schema as a table, and its schema is not trusted', () => {
    const db = openDatabase(newFile());
    onTestFinished(() => void db.close());
    expect(() =>
      db.exec(`PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = '' WHERE name = 'drafts'`),
    ).toThrow('may not be modified');
    expect(db.pragma('trusted_schema', { simple: true })).toBe(0);
    expect(db.pragma('cell_size_check', { simple: true })).toBe(1);
    db.exec('CREATE VIEW two AS SELECT sort_key(title) FROM drafts');
    expect(() => db.prepare('SELECT * FROM two').all()).toThrow('unsafe use of sort_key');
  });
});

test.each(['\u00a0', '\u2003', '\u3000', '\u2028', '\ufeff', '\v'])(
  'a character that only looks blank (%j) is part of a name',
  (blank) => {
    const [expected, other] = [new Database(':memory:'), new Database(':memory:')];
    expected.exec('CREATE TABLE t (a, b)');
    // SQLite refuses some of them outside quotation marks, which it may leave out of a name.
    other.exec(`CREATE TABLE t (a, "b")`);
    expect(foreignParts(other, readSchema(expected))).toEqual([]);
    const forged = new Database(':memory:');
    forged.unsafeMode();
    forged.pragma('writable_schema = ON');
    forged.exec('CREATE TABLE t (a, b)');
    forged.prepare('UPDATE sqlite_schema SET sql = ?').run(`CREATE TABLE t (a,${blank}b)`);
    expect(foreignParts(forged, readSchema(expected))).toEqual(['table t']);
    for (const db of [expected, other, forged]) db.close();
  },
);
