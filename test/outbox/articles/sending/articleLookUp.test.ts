import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createArticleLookUp } from '../../../../src/main/outbox/articles/sending/articleLookUp.ts';
import { neverDue } from '../../../../src/main/store/uploads/uploadItemQueue.ts';
import type { DraftRecord } from '../../../../src/shared/draft/draft.ts';
import { hitOf, openSearchedArticles, type SearchedArticles } from '../../../helpers/searchedArticles.ts';
import { article } from '../../../helpers/testDirectory.ts';
import { textOf } from '../../../helpers/textOf.ts';

let queue: SearchedArticles;
let lookUp: ReturnType<typeof createArticleLookUp>;
beforeAll(async () => {
  queue = await openSearchedArticles();
});
beforeEach(() => {
  lookUp = createArticleLookUp({ ...queue.parts, steps: queue.steps });
  queue.directory.find = () => [];
  queue.changedDrafts.length = 0;
});
afterAll(() => queue.close());

const { signal } = new AbortController();
const now = () => queue.clock.monotonic();
let last = 0;
/** An article with keys that no other test has. */
const fresh = (change: DraftRecord = {}) => article(++last, change);
/** The same article with another title. */
const changed = ({ bibjson }: DraftRecord): DraftRecord => ({
  bibjson: { ...(bibjson as object), title: 'Changed' },
});
const id = (number: number) => number.toString(16).padStart(32, '0');
const at = '2026-01-01T00:00:00.000Z';

/** Sends records in one request without an answer; returns the upload. */
function unclear(records: readonly DraftRecord[], { attempts = 1, dueMs = 0, doi = '' } = {}): number {
  const uploadId = queue.queue(
    records.map((record) => queue.addDraft(record)),
    { doi },
  );
  queue.claim(uploadId);
  const ids = queue.rows(uploadId).map((row) => row.id);
  queue.uploads.step(ids, 'sending', { state: 'unsure', attempts: attempts - 1, dueMs }, at);
  return uploadId;
}

/** Sends records that were stored without an answer with their ids; returns the upload. */
function stored(records: readonly DraftRecord[], outcome: 'created' | 'overwrote' | null = null): number {
  const uploadId = queue.queue(records.map((record) => queue.addDraft(record)));
  queue.claim(uploadId);
  const items = queue.uploads.sent(uploadId, 'sending');
  const ids = items.map((item) => item.id);
  queue.uploads.step(ids, 'sending', { state: 'done', outcome }, at);
  queue.draftSync.setSent(
    items.map(({ draftId, sentHash: hash, sentContent: content, doiKey, urlKey }) => {
      return { id: draftId, hash, content, doiKey, urlKey, remoteId: null, at };
    }),
  );
  return uploadId;
}

const lookUpUnclear = (uploadId: number) => lookUp.lookUpUnclear(uploadId, signal);
const findIds = (uploadId: number) => lookUp.findIds(uploadId, signal);
const only = (uploadId: number) => queue.rows(uploadId)[0]!;
const nameDraft = (id: number, remoteId: string) =>
  queue.db.prepare('UPDATE drafts SET remote_id = ? WHERE id = ?').run(remoteId, id);

describe('an unclear record', () => {
  test.each([
    ['was never changed', {}, 'created'],
    ['has dates of one store', { updated: '2026-01-01T00:00:05.000Z' }, 'created'],
    ['was changed after it was created', { updated: '2026-01-01T00:00:05.001Z' }, 'overwrote'],
  ])('that the directory has, and that %s, is stored', async (_name, dates, outcome) => {
    const record = fresh();
    const uploadId = unclear([record]);
    queue.directory.find = () => [hitOf(fresh(), id(1)), hitOf(record, id(last + 100), dates)];
    expect(await lookUpUnclear(uploadId)).toEqual({ kind: 'fine' });
    expect(only(uploadId)).toMatchObject({ state: 'done', outcome, remoteId: id(last + 100) });
    // The search is listed among the requests of the upload.
    const { attempts } = queue.requests.list(uploadId, { offset: 0, limit: 9 });
    expect(attempts.map(({ method }) => method).sort()).toEqual(['GET', 'POST']);
  });

  test.each([
    ['its draft', (remoteId: string, uploadId: number) => nameDraft(only(uploadId).draftId, remoteId)],
    ['another draft', (remoteId: string) => nameDraft(queue.addDraft(fresh()), remoteId)],
    [
      'the version that was kept before',
      (remoteId: string, uploadId: number) => {
        const version = {
          accountId: 'a',
          kind: 'article',
          why: 'overwritten',
          recordId: 0,
          title: '',
        } as const;
        const versionId = queue.versions.keep({
          ...version,
          ...{ uploadId, at, remoteId, content: '', record: {} },
        });
        queue.uploads.setKept({ id: only(uploadId).id, keeping: 'kept', hash: '', ms: 0, versionId });
      },
    ],
  ])('overwrote the article if %s has its id', async (_name, know) => {
    const record = fresh();
    const uploadId = unclear([record]);
    const remoteId = id(last + 200);
    know(remoteId, uploadId);
    queue.directory.find = () => [hitOf(record, remoteId)];
    await lookUpUnclear(uploadId);
    expect(only(uploadId)).toMatchObject({ state: 'done', outcome: 'overwrote', remoteId });
  });

  test('is looked up by the DOI that was sent, and without one by its address', async () => {
    const record = fresh();
    const uploadId = unclear([record], { doi: `DOI:10.5555/Article.${last}` });
    const edited = article(last, { identifier: [{ type: 'doi', id: '10.5555/EDITED' }] });
    queue.editDraft(only(uploadId).draftId, edited);
    await lookUpUnclear(uploadId);
    expect(queue.searches().at(-1)).toBe(`index.doi.exact:"10.5555\\/article.${last}"`);
    const link = [{ type: 'fulltext', url: 'HTTPS://j1.example.org/without' }];
    const second = unclear([fresh({ identifier: [], link })]);
    await lookUpUnclear(second);
    expect(queue.searches().at(-1)).toBe('index.fulltext.exact:"\\/\\/j1.example.org\\/without"');
  });

  test('is found although its draft is gone', async () => {
    const record = fresh();
    const uploadId = unclear([record], { doi: '10.5555/AS-QUEUED' });
    queue.db.prepare('DELETE FROM drafts WHERE id = ?').run(only(uploadId).draftId);
    queue.directory.find = () => [hitOf(record, id(last))];
    await lookUpUnclear(uploadId);
    expect(queue.searches().at(-1)).toBe(`index.doi.exact:"10.5555\\/article.${last}"`);
    expect(only(uploadId).state).toBe('done');
  });

  test('waits for its time, and nothing is asked if none is due', async () => {
    const uploadId = unclear([fresh()], { dueMs: now() + 1 });
    const asked = queue.searches().length;
    expect(await lookUpUnclear(uploadId)).toEqual({ kind: 'fine' });
    expect(queue.searches()).toHaveLength(asked);
    expect(only(uploadId).state).toBe('unsure');
  });

  test('without anything to look up is sent again without a search', async () => {
    // A search with this character never arrives.
    const uploadId = unclear([fresh({ identifier: [{ type: 'doi', id: '10.5555/\u007f' }] })]);
    const asked = queue.searches().length;
    await lookUpUnclear(uploadId);
    expect(queue.searches()).toHaveLength(asked);
    expect(only(uploadId).state).toBe('queued');
  });

  test('is sent again after a growing pause if it was not found with this content, and fails after five attempts', async () => {
    const record = fresh();
    queue.directory.find = () => [hitOf(changed(record), id(1))];
    const sent = async (attempts: number) => {
      const uploadId = unclear([record], { attempts });
      await lookUpUnclear(uploadId);
      return uploadId;
    };
    for (const [attempts, pause] of [
      [1, 2_000],
      [2, 4_000],
      [4, 16_000],
    ] as const) {
      const row = { state: 'queued', attempts, dueMs: now() + pause, cap: 1_000_000 };
      expect(only(await sent(attempts))).toMatchObject(row);
    }
    const failed = await sent(5);
    expect(only(failed)).toMatchObject({ state: 'failed', attempts: 5 });
    const [item] = queue.uploads.items(failed, { states: [], offset: 0, limit: 1 }).items;
    expect(textOf(item!.refusal!.message)).toContain('failed after 5 attempts');
  });

  test('is given up, and never sent again by itself, if what was found cannot be read three times', async () => {
    const records = [fresh(), fresh()] as const;
    const uploadId = unclear(records);
    const odd = `article.${last}`;
    queue.directory.find = (query) => [
      ...(query.includes(`article.${last - 1}`) ? [hitOf(records[0], id(last - 1))] : []),
      ...(query.includes(odd) ? [{ ...hitOf(records[1], ''), id: null }] : []),
    ];
    for (let times = 0; times < 5; times++) {
      await lookUpUnclear(uploadId);
      queue.clock.elapsed += 60_000;
    }
    expect(queue.rows(uploadId).map(({ state }) => state)).toEqual(['done', 'failed']);
    const [item] = queue.uploads.items(uploadId, { states: ['failed'], offset: 0, limit: 1 }).items;
    expect(item!.refusal).toMatchObject({ code: 'hit-unreadable' });
    expect(textOf(item!.refusal!.message)).toContain('may or may not have it');
  });

  test.each([400, 414])('is never sent again if its search is refused three times: %i', async (status) => {
    const uploadId = unclear([fresh()]);
    queue.directory.find = () => status;
    for (let times = 0; times < 5; times++) {
      await lookUpUnclear(uploadId);
      queue.clock.elapsed += 60_000;
    }
    expect(only(uploadId).state).toBe('failed');
    const [item] = queue.uploads.items(uploadId, { states: ['failed'], offset: 0, limit: 1 }).items;
    expect(item!.refusal).toMatchObject({ code: 'hit-unreadable' });
  });

  test('is found among a part of what the directory counts, and never sent again because of such a part', async () => {
    const [record, other] = [fresh(), fresh()];
    const [there, unknown] = [unclear([record]), unclear([other])];
    queue.directory.find = () => ({ total: 2, results: [hitOf(record, id(last))] });
    await lookUpUnclear(there);
    expect(only(there)).toMatchObject({ state: 'done', remoteId: id(last) });
    for (let times = 0; times < 5; times++) {
      await lookUpUnclear(unknown);
      queue.clock.elapsed += 60_000;
    }
    expect(only(unknown).state).toBe('failed');
    const [item] = queue.uploads.items(unknown, { states: ['failed'], offset: 0, limit: 1 }).items;
    expect(item!.refusal).toMatchObject({ code: 'hit-unreadable' });
  });

  test.each([500, 502])('stays unclear if the directory fails: %i', async (status) => {
    const uploadId = unclear([fresh()]);
    queue.directory.find = () => status;
    await expect(lookUpUnclear(uploadId)).rejects.toMatchObject({ code: 'remote', status });
    await expect(lookUp.lookUpUnclear(uploadId, AbortSignal.abort())).rejects.toThrow();
    expect(only(uploadId).state).toBe('unsure');
  });
});

describe('a lost batch', () => {
  test('is sent again as it was once all its records were looked up, after one pause for all', async () => {
    const uploadId = unclear(Array.from({ length: 31 }, () => fresh()));
    await lookUpUnclear(uploadId);
    const rows = queue.rows(uploadId);
    expect(rows.map(({ state }) => state)).toEqual([...Array(30).fill('queued'), 'unsure']);
    // Not before the whole request is sure to be looked up.
    expect(rows.slice(0, 30).map(({ dueMs }) => dueMs)).toEqual(Array(30).fill(now() + 600_000));
    await lookUpUnclear(uploadId);
    const released = queue
      .rows(uploadId)
      .map(({ state, dueMs, attempts, cap }) => ({ state, dueMs, attempts, cap }));
    const again = { state: 'queued', dueMs: now() + 2_000, attempts: 1, cap: 1_000_000 };
    expect(released).toEqual(Array(31).fill(again));
  });

  test('is not sent again while a directory that stores it at once may still work on it', async () => {
    lookUp = createArticleLookUp({ ...queue.parts, steps: queue.steps, storesLater: () => false });
    const records = [fresh(), fresh()];
    const uploadId = unclear(records);
    const start = now();
    const looks: number[] = [];
    while (queue.rows(uploadId).some(({ state }) => state === 'unsure')) {
      looks.push((now() - start) / 1_000);
      await lookUpUnclear(uploadId);
      queue.clock.elapsed += queue.rows(uploadId)[0]!.dueMs - now();
    }
    expect(looks).toEqual([0, 30, 60, 120, 240, 480, 600]);
    expect(queue.rows(uploadId)).toMatchObject([{ state: 'queued' }, { state: 'queued' }]);
    // Stored meanwhile.
    const slow = unclear(records.map(changed));
    await lookUpUnclear(slow);
    queue.clock.elapsed += 30_000;
    queue.directory.find = () => records.map((record, n) => hitOf(changed(record), id(++last + n)));
    await lookUpUnclear(slow);
    expect(queue.rows(slow)).toMatchObject([{ state: 'done' }, { state: 'done' }]);
  });

  test.each([
    [500, 'queued'],
    [504, 'unsure'],
  ])('whose request ended with %i is then %s', async (status, state) => {
    lookUp = createArticleLookUp({ ...queue.parts, steps: queue.steps, storesLater: () => false });
    const uploadId = unclear([fresh(), fresh()]);
    queue.db.prepare('UPDATE requests SET status = ? WHERE upload_id = ?').run(status, uploadId);
    await lookUpUnclear(uploadId);
    expect(queue.rows(uploadId)).toMatchObject([{ state }, { state }]);
  });

  test('waits for its own records only, and its pause is not begun again', async () => {
    const whole = unclear(Array.from({ length: 31 }, () => fresh()));
    const other = unclear([fresh(), fresh()]);
    queue.uploads.setDue([queue.rows(other)[1]!.id], now() + 1_000);
    await lookUpUnclear(whole);
    await lookUpUnclear(other);
    const start = now();
    const dues = (uploadId: number) => queue.rows(uploadId).map(({ dueMs }) => dueMs - start);
    await lookUpUnclear(whole);
    expect(dues(whole)).toEqual(Array(31).fill(2_000));
    expect(dues(other)).toEqual([600_000, 1_000]);
    queue.clock.elapsed += 1_000;
    await lookUpUnclear(other);
    expect(dues(other)).toEqual([3_000, 3_000]);
    // An upload has several requests, which do not wait for each other.
    const drafts = [queue.addDraft(fresh()), queue.addDraft(fresh())];
    const both = queue.queue(drafts);
    const [first, second] = queue.rows(both).map((row) => row.id);
    queue.uploads.setDue([second!], now() + 1);
    const sendOne = (itemId: number) => {
      queue.claim(both);
      queue.uploads.step([itemId], 'sending', { state: 'unsure' }, at);
    };
    sendOne(first!);
    await lookUpUnclear(both);
    queue.clock.elapsed += 500;
    sendOne(second!);
    await lookUpUnclear(both);
    expect(dues(both)).toEqual([3_000, 3_500]);
  });

  test('is divided after the second time, however often it was sent', async () => {
    const twice = unclear([fresh(), fresh(), fresh()], { attempts: 2 });
    await lookUpUnclear(twice);
    const often = unclear([fresh(), fresh(), fresh(), fresh()], { attempts: 5 });
    await lookUpUnclear(often);
    const divided = (attempts: number, cap: number) => ({ state: 'queued', attempts, cap });
    expect(queue.rows(twice)).toMatchObject(Array(3).fill(divided(1, 1)));
    expect(queue.rows(often)).toMatchObject(Array(4).fill(divided(4, 2)));
    expect(queue.rows(twice)[0]!.dueMs).toBe(now() + 4_000);
  });

  test('is looked up in several searches if its keys are long', async () => {
    const long = () => fresh({ identifier: [{ type: 'doi', id: `10.5555/${++last}${'x'.repeat(1_500)}` }] });
    const uploadId = unclear([long(), long(), long()]);
    await lookUpUnclear(uploadId);
    expect(queue.rows(uploadId).map(({ state }) => state)).toEqual(['queued', 'queued', 'unsure']);
  });

  test('is looked up one by one if the directory refuses the search, together with no other', async () => {
    const records = [fresh(), fresh(), fresh()];
    const [, odd, third] = records.map((_, n) => last - 2 + n);
    const uploadId = unclear(records);
    const [first] = queue.rows(uploadId);
    // The first one is unclear only later.
    queue.uploads.setDue([first!.id], now() + 1);
    const searched: string[] = [];
    queue.directory.find = (query) => {
      searched.push(query);
      return query.includes(`article.${odd}"`) ? 400 : [hitOf(records[2]!, id(last))];
    };
    await lookUpUnclear(uploadId);
    expect(queue.rows(uploadId).map(({ state }) => state)).toEqual(Array(3).fill('unsure'));
    queue.clock.elapsed += 1;
    for (let n = 0; n < 3; n++) await lookUpUnclear(uploadId);
    const doi = (number: number) => `"10.5555\\/article.${number}"`;
    expect(searched).toEqual([
      `index.doi.exact:(${doi(odd!)} OR ${doi(third!)})`,
      `index.doi.exact:${doi(odd! - 1)}`,
      `index.doi.exact:${doi(odd!)}`,
      `index.doi.exact:${doi(third!)}`,
    ]);
    // Only for the second one the directory did not say whether it has it.
    expect(queue.rows(uploadId).map(({ state }) => state)).toEqual(['queued', 'unsure', 'done']);
    // The next time they are looked up together.
    queue.clock.elapsed += 600_000;
    queue.claim(uploadId);
    const again = queue.rows(uploadId).slice(0, 2);
    queue.uploads.step(
      again.map((row) => row.id),
      'sending',
      { state: 'unsure' },
      at,
    );
    await lookUpUnclear(uploadId);
    expect(searched.slice(4)).toEqual([`index.doi.exact:(${doi(odd! - 1)} OR ${doi(odd!)})`]);
  });

  test.each([414, 502])('is looked up in halves if its search may be too long: %i', async (status) => {
    const uploadId = unclear(Array.from({ length: 5 }, () => fresh()));
    const asked = queue.searches().length;
    const sizeOf = (query: string) => query.split(' OR ').length;
    queue.directory.find = (query) => (sizeOf(query) > 2 ? status : []);
    for (let n = 0; n < 5; n++) await lookUpUnclear(uploadId);
    expect(queue.searches().slice(asked).map(sizeOf)).toEqual([5, 2, 3, 1, 2]);
    expect(queue.rows(uploadId).map(({ state }) => state)).toEqual(Array(5).fill('queued'));
  });

  test('is looked up one by one if the directory counts more than it returns', async () => {
    const records = [fresh(), fresh()];
    const hits = records.map((record, n) => hitOf(record, id(last - 1 + n)));
    const uploadId = unclear(records);
    const [first, second] = [last - 1, last];
    queue.directory.find = (query) => {
      const found = hits.filter((_, n) => query.includes(`article.${[first, second][n]}"`));
      return { total: found.length, results: found.slice(0, 1) };
    };
    await lookUpUnclear(uploadId);
    expect(queue.rows(uploadId).map(({ state }) => state)).toEqual(['unsure', 'unsure']);
    for (let n = 0; n < 2; n++) await lookUpUnclear(uploadId);
    expect(queue.rows(uploadId).map(({ state }) => state)).toEqual(['done', 'done']);
  });
});

describe('the id of a stored record', () => {
  test('is that of the article with its content, or else of the first with one of its keys', async () => {
    const [record, edited] = [fresh(), fresh()];
    const uploadId = stored([record, edited]);
    const hits = [changed(record), record, changed(edited), changed(edited)];
    queue.directory.find = () => hits.map((hit, n) => hitOf(hit, id(last * 10 + n)));
    await findIds(uploadId);
    const ids = [id(last * 10 + 1), id(last * 10 + 2)];
    expect(queue.rows(uploadId).map(({ remoteId }) => remoteId)).toEqual(ids);
    const drafts = queue.rows(uploadId).map(({ draftId }) => draftId);
    const known = queue.db.prepare('SELECT remote_id FROM drafts WHERE id = ?').pluck();
    expect(drafts.map((draftId) => known.get(draftId))).toEqual(ids);
    expect(queue.changedDrafts.slice(-2)).toEqual(drafts);
  });

  test('is not given to a draft whose article is another one since', async () => {
    const records = [fresh(), fresh(), fresh()];
    const uploadId = stored(records);
    const drafts = queue.rows(uploadId).map(({ draftId }) => draftId);
    const [resent, adopted, deleted] = drafts as [number, number, number];
    const other = { hash: '', content: '', doiKey: '10.5555/other', urlKey: null, remoteId: 'r2', at };
    queue.draftSync.setSent([{ id: resent, ...other }]);
    queue.draftSync.setAdopted({ id: adopted, remoteId: 'r3', content: null });
    nameDraft(deleted, 'r4');
    queue.draftSync.setDeleted('a', 'r4');
    const ids = records.map((_, n) => id(last * 10 + n));
    queue.directory.find = () => records.map((record, n) => hitOf(record, ids[n]!));
    await findIds(uploadId);
    expect(queue.rows(uploadId).map(({ remoteId }) => remoteId)).toEqual(ids);
    const known = queue.db.prepare('SELECT remote_id FROM drafts WHERE id = ?').pluck();
    expect(drafts.map((draftId) => known.get(draftId))).toEqual(['r2', 'r3', null]);
  });

  test.each([
    [null, 'created'],
    ['overwrote', 'overwrote'],
  ] as const)('does not change an outcome that is known: %s', async (before, after) => {
    const record = fresh();
    const uploadId = stored([record], before);
    queue.directory.find = () => [hitOf(record, id(last))];
    await findIds(uploadId);
    expect(only(uploadId)).toMatchObject({ outcome: after, remoteId: id(last) });
  });

  test('is not guessed from a part of what the directory counts', async () => {
    const record = fresh();
    const uploadId = stored([record]);
    queue.directory.find = () => ({ total: 2, results: [hitOf(changed(record), id(last))] });
    await findIds(uploadId);
    expect(only(uploadId)).toMatchObject({ remoteId: null, dueMs: now() + 3_000 });
  });

  test('is looked up four times, with growing pauses', async () => {
    const uploadId = stored([fresh()]);
    queue.directory.find = () => [hitOf(article(0), id(1))];
    for (const pause of [3_000, 6_000, 12_000]) {
      await findIds(uploadId);
      expect(only(uploadId).dueMs).toBe(now() + pause);
      const asked = queue.searches().length;
      await findIds(uploadId);
      expect(queue.searches()).toHaveLength(asked);
      queue.clock.elapsed += pause;
    }
    await findIds(uploadId);
    expect(only(uploadId)).toMatchObject({ dueMs: neverDue, state: 'done', remoteId: null });
  });
});
