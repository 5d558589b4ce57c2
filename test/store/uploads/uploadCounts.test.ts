import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { type Db, openDatabase } from '../../../src/main/store/database.ts';
import { temporaryFolder } from '../../helpers/storeParts.ts';

const states = ['queued', 'sending', 'accepted', 'unsure', 'done', 'refused', 'failed'];
const outcomes = [null, 'created', 'overwrote'];
const at = '2026-02-01T00:00:00.000Z';

const kept = (db: Db) =>
  db.prepare('SELECT upload_id, state, outcome, n FROM upload_counts WHERE n <> 0 ORDER BY 1, 2, 3').all();
const counted = (db: Db) =>
  db
    .prepare(
      `SELECT upload_id, state, coalesce(outcome, '') outcome, count(*) n FROM upload_items GROUP BY 1, 2, 3
       ORDER BY 1, 2, 3`,
    )
    .all();

function addUpload(db: Db, id: number): void {
  db.prepare(
    "INSERT INTO uploads (id, account_id, name, state, created_at) VALUES (?, 'a', 'U', 'running', ?)",
  ).run(id, at);
}

function addItem(db: Db, uploadId: number, state: string, outcome: string | null): void {
  db.prepare(
    'INSERT INTO upload_items (upload_id, draft_id, position, state, outcome, updated_at) VALUES (?, 1, 1, ?, ?, ?)',
  ).run(uploadId, state, outcome, at);
}

test('the counts follow every change of the items', () => {
  const db = openDatabase(join(temporaryFolder(), 'colophon.db'));
  onTestFinished(() => void db.close());
  db.pragma('foreign_keys = OFF');
  addUpload(db, 1);
  addUpload(db, 2);
  db.pragma('foreign_keys = ON');
  const change = fc.record({
    what: fc.constantFrom('add', 'step', 'remove'),
    upload: fc.constantFrom(1, 2),
    state: fc.constantFrom(...states),
    outcome: fc.constantFrom(...outcomes),
    id: fc.integer({ min: 1, max: 12 }),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      for (const { what, upload, state, outcome, id } of changes) {
        if (what === 'add') addItem(db, upload, state, outcome);
        else if (what === 'remove') db.prepare('DELETE FROM upload_items WHERE id = ?').run(id);
        else
          db.prepare('UPDATE upload_items SET state = ?, outcome = ? WHERE id = ?').run(state, outcome, id);
      }
      expect(kept(db)).toEqual(counted(db));
    }),
    { numRuns: 50 },
  );
  db.prepare('DELETE FROM uploads WHERE id = 1').run();
  expect(counted(db)).not.toContainEqual(expect.objectContaining({ upload_id: 1 }));
  expect(kept(db)).toEqual(counted(db));
});
