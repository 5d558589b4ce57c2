import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Db, openDatabase } from '../../../src/main/store/database.ts';
import { randomCases } from '../../helpers/randomCases.ts';
import { account, article, storesOf } from '../../helpers/storeParts.ts';

const id = fc.integer({ min: 1, max: 8 });
const key = fc.constantFrom('x', 'y', 'z', null);
const owner = fc.constantFrom('a', 'b');
const staged = fc.constantFrom(0, 1);
const place = fc.record({ owner, staged, doi: key, url: key, isTrashed: fc.boolean() });

/** What undo does; `COLUMNS` are those that can be written. */
const putBack =
  'INSERT OR IGNORE INTO drafts (COLUMNS) SELECT COLUMNS FROM kept WHERE id = @id AND account_id IN (SELECT id FROM accounts)';

/** What may happen to drafts, as SQL with its parameters. */
const change = fc.oneof(
  { weight: 12, arbitrary: place.map((one) => ({ insert: one })) },
  ...[
    fc.record({ sql: fc.constant('UPDATE drafts SET doi_key = @key WHERE id = @id'), id, key }),
    fc.record({
      sql: fc.constant('UPDATE drafts SET url_key = @key, doi_key = doi_key WHERE id = @id'),
      id,
      key,
    }),
    fc.record({
      sql: fc.constant('UPDATE drafts SET doi_key = @key, staged = 1 - staged WHERE id = @id'),
      id,
      key,
    }),
    fc.record({ sql: fc.constant('UPDATE drafts SET staged = @staged WHERE id >= @id'), id, staged }),
    fc.record({
      sql: fc.constant('UPDATE drafts SET doi_key = url_key, url_key = doi_key WHERE id >= @id'),
      id,
    }),
    fc.record({ sql: fc.constant(`UPDATE drafts SET trashed_at = '2026' WHERE id = @id`), id }),
    fc.record({ sql: fc.constant(putBack), id }),
    fc.record({ sql: fc.constant('DELETE FROM drafts WHERE id = @id'), id }),
    fc.record({ sql: fc.constant('DELETE FROM accounts WHERE id = @owner'), owner: fc.constant('b') }),
  ].map((arbitrary) => ({ weight: 1, arbitrary })),
);

const stored = (db: Db) => db.prepare('SELECT account_id, kind, key FROM shared_keys ORDER BY 1, 2, 3').all();
const scanned = (db: Db) =>
  db
    .prepare(
      `SELECT account_id, kind, key FROM (
         SELECT account_id, 'doi' kind, doi_key key FROM drafts WHERE staged = 0
         UNION ALL SELECT account_id, 'url', url_key FROM drafts WHERE staged = 0)
       WHERE key IS NOT NULL GROUP BY 1, 2, 3 HAVING count(*) > 1 ORDER BY 1, 2, 3`,
    )
    .all();

test('the shared keys are those that a scan of all drafts finds, whatever happens to them', () => {
  let shared = 0;
  fc.assert(
    fc.property(fc.array(change, { minLength: 20, maxLength: 60 }), (changes) => {
      const db = openDatabase(':memory:');
      try {
        const { accountStore, add } = storesOf(db);
        accountStore.insert({ ...account, id: 'b' });
        const hasOwner = db.prepare('SELECT 1 FROM accounts WHERE id = ?');
        const setKeys = db.prepare('UPDATE drafts SET doi_key = ?, url_key = ?, trashed_at = ? WHERE id = ?');
        const columns = db.prepare("SELECT name FROM pragma_table_info('drafts')").pluck().all().join(', ');
        const withColumns = (sql: string) => sql.replaceAll('COLUMNS', columns);
        db.exec(withColumns('CREATE TEMP TABLE kept AS SELECT COLUMNS FROM drafts'));
        const keep = db.prepare(withColumns('INSERT INTO kept SELECT COLUMNS FROM drafts WHERE id = ?'));
        for (const one of changes) {
          if ('sql' in one) db.prepare(withColumns(one.sql)).run(one);
          else if (hasOwner.get(one.insert.owner)) {
            const { owner: accountId, doi, url, isTrashed } = one.insert;
            const made = add(article(), { accountId, staged: one.insert.staged === 1 });
            setKeys.run(doi, url, isTrashed ? '2026' : null, made);
            keep.run(made);
          }
          expect(stored(db)).toEqual(scanned(db));
          shared += stored(db).length;
        }
      } finally {
        db.close();
      }
    }),
    randomCases(40, 400),
  );
  expect(shared).toBeGreaterThan(100);
});
