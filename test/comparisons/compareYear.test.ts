import { expect, test } from 'vitest';
import { compareYear, holdArticle } from '../../src/main/comparisons/compareYear.ts';
import { createComparisonStore } from '../../src/main/store/comparisons/comparisonStore.ts';
import { createDraftsToCompare } from '../../src/main/store/comparisons/draftsToCompare.ts';
import { numbers, remoteId, storedAs } from '../helpers/directoryYear.ts';
import { onlyInFullRuns } from '../helpers/fullRuns.ts';
import { derive, openStores } from '../helpers/storeParts.ts';
import { article } from '../helpers/testDirectory.ts';

const issns = ['1234-5679', '2345-6787'];
const at = '2026-01-01T00:00:00.000Z';

test('10,000 articles are compared, listed, set aside and removed in slices', onlyInFullRuns, async () => {
  const { db, writer } = openStores();
  const store = createComparisonStore(db);
  const all = numbers(10_000);
  db.transaction(() => {
    for (const number of all)
      writer.insert({ accountId: 'a', draft: derive(article(number + 100)), at: '2026-02-01T00:00:00.000Z' });
  })();
  const there = all.map((number) => {
    const title = number < 300 ? 'Another title' : `Article ${number}`;
    return holdArticle({ id: remoteId(number), record: storedAs(number, { title }) });
  });
  const id = store.create({ accountId: 'a', journalTitle: 'J', issns, year: '2024', at });
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  await compareYear({
    accountId: 'a',
    issns,
    year: '2024',
    there,
    drafts: createDraftsToCompare(db),
    write: (rows) => store.addRows(id, rows),
    signal: new AbortController().signal,
  });
  expect(store.get(id).counts).toMatchObject({ same: 0 });
  store.finish(id, 'done', null, at);
  expect(store.get(id)).toMatchObject({
    counts: { 'missing-there': 100, 'missing-here': 100, different: 200, same: 9700, 'crossref-only': 0 },
  });
  expect(turns).toBeGreaterThan(100);
  const page = store.rows(id, { outcomes: ['different', 'same'], aside: false, offset: 9890, limit: 50 });
  expect(page).toMatchObject({ total: 9900, rows: { length: 10 } });
  await store.setAside(id, store.rowIds(id, 'same'), true);
  expect(store.get(id)).toMatchObject({ aside: 9700, counts: { same: 0 } });
  const before = turns;
  await store.remove(id);
  clearInterval(timer);
  expect(turns - before).toBeGreaterThan(10);
  expect(db.prepare('SELECT count(*) FROM comparison_rows').pluck().get()).toBe(0);
});

test('a stop takes effect before the next slice and nothing is written after it', async () => {
  const { db, add } = openStores();
  add(article(1));
  const stopping = new AbortController();
  const written: unknown[] = [];
  const run = compareYear({
    accountId: 'a',
    issns,
    year: '2024',
    there: numbers(500).map((number) => holdArticle({ id: remoteId(number), record: storedAs(number) })),
    drafts: createDraftsToCompare(db),
    write: (rows) => {
      written.push(...rows);
      stopping.abort(new Error('stopped'));
    },
    signal: stopping.signal,
  });
  await expect(run).rejects.toThrow('stopped');
  expect(written).toHaveLength(100);
});
