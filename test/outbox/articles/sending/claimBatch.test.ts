import { expect, test } from 'vitest';
import {
  claimBatch,
  isHeldBack,
  needsSnapshot,
} from '../../../../src/main/outbox/articles/sending/claimBatch.ts';
import { defaultArticlePace } from '../../../../src/main/outbox/outboxPace.ts';
import type { QueuedItem } from '../../../../src/main/store/uploads/uploadRows.ts';
import { articleToWire } from '../../../../src/shared/article/article.ts';
import type { Refusal } from '../../../../src/shared/draft/draft.ts';
import { type ArticleQueue, openArticleQueue } from '../../../helpers/articleQueue.ts';
import { allowRubbish } from '../../../helpers/rubbish.ts';
import { article } from '../../../helpers/testDirectory.ts';

const { indexDelay } = defaultArticlePace;
const minute = 60_000;
const now = 100 * minute;

/** An item that was looked up a moment ago and was not sent. */
const kept = {
  keeping: 'kept',
  hash: 'h',
  keptHash: 'h',
  keptMs: now,
  attempts: 0,
  record: '{}',
  trashedAt: null,
  errors: 0,
  hasIdentifier: 1,
} as QueuedItem;

test.each([
  ['fetched a moment ago', {}, false],
  ['fetched ten minutes ago', { keptMs: now - 10 * minute }, false],
  ['fetched longer ago', { keptMs: now - 10 * minute - 1 }, true],
  ['fetched in the future, because the clock was set back', { keptMs: now + 10 * minute + 1 }, true],
  ['sent since it was fetched long ago', { keptMs: 0, attempts: 1 }, false],
  ['not found a moment ago', { keeping: 'nothing' }, false],
  ['edited since', { hash: 'new' }, true],
  ['wanted', { keeping: 'wanted' }, true],
  ['not wanted', { keeping: 'no', hash: 'new' }, false],
  ['left out by the user', { keeping: 'left', hash: 'new' }, false],
] as const)('what is overwritten is fetched before sending: %s', (_name, more, isNeeded) => {
  expect(needsSnapshot({ ...kept, ...more }, now)).toBe(isNeeded);
});

test.each([
  [{}, false],
  [{ record: null }, true],
  [{ trashedAt: '2026-01-01T00:00:00Z' }, true],
  [{ errors: 1 }, true],
  [{ hasIdentifier: 0 }, true],
])('a record that may not be sent needs no snapshot: %o', (more, isHeld) => {
  expect(isHeldBack({ ...kept, ...more })).toBe(isHeld);
});

const states = (queue: ArticleQueue, id: number) => queue.items(id).map(({ state }) => state);
const refusals = (queue: ArticleQueue, id: number) =>
  queue.items(id).map(({ refusal }) => (refusal === null ? null : (JSON.parse(refusal) as Refusal)));

test('claims the drafts of one request as they are', () => {
  const queue = openArticleQueue();
  const { addDraft, parts, clock, db } = queue;
  const records = [article(1), article(2)];
  const drafts = records.map(addDraft);
  const id = queue.queue(drafts);
  queue.setDraft(drafts[1]!, { remote_id: 'r2' });
  const version = queue.keepVersion(drafts[1]!, 'r2');
  const [first, second] = queue.items(id);
  queue.setItem(second!.id, { version_id: version });
  const claim = claimBatch(parts, id)!;
  expect(claim).toMatchObject({ uploadId: id, ids: drafts });
  expect(claim.request).toMatchObject({ method: 'POST', path: 'bulk/articles', records: 2 });
  expect(JSON.parse(claim.request.body!)).toEqual(records.map((one) => articleToWire(one)));
  expect(claim.items).toMatchObject([
    { id: first!.id, cap: 1_000_000, knownId: null, versionId: null, doiKey: '10.5555/article.1' },
    { id: second!.id, knownId: 'r2', versionId: version, urlKey: '//j1.example.org/article/2' },
  ]);
  const at = new Date(clock.now()).toISOString();
  for (const [n, item] of queue.items(id).entries()) {
    const { sentHash, doiKey, urlKey } = claim.items[n]!;
    expect(item).toMatchObject({
      ...{ state: 'sending', attempts: 1, request_id: claim.requestId, updated_at: at },
      ...{ sent_hash: sentHash, doi_key: doiKey, url_key: urlKey, sent_content: expect.stringMatching(/./) },
      bytes: Buffer.byteLength(JSON.stringify(articleToWire(records[n]!))),
    });
  }
  expect(db.prepare('SELECT upload_id, records FROM requests').all()).toEqual([
    { upload_id: id, records: 2 },
  ]);
});

test('claims nothing for an upload that is not running, and stores no request without records', () => {
  const queue = openArticleQueue();
  const { parts } = queue;
  const draft = queue.addDraft(article(1));
  const paused = queue.queue([draft], { state: 'paused' });
  expect(claimBatch(parts, paused)).toBeNull();
  const empty = queue.queue([]);
  expect(claimBatch(parts, empty)).toBeNull();
  const removed = 99;
  expect(claimBatch(parts, removed)).toBeNull();
  expect(parts.requests.count(empty)).toBe(0);
  expect(states(queue, paused)).toEqual(['queued']);
});

test('a request ends before a record that does not fit, goes alone or needs a snapshot', () => {
  const queue = openArticleQueue();
  const { parts } = queue;
  const id = queue.queue([1, 2, 3, 4, 5].map((n) => queue.addDraft(article(n))));
  const items = queue.items(id);
  queue.setItem(items[2]!.id, { batch_cap: 1 });
  queue.setItem(items[4]!.id, { keeping: 'wanted' });
  const bytes = Buffer.byteLength(JSON.stringify(articleToWire(article(1))));
  const claimed = (batchBytes: number) => claimBatch({ ...parts, batchBytes: () => batchBytes }, id)?.items;
  expect(claimed(2 * bytes)).toHaveLength(1);
  expect(claimed(2 * bytes + 3)).toHaveLength(1);
  expect(claimed(100 * bytes)).toMatchObject([{ id: items[2]!.id }]);
  expect(claimed(100 * bytes)).toMatchObject([{ id: items[3]!.id }]);
  expect(claimed(100 * bytes)).toBeUndefined();
  expect(states(queue, id)).toEqual(['sending', 'sending', 'sending', 'sending', 'queued']);
});

test('holds records back with the reason', () => {
  const queue = openArticleQueue();
  const { parts, setDraft } = queue;
  const shouted = { title: 'ALL OF THE TITLE IS IN CAPITALS' };
  const drafts = [
    queue.addDraft(article(1, { ...shouted, author: [{ name: 'Ada', orcid_id: 'none' }] })),
    queue.addDraft(article(2)),
    queue.addDraft(article(3)),
    queue.addDraft(article(4)),
    queue.addDraft(article(5, { ...shouted, year: '24' })),
    queue.addDraft(article(6)),
  ];
  const gone = 999;
  const id = queue.queue([...drafts, gone], { plannedHash: 'older' });
  setDraft(drafts[1]!, { errors: 1 });
  setDraft(drafts[2]!, { has_identifier: 0 });
  setDraft(drafts[3]!, { trashed_at: '2026-01-01T00:00:00Z' });
  expect(claimBatch(parts, id)?.items).toMatchObject([{ draftId: drafts[5] }]);
  const at = new Date(queue.clock.now()).toISOString();
  const common = { words: '', status: null, reference: '', uploadId: id, at };
  const held = refusals(queue, id);
  expect(held).toMatchObject([
    { ...common, code: 'orcid-form', path: 'bibjson.author[0].orcid_id' },
    { ...common, code: 'errors', path: '', message: { key: 'queue.held.errors' }, help: null },
    { code: 'no-doi-or-url', path: 'bibjson.link', message: { key: 'queue.held.noIdentifier' }, help: null },
    { code: 'draft-gone', path: '', message: { key: 'queue.draftGone' }, help: null },
    { code: 'year-two-digits', path: 'bibjson.year', help: { key: 'queue.held.hardToFindHelp' } },
    null,
    { code: 'draft-gone', path: '', message: { key: 'queue.draftGone' }, help: null },
  ]);
  for (const place of [0, 4]) expect(held[place]!.message.key).toContain(held[place]!.code);
  expect(held[0]!.help!.key).toContain('orcid-form');
  expect(queue.syncs(drafts)).toEqual(['refused', 'refused', 'refused', 'refused', 'refused', 'queued']);
});

test('sends a record that readers could hardly find only as it was planned', () => {
  const queue = openArticleQueue();
  const { parts, db } = queue;
  const hidden = queue.addDraft(article(1, { year: '24' }));
  const found = queue.addDraft(article(2));
  // Its row has not been checked again since the rules changed.
  db.prepare(`UPDATE draft_facets SET finding = 'year-form' WHERE draft_id = ?`).run(found);
  const planned = queue.queue([hidden]);
  const edited = queue.queue([found], { plannedHash: 'older' });
  for (const id of [planned, edited]) expect(claimBatch(parts, id)?.items).toHaveLength(1);
});

test.each(['{', 'null', '[5]', '"text"'])('refuses a record that can no longer be read: %s', (text) => {
  const queue = openArticleQueue();
  const drafts = [1, 2].map((n) => queue.addDraft(article(n)));
  const id = queue.queue(drafts);
  allowRubbish(queue.db);
  queue.db.prepare('UPDATE drafts SET record = ? WHERE id = ?').run(text, drafts[0]);
  expect(claimBatch(queue.parts, id)?.ids).toEqual([drafts[1]]);
  expect(refusals(queue, id)).toMatchObject([{ code: 'unreadable' }, null]);
});

test('sends no content that nobody confirmed', () => {
  const queue = openArticleQueue();
  const drafts = [1, 2].map((n) => queue.addDraft(article(n)));
  const id = queue.queue(drafts);
  queue.setItem(queue.items(id)[0]!.id, { confirmed_hash: 'older' });
  expect(claimBatch(queue.parts, id)?.ids).toEqual([drafts[1]]);
  expect(refusals(queue, id)).toMatchObject([
    {
      ...{ path: '', code: 'changed-since-plan', message: { key: 'queue.held.changedInQueue' } },
      help: { key: 'queue.held.changedInQueueHelp' },
    },
    null,
  ]);
});

test('creates no article anew that was deleted since somebody confirmed its update', () => {
  const queue = openArticleQueue();
  const drafts = [1, 2, 3].map((n) => queue.addDraft(article(n)));
  for (const id of drafts.slice(0, 2)) queue.setDraft(id, { remote_id: `there${id}` });
  const id = queue.queue(drafts);
  queue.setDraft(drafts[0]!, { remote_id: null });
  expect(claimBatch(queue.parts, id)?.ids).toEqual(drafts.slice(1));
  const held = { code: 'changed-since-plan', message: { key: 'queue.held.deletedThere' } };
  expect(refusals(queue, id)).toMatchObject([held, null, null]);
});

test('sends only approved records if the office wants so', () => {
  const queue = openArticleQueue();
  const drafts = [1, 2].map((n) => queue.addDraft(article(n)));
  queue.setDraft(drafts[1]!, { review: 'approved' });
  const id = queue.queue(drafts);
  const sending = { ...queue.parts.sending, needsApproval: (accountId: string) => accountId === 'a' };
  expect(claimBatch({ ...queue.parts, sending }, id)?.ids).toEqual([drafts[1]]);
  expect(refusals(queue, id)[0]).toMatchObject({
    ...{ path: '', code: 'not-approved', message: { key: 'queue.held.notApproved' } },
    help: { key: 'queue.held.notApprovedHelp' },
  });
});

test('holds back at most 200 records in one transaction', () => {
  const queue = openArticleQueue();
  const { parts } = queue;
  const gone = Array.from({ length: 200 }, (_, n) => 1_000 + n);
  const id = queue.queue([...gone, queue.addDraft(article(1))]);
  expect(claimBatch(parts, id)).toBeNull();
  expect(states(queue, id).filter((state) => state === 'refused')).toHaveLength(200);
  expect(claimBatch(parts, id)?.items).toHaveLength(1);
});

test('a record waits until search shows another with its DOI or address', async () => {
  const queue = openArticleQueue();
  const { parts, clock } = queue;
  const link = [{ type: 'fulltext', url: 'https://j1.example.org/article/1', content_type: 'HTML' }];
  const [first, alike, other] = [article(1), article(2, { link }), article(3)].map(queue.addDraft);
  const before = queue.queue([first!]);
  const [item] = claimBatch(parts, before)!.items;
  const id = queue.queue([alike!, other!]);
  const storedSince = (ms: number) =>
    queue.setItem(item!.id, { state: 'done', updated_at: new Date(clock.now() - ms).toISOString() });
  const waits = () => queue.items(id)[0]!.due_ms - clock.monotonic();

  await clock.advance(10 * minute);
  // It does not hold up the others.
  expect(claimBatch(parts, id)?.ids).toEqual([other]);
  expect(waits()).toBe(indexDelay);
  for (const since of [0, 500]) {
    await clock.advance(indexDelay);
    storedSince(since);
    expect(claimBatch(parts, id)).toBeNull();
    expect(waits()).toBe(indexDelay - since);
  }
  await clock.advance(indexDelay);
  // The clock was set back since it was stored.
  storedSince(-5 * minute);
  expect(claimBatch(parts, id)?.ids).toEqual([alike]);
});

test('lets at most 200 records wait in one transaction', () => {
  const queue = openArticleQueue();
  const { parts } = queue;
  const sent = queue.queue([queue.addDraft(article(1))]);
  claimBatch(parts, sent);
  const addAll = queue.db.transaction(() => Array.from({ length: 200 }, () => queue.addDraft(article(1))));
  const same = addAll();
  const other = queue.addDraft(article(2));
  const id = queue.queue([...same, other]);
  expect(claimBatch(parts, id)).toBeNull();
  expect(queue.items(id).filter((item) => item.due_ms > 0)).toHaveLength(200);
  expect(claimBatch(parts, id)?.ids).toEqual([other]);
});
