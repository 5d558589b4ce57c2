import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createArticleSnapshots } from '../../../../src/main/outbox/articles/sending/articleSnapshots.ts';
import type { NewItem } from '../../../../src/main/store/uploads/uploadRows.ts';
import type { Dialect } from '../../../../src/shared/directory/account.ts';
import type { DraftRecord } from '../../../../src/shared/draft/draft.ts';
import type { AppError } from '../../../../src/shared/errors.ts';
import {
  hitOf,
  openSearchedArticles,
  type SearchAnswer,
  type SearchedArticles,
} from '../../../helpers/searchedArticles.ts';
import { article } from '../../../helpers/testDirectory.ts';
import { textOf } from '../../../helpers/textOf.ts';

let queue: SearchedArticles;
let snapshots: ReturnType<typeof createArticleSnapshots>;
/** Turns of the limiter that were not needed. */
let givenBack = 0;
beforeAll(async () => {
  queue = await openSearchedArticles();
  queue.clock.elapsed = 3_600_000;
});
beforeEach(() => {
  const giveBack = () => {
    givenBack += 1;
  };
  const limiter = () => ({ ...queue.parts.limiter(), giveBack });
  snapshots = createArticleSnapshots({ ...queue.parts, limiter, steps: queue.steps });
  queue.directory.find = () => [];
  queue.settings.batchBytes = 100_000;
  givenBack = 0;
});
afterAll(() => queue.close());

const { signal } = new AbortController();
const at = '2026-01-01T00:00:00.000Z';
const fine = { kind: 'fine' };
let last = 0;
const fresh = (change: DraftRecord = {}) => article(++last, change);
const id = (number: number) => `r${number}`;
/** An article with this DOI and no address. */
const withDoi = (doi: string) =>
  fresh({
    link: [],
    identifier: [
      { type: 'doi', id: doi },
      { type: 'pissn', id: '1234-5679' },
    ],
  });
const changed = ({ bibjson }: DraftRecord): DraftRecord => ({
  bibjson: { ...(bibjson as object), title: 'As the directory has it' },
});

/** A draft that was stored with the same keys under an id. */
function known(record: DraftRecord, remoteId: string | null = id(last), sentAt = at): number {
  const draft = queue.addDraft(record);
  const keys = queue.db.prepare<[number], { doiKey: string | null; urlKey: string | null }>(
    'SELECT doi_key doiKey, url_key urlKey FROM drafts WHERE id = ?',
  );
  queue.draftSync.setSent([
    { content: null, id: draft, hash: '', ...keys.get(draft)!, remoteId, at: sentAt },
  ]);
  return draft;
}
const wanted = (draftIds: readonly number[], more: Partial<NewItem> = {}) =>
  queue.queue(draftIds, { keeping: 'wanted', ...more });
const trash = (draftId: number) =>
  queue.db.prepare('UPDATE drafts SET trashed_at = ? WHERE id = ?').run(at, draftId);
const missing = (uploadId: number) => snapshots.missing(uploadId).map(({ draftId }) => draftId);
const take = (uploadId: number, given = signal) =>
  snapshots.take(uploadId, snapshots.missing(uploadId), given);
const keepings = (uploadId: number) => queue.rows(uploadId).map(({ keeping }) => keeping);
const only = (uploadId: number) => queue.rows(uploadId)[0]!;
const versionOf = (uploadId: number) => queue.versions.get(only(uploadId).versionId!);
/** The number of records in each search from `after` on. */
const sizes = (after: number) =>
  queue
    .searches()
    .slice(after)
    .map((query) => query.split(' OR ').length);
const useDialect = (dialect: Dialect) => queue.accounts.update('a', { dialect });

describe('records that need a snapshot', () => {
  test('are those of an upload that overwrites something, without those that are held back', () => {
    const drafts = Array.from({ length: 3 }, () => known(fresh()));
    expect(missing(queue.queue(drafts))).toEqual([]);
    const uploadId = wanted(drafts);
    trash(drafts[1]!);
    expect(missing(uploadId)).toEqual([drafts[0], drafts[2]]);
  });

  test('are not looked up before the batch that they are sent with, but with records that need it now', () => {
    const drafts = Array.from({ length: 3 }, () => known(fresh()));
    const uploadId = wanted(drafts);
    const [first] = queue.rows(uploadId);
    queue.settings.batchBytes = 199;
    expect(missing(uploadId)).toEqual(drafts);
    queue.db.prepare(`UPDATE upload_items SET keeping = 'no' WHERE id = ?`).run(first!.id);
    expect(missing(uploadId)).toEqual(drafts.slice(1));
    queue.settings.batchBytes = 100;
    expect(missing(uploadId)).toEqual(drafts.slice(1));
    queue.settings.batchBytes = 99;
    expect(missing(uploadId)).toEqual([]);
    // A record that is held back takes no place in the batch.
    trash(drafts[0]!);
    expect(missing(uploadId)).toEqual(drafts.slice(1));
  });

  test('are at most as many as one search finds', async () => {
    const drafts = Array(101).fill(known(fresh()));
    const uploadId = wanted(drafts);
    expect(missing(uploadId)).toHaveLength(100);
    const asked = queue.searches().length;
    expect(await take(uploadId)).toEqual(fine);
    expect(sizes(asked)).toEqual([100]);
    expect(queue.addresses().at(-1)).toContain('?page=1&pageSize=100');
    expect(queue.requests.count(uploadId)).toBe(1);
    expect(missing(uploadId)).toHaveLength(1);
  });
});

describe('a snapshot', () => {
  test('is the record as the directory has it', async () => {
    const record = fresh();
    const uploadId = wanted([known(record)]);
    const hit = hitOf(changed(record), id(last));
    queue.directory.find = () => [hitOf(fresh(), id(1)), hit];
    expect(await take(uploadId)).toEqual(fine);
    expect(givenBack).toBe(0);
    expect(versionOf(uploadId)).toMatchObject({
      ...{ accountId: 'a', kind: 'article', why: 'overwritten', remoteId: hit.id, uploadId },
      ...{ recordId: only(uploadId).draftId, title: 'As the directory has it', record: hit },
      at: '2026-01-01T01:00:00.000Z',
    });
    expect(only(uploadId).keeping).toBe('kept');
    expect(missing(uploadId)).toEqual([]);
  });

  test('is of the record with the known id, or else of the first that would be overwritten', async () => {
    useDialect('3.0.1');
    const [record, other] = [fresh(), fresh()];
    const uploads = [wanted([known(record, id(9_001))]), wanted([known(other, null)])];
    queue.directory.find = () =>
      [record, record, other, other].map((hit, n) => hitOf(changed(hit), id(9_000 + n)));
    for (const uploadId of uploads) await take(uploadId);
    expect(uploads.map((uploadId) => versionOf(uploadId).remoteId)).toEqual([id(9_001), id(9_002)]);
  });

  test.each([
    ['3.0.1', 'kept'],
    ['4.0', 'nothing'],
  ] as const)('is taken of what version %s overwrites with an equal DOI: %s', async (dialect, keeping) => {
    useDialect(dialect);
    const record = fresh();
    const uploadId = wanted([known(record)]);
    const link = [{ type: 'fulltext', url: 'https://j1.example.org/elsewhere' }];
    queue.directory.find = () => [hitOf(article(last, { link }), id(last))];
    await take(uploadId);
    expect(only(uploadId).keeping).toBe(keeping);
    useDialect('4.0');
  });

  test('is not needed for a record that the directory no longer has', async () => {
    const uploadId = wanted([known(fresh())]);
    await take(uploadId);
    expect(only(uploadId)).toMatchObject({ keeping: 'nothing', versionId: null });
  });

  test('stays the earlier version if the directory has what a lost request sent', async () => {
    const record = fresh();
    const uploadId = wanted([known(record)]);
    queue.directory.find = () => [hitOf(changed(record), id(last))];
    await take(uploadId);
    const { id: itemId, versionId } = only(uploadId);
    const sendAgain = () => {
      queue.claim(uploadId);
      queue.uploads.step([itemId], 'sending', { state: 'unsure' }, at);
      queue.uploads.step([itemId], 'unsure', { state: 'queued' }, at);
      queue.uploads.keepAnew([itemId]);
    };
    sendAgain();
    queue.directory.find = () => [hitOf(record, id(last))];
    await take(uploadId);
    expect(only(uploadId)).toMatchObject({ keeping: 'kept', versionId });
    // Somebody else changed it since.
    sendAgain();
    const foreign = { ...record, bibjson: { ...(record.bibjson as object), title: 'Foreign' } };
    queue.directory.find = () => [hitOf(foreign, id(last))];
    await take(uploadId);
    expect(versionOf(uploadId).title).toBe('Foreign');
  });

  test('is also of content that was sent before, if there is no earlier one', async () => {
    const record = fresh();
    const uploadId = wanted([known(record)]);
    await take(uploadId);
    queue.claim(uploadId);
    queue.uploads.step([only(uploadId).id], 'sending', { state: 'queued' }, at);
    queue.uploads.keepAnew([only(uploadId).id]);
    queue.directory.find = () => [hitOf(record, id(last))];
    await take(uploadId);
    expect(versionOf(uploadId).remoteId).toBe(id(last));
  });

  test('is taken again if its request was not processed and is repeated much later', async () => {
    const record = fresh();
    const uploadId = wanted([known(record)]);
    queue.directory.find = () => [hitOf(changed(record), id(last))];
    await take(uploadId);
    const item = only(uploadId);
    queue.claim(uploadId);
    queue.steps.queueAgain(uploadId, 'sending', 'not processed', [item]);
    expect(missing(uploadId)).toEqual([]);
    queue.clock.elapsed += 10 * 60_000 + 1;
    expect(missing(uploadId)).toEqual([item.draftId]);
  });
});

describe('a search for snapshots', () => {
  test('waits until the directory shows what was stored last, for all records at once', async () => {
    const stored = (ago: number) => new Date(queue.clock.now() - ago).toISOString();
    const draft = (sentAt: string) => known(fresh(), id(last), sentAt);
    const recent = wanted([
      ...[queue.addDraft(fresh()), draft(stored(2_499))],
      ...[draft(stored(9_999)), draft(stored(0))],
    ]);
    const asked = queue.searches().length;
    expect(await take(recent)).toEqual(fine);
    const due = queue.clock.monotonic() + 2_500;
    expect(queue.rows(recent).map(({ dueMs }) => dueMs)).toEqual(Array(4).fill(due));
    expect(givenBack).toBe(1);
    expect(queue.searches()).toHaveLength(asked);
    // A clock that was set back shows times of the future.
    for (const ago of [2_500, 2_501, -1]) await take(wanted([draft(stored(ago))]));
    expect(queue.searches()).toHaveLength(asked + 3);
  });

  test('is not needed for records that cannot be looked up', async () => {
    const [odd, usual] = ['10.5555/\u007f', 'DOI:10.5555/As-Written'].map((doi) =>
      queue.addDraft(withDoi(doi)),
    ) as [number, number];
    const asked = queue.searches().length;
    const alone = wanted([odd]);
    expect(await take(alone)).toEqual(fine);
    expect([queue.searches().length, givenBack]).toEqual([asked, 1]);
    const both = wanted([odd, usual]);
    await take(both);
    expect([queue.searches().length, givenBack]).toEqual([asked + 1, 1]);
    expect(queue.searches().at(-1)).toContain('"10.5555\\/as-written"');
    expect([...keepings(alone), ...keepings(both)]).toEqual(['nothing', 'nothing', 'nothing']);
    expect(await snapshots.take(both, [], signal)).toEqual(fine);
    expect(queue.searches()).toHaveLength(asked + 1);
  });

  test('has as many records as fit into an address', async () => {
    const long = (number: number) => withDoi(`10.5555/${number}${'x'.repeat(1_550)}`);
    const uploadId = wanted([1, 2, 3].map((number) => queue.addDraft(long(number))));
    await take(uploadId);
    expect(keepings(uploadId)).toEqual(['nothing', 'nothing', 'wanted']);
  });

  test.each([
    ['refused', () => 400],
    ['too long', () => 414],
    ['perhaps too long for its answer', () => 502],
    ['answered with a part of what it found', () => ({ total: 10, results: [] })],
  ])('that was %s is repeated with half of its records, until one succeeds', async (_name, answer) => {
    const uploadId = wanted(Array.from({ length: 9 }, () => known(fresh())));
    const asked = queue.searches().length;
    let failures = 1;
    queue.directory.find = () => (failures-- > 0 ? answer() : []);
    expect(await take(uploadId)).toEqual(fine);
    expect(keepings(uploadId)).toEqual(Array(9).fill('wanted'));
    while (missing(uploadId).length > 0) await take(uploadId);
    expect(sizes(asked)).toEqual([9, 4, 5]);
  });

  test('takes what it found of a single record, however many there are', async () => {
    const record = fresh();
    const uploadId = wanted([known(record)]);
    queue.directory.find = () => ({ total: 200, results: [hitOf(changed(record), id(last))] });
    await take(uploadId);
    expect(only(uploadId).keeping).toBe('kept');
  });

  test.each([400, 414])('that is refused three times holds back its one record alone: %i', async (status) => {
    const uploadId = wanted([known(fresh())]);
    queue.directory.find = () => status;
    for (let refusal = 0; refusal < 2; refusal++) {
      await expect(take(uploadId)).rejects.toMatchObject({ status });
      expect(only(uploadId).keeping).toBe('wanted');
    }
    expect(await take(uploadId)).toEqual(fine);
    expectHeldBack(uploadId, 'queue.unread.refused');
    const other = wanted([known(fresh())]);
    await expect(take(other)).rejects.toMatchObject({ status });
    expect(only(other).keeping).toBe('wanted');
  });

  test('that a gateway does not answer for a single record is no refusal, however often', async () => {
    const uploadId = wanted([known(fresh())]);
    queue.directory.find = () => 502;
    for (let times = 0; times < 4; times++) {
      await expect(take(uploadId)).rejects.toMatchObject({ status: 502 });
      expect(only(uploadId)).toMatchObject({ state: 'queued', keeping: 'wanted' });
    }
  });

  test('that finds more than a page without the article of a single record holds it back', async () => {
    const uploadId = wanted([known(fresh())]);
    queue.directory.find = () => ({ total: 200, results: [hitOf(article(900), 'another')] });
    expect(await take(uploadId)).toEqual(fine);
    expectHeldBack(uploadId, 'queue.unread.tooMany');
  });

  function expectHeldBack(uploadId: number, key: string): void {
    expect(missing(uploadId)).toEqual([]);
    const [item] = queue.uploads.items(uploadId, { states: ['refused'], offset: 0, limit: 1 }).items;
    expect(item!.refusal).toMatchObject({ code: 'hit-unreadable', message: { key } });
  }

  test.each<[string, (hit: DraftRecord) => SearchAnswer]>([
    ['without an id', ({ id: _id, ...hit }) => [hit]],
    ['with an id that is none', (hit) => [{ ...hit, id: 1e300 }]],
    ['without a record', ({ id: remoteId }) => [{ id: remoteId }]],
    ['whose DOI cannot be read', (hit) => [{ ...hit, bibjson: { identifier: '10.5555/1' } }]],
    ['that is only counted', () => ({ total: 1, results: [] })],
  ])('that finds a record %s never lets it be overwritten', async (_name, spoilt) => {
    const uploadId = wanted([known(fresh()), known(fresh()), known(fresh())]);
    const there = [last - 2, last - 1, last].map((n) => hitOf(changed(article(n)), id(n)));
    queue.directory.find = (query) => {
      const asked: string[] = query.match(/\br\d+\b/g) ?? [];
      const found = there.filter((hit) => asked.includes(hit.id));
      const lie = spoilt(there[1]!);
      if (!found.includes(there[1]!)) return found;
      return Array.isArray(lie) ? [...found.filter((hit) => hit !== there[1]), ...lie] : lie;
    };
    for (let asked = 0; missing(uploadId).length > 0 && asked < 20; asked++)
      await take(uploadId).catch((error: unknown) =>
        expect((error as AppError).problem.key).toBe('directory.problem.hit.message'),
      );
    expect(keepings(uploadId)).toEqual(['kept', 'wanted', 'kept']);
    expect(queue.rows(uploadId).map(({ state }) => state)).toEqual(['queued', 'refused', 'queued']);
    const [item] = queue.uploads.items(uploadId, { states: ['refused'], offset: 0, limit: 1 }).items;
    expect(item!.refusal).toMatchObject({ code: 'hit-unreadable' });
    expect(textOf(item!.refusal!.message)).toContain('cannot read in the directory’s answer');
  });

  test('that fails or is stopped decides nothing', async () => {
    const uploadId = wanted([known(fresh()), known(fresh())]);
    const asked = queue.searches().length;
    queue.directory.find = () => 500;
    await expect(take(uploadId)).rejects.toMatchObject({ status: 500 });
    queue.directory.find = () => [];
    await expect(take(uploadId, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
    expect(keepings(uploadId)).toEqual(['wanted', 'wanted']);
    await take(uploadId);
    expect(sizes(asked).at(-1)).toBe(2);
  });
});
