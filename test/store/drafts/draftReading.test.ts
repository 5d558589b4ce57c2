import { expect, onTestFinished, test } from 'vitest';
import { createDraftLists, type DraftLists } from '../../../src/main/store/drafts/draftLists.ts';
import { createDraftReading } from '../../../src/main/store/drafts/draftReading.ts';
import type { DraftSort } from '../../../src/shared/draft/draft.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { workerFiles } from '../../helpers/programFiles.ts';
import { article, openStores } from '../../helpers/storeParts.ts';

const worker = workerFiles.draftWorker;
const byTitle: DraftSort = { by: 'title', direction: 'asc' };
const all = { offset: 0, limit: 100 };

/** The number of drafts from which lists are read in a thread. */
function openReading(many: number, here: Partial<DraftLists> = {}) {
  const stores = openStores();
  const own = { ...refusing, ...here };
  const reading = createDraftReading(stores.db, own, { worker, file: stores.file, many });
  onTestFinished(() => reading.end());
  return { ...stores, lists: createDraftLists(stores.db), reading };
}

const refuse = () => {
  throw new Error('This was to be read in the thread.');
};
const refusing: DraftLists = {
  list: refuse,
  place: refuse,
  facets: refuse,
  facetValues: refuse,
  count: refuse,
  overview: refuse,
  select: refuse,
  selectInOrder: refuse,
  previewRows: refuse,
  previewPositions: refuse,
};

test('long lists of drafts are read in a thread with the same results', async () => {
  const { add, addMany, lists, reading } = openReading(5);
  const first = add(article({ title: 'Bees' }));
  addMany(6, article({ title: 'On beetles' }));
  const selection = { filter: { text: 'beetle' }, except: [first + 1] };
  const answers = await Promise.all([
    reading.list('a', { text: 'beetle' }, byTitle, all),
    reading.facets('a', {}),
    reading.select('a', selection, false),
  ]);
  expect(answers).toEqual([
    lists.list('a', { text: 'beetle' }, byTitle, all),
    lists.facets('a', {}),
    lists.select('a', selection, false),
  ]);
  expect(answers[0].total).toBe(6);
  expect(answers[2]).toHaveLength(5);
});

test('the thread sees what was just written', async () => {
  const { add, addMany, draftStore, reading } = openReading(5);
  addMany(6, article({ title: 'On moths' }));
  const total = async () => (await reading.list('a', {}, byTitle, all)).total;
  expect(await total()).toBe(6);
  for (let count = 7; count < 12; count++) {
    const id = add(article({ title: 'Bees' }));
    expect(await total()).toBe(count);
    expect((await reading.list('a', { text: 'bee' }, byTitle, all)).rows.at(-1)?.id).toBe(id);
  }
  await draftStore.trash('a', { filter: { text: 'bee' }, except: [] }, '2026-03-01T00:00:00.000Z');
  expect(await total()).toBe(6);
});

test('short lists of drafts are read without a thread', () => {
  const answer = { total: 4, rows: [] };
  const { addMany, reading } = openReading(5, { list: () => answer });
  addMany(4, article({ title: 'On moths' }));
  expect(reading.list('a', {}, byTitle, all)).toBe(answer);
});

test('the thread reports database errors like the main thread', async () => {
  const { addMany, db, lists, reading } = openReading(5);
  addMany(6, article({ title: 'On moths' }));
  db.exec('DROP TABLE draft_search');
  const here = () => lists.list('a', { text: 'moth' }, byTitle, all);
  expect(here).toThrow();
  const elsewhere = Promise.resolve(reading.list('a', { text: 'moth' }, byTitle, all));
  const error: AppError = await elsewhere.then(
    () => expect.unreachable(),
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(AppError);
  const { code, problem, details } = error;
  expect(here).toThrow(expect.objectContaining({ code, problem, details }));
});
