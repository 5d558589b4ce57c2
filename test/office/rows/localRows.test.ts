import { expect, test } from 'vitest';
import { createLocalRows } from '../../../src/main/office/rows/localRows.ts';
import { createComparisonStore } from '../../../src/main/store/comparisons/comparisonStore.ts';
import { createDraftsToCompare } from '../../../src/main/store/comparisons/draftsToCompare.ts';
import { createOfficeStore } from '../../../src/main/store/office/officeStore.ts';
import { createOfficeTriggers } from '../../../src/main/store/office/officeTriggers.ts';
import type { JsonObject } from '../../../src/shared/json.ts';
import { article, derive, openStores } from '../../helpers/storeParts.ts';

const at = '2026-02-01T00:00:00.000Z';

function openRows() {
  const { db } = openStores();
  createOfficeTriggers(db);
  const rows = createLocalRows(db, createOfficeStore(db), { now: () => Date.parse(at) });
  const find = (word: string) =>
    db.prepare('SELECT rowid FROM draft_summary_search WHERE draft_summary_search MATCH ?').pluck().all(word);
  const titled = (title: string) => {
    const { bibjson, ...record } = article() as { bibjson: JsonObject };
    return { accountId: 'a', at, content: { record: { ...record, bibjson: { ...bibjson, title } } } };
  };
  return {
    db,
    rows,
    find,
    titled,
    together: <T>(work: () => T): T => db.transaction(() => rows.together(work))(),
  };
}

test('search finds what colleagues wrote, and nothing of what they removed in the same transaction', () => {
  const { rows, find, titled, together } = openRows();
  const kept = together(() => {
    const removed = rows.insert('article', titled('Beetles of the marsh'));
    const stays = rows.insert('article', titled('Wasps of the marsh'));
    rows.update('article', removed, titled('Flies of the marsh'));
    rows.remove('article', removed);
    return stays;
  });
  expect(find('marsh')).toEqual([kept]);
  expect(find('flies OR beetles')).toEqual([]);
});

test('search finds nothing of a transaction that failed', () => {
  const { rows, find, titled, together } = openRows();
  const kept = together(() => rows.insert('article', titled('Wasps of the marsh')));
  const fail = () =>
    together(() => {
      rows.update('article', kept, titled('Flies of the marsh'));
      throw new Error('The row cannot be stored.');
    });
  expect(fail).toThrow('cannot be stored');
  together(() => rows.insert('article', titled('Beetles of the dunes')));
  expect(find('flies')).toEqual([]);
  expect(find('wasps')).toEqual([kept]);
});

test('the copy of a comparison is outdated once a colleague has sent the draft, not when it was only refused', () => {
  const { db, rows, titled, together } = openRows();
  const row = titled('Wasps of the marsh');
  const ids = together(() => [1, 2].map(() => Number(rows.insert('article', row))));
  const issns = ['1234-5679'];
  const comparison = createComparisonStore(db).create({
    accountId: 'a',
    journalTitle: 'J',
    issns,
    year: '2025',
    at,
  });
  const refusal = { refusal: { words: 'no' }, refusal_hash: 'h', refusal_state: 'refused' };
  together(() => {
    rows.update('article', ids[0]!, { ...row, content: { ...row.content, sent_hash: 'h', sent_at: at } });
    rows.update('article', ids[1]!, { ...row, content: { ...row.content, ...refusal } });
  });
  const draft = derive(article({ title: 'As it was before' }));
  const drafts = createDraftsToCompare(db);
  const written = ids.map((id) => {
    const { version } = drafts.read(id)!;
    return drafts.writeOver({ id, version, draft, at, comparison }, null);
  });
  expect(written).toEqual([false, true]);
});
