import { describe, expect, test } from 'vitest';
import { createVersionStore, type NewVersion } from '../../../src/main/store/drafts/versionStore.ts';
import { saying } from '../../helpers/saying.ts';
import { article, openStores, planOf } from '../../helpers/storeParts.ts';

const day = 24 * 3600 * 1000;
const now = Date.parse('2026-11-21T00:00:00.000Z');
const ago = (days: number) => new Date(now - days * day).toISOString();

function open() {
  const { db } = openStores();
  const store = createVersionStore(db);
  const keep = (version: Partial<NewVersion> = {}) =>
    store.keep({
      ...{ accountId: 'a', kind: 'article', why: 'overwritten', remoteId: 'r1', recordId: 1, uploadId: null },
      ...{ at: ago(0), title: 'On moths', content: 'one', record: article() },
      ...version,
    });
  const listed = (recordId = 1, remoteId: string | null = 'r1') =>
    store.ofRecord({ accountId: 'a', kind: 'article', recordId, remoteId });
  return { db, store, keep, listed };
}

describe('earlier versions', () => {
  test('are stored once per content, as last seen', () => {
    const { keep, listed } = open();
    const first = keep({ at: ago(9) });
    keep({ at: ago(5), content: 'two', title: 'On mothballs' });
    expect(keep({ at: ago(1), why: 'withdrawn', uploadId: 7 })).toBe(first);
    expect(listed()).toMatchObject([
      { id: first, at: ago(1), why: 'withdrawn', uploadId: 7 },
      { at: ago(5), title: 'On mothballs' },
    ]);
  });

  test('belong to a record, whichever draft overwrote it, or to a draft that the directory does not have', () => {
    const { keep, listed } = open();
    keep();
    keep({ remoteId: 'r2' });
    keep({ remoteId: 'r2', recordId: 2, content: 'two' });
    keep({ remoteId: null, recordId: 3, why: 'draft' });
    keep({ kind: 'application', recordId: 3, content: 'three' });
    expect(listed(2, 'r2')).toHaveLength(2);
    expect(listed(3, null)).toHaveLength(1);
    expect(listed(9, null)).toEqual([]);
  });

  test('older than a year are removed, except the last three of a record', async () => {
    const { store, keep, listed } = open();
    for (const days of [900, 800, 700, 600, 500]) keep({ at: ago(days), content: String(days) });
    for (const days of [900, 20, 10, 5])
      keep({ at: ago(days), content: String(days), remoteId: 'r2', recordId: 2 });
    keep({ at: ago(400), remoteId: null, recordId: 3, why: 'draft' });
    expect(await store.removeOld(now)).toBe(3);
    expect(listed().map(({ at }) => at)).toEqual([ago(500), ago(600), ago(700)]);
    expect(listed(2, 'r2')).toHaveLength(3);
    expect(listed(3, null)).toHaveLength(1);
    expect(await store.removeOld(now)).toBe(0);
  });

  test('that were removed are reported as such', () => {
    const { store } = open();
    expect(() => store.get(1)).toThrow(
      expect.objectContaining({ problem: saying('This earlier version is no longer available.') }),
    );
  });

  test('are found by an index', () => {
    const { db } = open();
    for (const sql of [
      `SELECT id FROM earlier_versions WHERE account_id = ? AND kind = ? AND remote_id = ?`,
      `SELECT id FROM earlier_versions WHERE kind = ? AND record_id = ?`,
      `SELECT id FROM earlier_versions WHERE at < ?`,
      `SELECT id FROM earlier_versions WHERE account_id = ? AND kind = ? AND record_id = ? AND remote_id IS NULL`,
    ])
      expect(planOf(db, sql)).toMatch(/USING (COVERING )?INDEX earlier_versions_by_/);
  });
});
