import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { claimBatch } from '../../../../src/main/outbox/articles/sending/claimBatch.ts';
import { createTickets } from '../../../../src/main/outbox/articles/sending/tickets.ts';
import { defaultArticlePace as pace } from '../../../../src/main/outbox/outboxPace.ts';
import { openArticleQueue } from '../../../helpers/articleQueue.ts';
import { startScriptedServer } from '../../../helpers/scriptedServer.ts';
import { article, foreignArticle } from '../../../helpers/testDirectory.ts';

let server: Awaited<ReturnType<typeof startScriptedServer>>;
/** The directory's next answers about tickets; without one it breaks the connection. */
let answers: [status: number, body: object][] = [];
let onRequest = () => {};
beforeAll(async () => {
  server = await startScriptedServer((_request, response) => {
    onRequest();
    const answer = answers.shift();
    if (!answer) {
      response.destroy();
      return;
    }
    response.writeHead(answer[0], { 'content-type': 'application/json' }).end(JSON.stringify(answer[1]));
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  answers = [];
  onRequest = () => {};
  server.seen.length = 0;
});

const pending = [200, { status: 'pending' }] as [number, object];
const processed = (results: object): [number, object] => [200, { status: 'processed', results }];
const refused = (reasons: object = {}): [number, object] => [
  200,
  { status: 'failed', error: 'Something is wrong (ref: r-1)', failure_reasons: reasons },
];
const never = new AbortController().signal;
const fine = { kind: 'fine' };

/** Articles that were accepted with a ticket. */
function acceptedOf(count: number, record = article, origin = server.origin) {
  const queue = openArticleQueue({ base: `${origin}/api/v4/` });
  const { parts, clock } = queue;
  const accept = (numbers: readonly number[], ticket: string) => {
    const drafts = queue.db.transaction(() => numbers.map((n) => queue.addDraft(record(n))))();
    const id = queue.queue(drafts);
    const { items } = claimBatch(parts, id)!;
    parts.uploads.transaction(() => parts.steps.accept(items, ticket));
    return { id, drafts };
  };
  const { id, drafts } = accept(
    Array.from({ length: count }, (_, n) => n),
    't1',
  );
  const items = () => queue.items(id);
  return {
    ...queue,
    id,
    drafts,
    accept,
    items,
    states: () => [...new Set(items().map(({ state }) => state))],
    caps: () => items().map(({ batch_cap }) => batch_cap),
    waits: () => items()[0]!.due_ms - clock.monotonic(),
    follow: () => createTickets(parts),
  };
}

/** Polls the ticket of such articles once. */
async function asked(count: number, answer: [number, object], record = article) {
  const world = acceptedOf(count, record);
  answers = [answer];
  const outcome = await world.follow().ask(world.id, never);
  return { ...world, outcome };
}

test('polls the tickets of each upload, the one that is due first, with growing pauses', async () => {
  const { id, accept, follow, clock } = acceptedOf(2);
  const other = accept([8, 9], 't8');
  const tickets = follow();
  const due = (of: number) => tickets.nextDue(of)! - clock.monotonic();
  expect([due(id), due(other.id), tickets.nextDue(99)]).toEqual([0, 0, null]);
  expect(await tickets.ask(99, never)).toEqual(fine);
  expect(server.seen).toEqual([]);
  tickets.add('t2', id);
  const waits: number[] = [];
  for (let n = 0; n < 5; n++) {
    answers = [pending];
    expect(await tickets.ask(id, never)).toEqual(fine);
    waits.push(due(id) / pace.poll.first);
    await clock.advance(due(id));
  }
  const asked = server.seen.map(({ url }) => /\/api\/v4\/bulk\/articles\/(\w+)\?api_key=/.exec(url)?.[1]);
  expect(asked).toEqual(['t1', 't2', 't1', 't2', 't1']);
  expect(waits).toEqual([1, 1, 1, 3, 1]);
  expect(due(other.id)).toBeLessThan(0);
  answers = [processed({ new: 2 })];
  await tickets.ask(other.id, never);
  expect(tickets.nextDue(other.id)).toBeNull();
  expect(due(id)).toBe(0);
});

test.each([
  ['all are new', { new: 2 }, 'done', 'created'],
  ['all were overwritten', { update: 2 }, 'done', 'overwrote'],
  ['one of each', { new: 1, update: 1 }, 'done', null],
  ['no numbers', {}, 'done', null],
  ['numbers of another batch', { new: 3 }, 'unsure', null],
  ['that nothing was', { imported: 0, failed: 2, new: 0, update: 0 }, 'unsure', null],
] as const)('a ticket that says stored, %s: the records are %s', async (_name, results, state, kind) => {
  const { outcome, items, waits } = await asked(2, processed(results));
  expect(outcome).toEqual(fine);
  for (const item of items()) expect(item).toMatchObject({ state, outcome: kind, remote_id: null });
  expect(waits()).toBe(pace.indexDelay);
});

test.each([
  ['pending', pending, fine],
  ['a slow-down', [429, {}], fine],
  ['an error', [500, {}], { kind: 'trouble', reason: null }],
  [
    'a refused key',
    [401, { error: 'no' }],
    { kind: 'blocked', by: 'key', reason: { key: 'literal', params: { text: 'key refused' } } },
  ],
] as const)('asks again after %s', async (_name, answer, account) => {
  const { outcome, states, ...world } = await asked(2, [...answer]);
  expect(outcome).toEqual(account);
  expect(states()).toEqual(['accepted']);
  expect(world.items()[0]!.ticket).toBe('t1');
});

test('the records of a ticket that the directory does not know are looked up', async () => {
  const { outcome, items, waits, follow, id } = await asked(2, [400, { error: 'upload_id is invalid' }]);
  expect(outcome).toEqual(fine);
  expect(items()).toMatchObject([
    { state: 'unsure', ticket: null, attempts: 1 },
    { state: 'unsure', ticket: null },
  ]);
  expect(waits()).toBe(pace.indexDelay);
  expect(follow().nextDue(id)).toBeNull();
});

test('a question that is broken off says nothing about the directory', async () => {
  const { id, follow, states } = acceptedOf(2);
  const stop = new AbortController();
  onRequest = () => stop.abort();
  expect(await follow().ask(id, stop.signal)).toEqual(fine);
  expect(states()).toEqual(['accepted']);
});

test.each([
  ['has been open for too long', pace.ticketTimeout + 1, 0, 'unsure'],
  ['may still be open', pace.ticketTimeout, 0, 'accepted'],
  ['was given before the clock was set back', 0, pace.ticketTimeout, 'accepted'],
  ['is older than that by the clock alone', 0, -pace.ticketTimeout - 1, 'unsure'],
])('a ticket that %s is given up only after four questions', async (_name, passed, ahead, state) => {
  const { id, clock, items, setItem, states, follow } = acceptedOf(2);
  const at = new Date(clock.now() + ahead).toISOString();
  for (const item of items()) setItem(item.id, { updated_at: at });
  const tickets = follow();
  await clock.advance(passed);
  answers = [pending, pending, pending];
  for (let n = 0; n < 3; n++) await tickets.ask(id, never);
  expect(states()).toEqual(['accepted']);
  answers = [pending];
  await tickets.ask(id, never);
  expect(states()).toEqual([state]);
});

test('a ticket given before the clock was set back is given up in time', async () => {
  const { id, clock, items, setItem, states, follow } = acceptedOf(2);
  const at = new Date(clock.now() + 24 * 3_600_000).toISOString();
  for (const item of items()) setItem(item.id, { updated_at: at });
  const tickets = follow();
  await clock.advance(pace.ticketTimeout + 1);
  answers = [pending, pending, pending, pending];
  for (let n = 0; n < 4; n++) await tickets.ask(id, never);
  expect(states()).toEqual(['unsure']);
});

test.each([
  ['the key is refused', () => server.origin, 'blocked'],
  // Nothing listens there.
  ['there is no connection', () => 'http://127.0.0.1:2', 'offline'],
])('a ticket is never given up while %s', async (_name, origin, kind) => {
  const { id, clock, states, follow } = acceptedOf(2, article, origin());
  const tickets = follow();
  await clock.advance(pace.ticketTimeout + 1);
  answers = Array.from({ length: 4 }, () => [401, {}]);
  for (let n = 0; n < 4; n++) expect(await tickets.ask(id, never)).toMatchObject({ kind });
  expect(states()).toEqual(['accepted']);
});

const reasons = { unowned: ['1234-5679'], shared: ['2345-6787'] };
const foreign = { issns: ['1234-5679', ''] };
const own = { issns: ['', '6789-0121'] };

test('a single record of a refused batch is refused with an explanation', async () => {
  const { id, clock, items, drafts, syncs, outcome } = await asked(1, refused());
  expect(outcome).toEqual(fine);
  expect(syncs(drafts)).toEqual(['refused']);
  expect(items()[0]).toMatchObject({ state: 'refused', attempts: 1 });
  expect(JSON.parse(items()[0]!.refusal!)).toMatchObject({
    ...{ code: 'unknown', path: '', words: 'Something is wrong', status: null, reference: 'r-1' },
    ...{ uploadId: id, at: new Date(clock.now()).toISOString() },
  });
});

test.each([
  ['names the field by the record', false, 'bibjson.identifier[1].id'],
  ['names only what the directory said, if the draft was removed', true, 'bibjson.identifier'],
])('the refusal of a single record %s', async (_name, isRemoved, path) => {
  const { id, db, drafts, items, follow, setDraft } = acceptedOf(1);
  setDraft(drafts[0]!, { record: JSON.stringify(foreignArticle(0)) });
  if (isRemoved) db.exec('DELETE FROM drafts');
  const error = 'It is not possible to create an article for this journal';
  answers = [[200, { status: 'failed', error }]];
  await follow().ask(id, never);
  expect(JSON.parse(items()[0]!.refusal!)).toMatchObject({ code: 'not-yours', path });
});

test.each([
  ['a few records go alone', 8, 1],
  ['more are halved', 9, 4],
])('a refused batch whose records are not to blame: %s', async (_name, count, cap) => {
  for (const answer of [refused(), refused({ unowned: ['9999-9994', ''] })]) {
    const { states, caps, items } = await asked(count, answer, (n) => article(n, n === 0 ? own : {}));
    expect(states()).toEqual(['queued']);
    expect(new Set(caps())).toEqual(new Set([cap]));
    expect(items()[0]).toMatchObject({ attempts: 0, ticket: null, refusal: null });
  }
});

test.each([
  ['a few go alone', 5, [1, 1_000_000]],
  ['if they are many, the batch is halved', 6, [8]],
])('the records of a refused batch that the directory blames: %s', async (_name, count, expected) => {
  const { caps, items } = await asked(16, refused(reasons), (n) => {
    if (n >= count) return article(n, own);
    return article(n, n % 2 === 0 ? foreign : { issns: ['', '2345-6787'] });
  });
  for (const item of items()) expect(item).toMatchObject({ state: 'queued', attempts: 0 });
  expect([...new Set(caps())]).toEqual(expected);
  expect(caps().filter((cap) => cap === 1)).toHaveLength(expected[0] === 1 ? count : 0);
});

test('all records of a refused batch may be to blame, but none whose draft was removed', async () => {
  const { id, db, drafts, caps, follow } = acceptedOf(9, (n) => article(n, n < 2 ? foreign : own));
  db.prepare('DELETE FROM drafts WHERE id = ?').run(drafts[1]);
  answers = [refused(reasons)];
  await follow().ask(id, never);
  expect(caps().filter((cap) => cap === 1)).toHaveLength(1);
  const both = await asked(2, refused(reasons));
  expect(both.caps()).toEqual([1, 1]);
});
