import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDeletions } from '../../src/main/outbox/articles/deletions.ts';
import { createRemoteCache } from '../../src/main/outbox/articles/remoteCache.ts';
import {
  type AnnouncedRecords,
  type Obstacle,
  unrestrictedSending,
} from '../../src/main/outbox/bulkSending.ts';
import { confirmedByColleague } from '../../src/main/platform/plans.ts';
import { createScope, type Scope } from '../../src/main/platform/scope.ts';
import { createDeletionStore } from '../../src/main/store/deletions/deletionStore.ts';
import { createDraftSync } from '../../src/main/store/drafts/draftSync.ts';
import { createDraftWriter } from '../../src/main/store/drafts/draftWriter.ts';
import { createVersionStore } from '../../src/main/store/drafts/versionStore.ts';
import { write } from '../../src/main/store/write.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { literal, type Message } from '../../src/shared/message.ts';
import { startScriptedServer } from '../helpers/scriptedServer.ts';
import { derive } from '../helpers/storeParts.ts';
import { openTestAccess } from '../helpers/testClient.ts';
import { article } from '../helpers/testDirectory.ts';

type Reply = { status: number; json?: unknown } | 'lost' | 'none';

const at = '2026-01-01T00:00:00.000Z';
const there = new Map<string, DraftRecord>();
/** Replaces the directory's answer to a request. */
let reply: (method: string, id: string) => Reply | undefined | Promise<Reply | undefined>;
let requests: string[];
let server: Awaited<ReturnType<typeof startScriptedServer>>;
let access: ReturnType<typeof openTestAccess>;
beforeAll(async () => {
  server = await startScriptedServer(async ({ method, url }, response) => {
    const id = new URL(url, 'http://directory').pathname.slice('/api/v4/articles/'.length);
    requests.push(`${method} ${id}`);
    const given = (await reply(method, id)) ?? usual(method, id);
    if (given === 'none') return;
    if (given === 'lost') {
      response.destroy();
      return;
    }
    const isJson = given.json !== undefined;
    response.writeHead(given.status, isJson ? { 'content-type': 'application/json' } : {});
    response.end(isJson ? JSON.stringify(given.json) : undefined);
  });
  const limits = { perSecond: 10_000, burst: 1_000 };
  access = openTestAccess({ bases: [`${server.origin}/api/v4/`], key: 'a-key', limits });
});
afterAll(async () => {
  await access.close();
  await server.stop();
});

function usual(method: string, id: string): Reply {
  const json = there.get(id);
  if (json === undefined) return { status: 404, json: { error: 'not found' } };
  if (method !== 'DELETE') return { status: 200, json };
  there.delete(id);
  return { status: 204 };
}

let scope: Scope;
let deletions: ReturnType<typeof createDeletions>;
let remoteCache: ReturnType<typeof createRemoteCache>;
let waits: number[];
/** What happens while the program waits; the time passes at once. */
let whileWaiting: (signal?: AbortSignal) => unknown;
let obstacle: Obstacle | null;
let permission: () => 'send' | 'withheld';
let announced: AnnouncedRecords[];
/** What happens when a change is told. */
let whenChanged: () => unknown;
/** Each event, with why the deletions are paused at that moment. */
let events: unknown[];
let logged: unknown[];

beforeEach(() => {
  [waits, announced, events, logged, requests] = [[], [], [], [], []];
  [obstacle, permission, whileWaiting, reply] = [null, () => 'send', setImmediate, () => undefined];
  whenChanged = () => undefined;
  there.clear();
  access.db.exec('DELETE FROM deletions; DELETE FROM drafts; DELETE FROM earlier_versions');
  const note = (name: string, data?: object) => void logged.push([name, data]);
  scope = createScope({ log: { warn: note, error: note } });
  let elapsed = 0;
  const clock = {
    now: () => Date.parse(at) + elapsed,
    monotonic: () => elapsed,
    sleep: async (ms: number, signal?: AbortSignal) => {
      waits.push(ms);
      elapsed += ms;
      await whileWaiting(signal);
      signal?.throwIfAborted();
    },
  };
  remoteCache = createRemoteCache(clock);
  deletions = createDeletions({
    store: createDeletionStore(access.db),
    versions: createVersionStore(access.db),
    draftSync: createDraftSync(access.db),
    remoteCache,
    transaction: (work) => write(access.db, work),
    directory: access.directory,
    sending: {
      ...unrestrictedSending,
      obstacle: () => obstacle,
      announce: async (records) => {
        announced.push(records);
        return permission();
      },
    },
    clock,
    log: { info: note },
    publish: (name, data) => {
      events.push([name, data, paused()]);
      whenChanged();
    },
    scope,
  });
});
afterEach(() => scope.stop());

/** The key of the message, or of the first sentence in it. */
function paused(): string | null {
  const message = deletions.list('a', { offset: 0, limit: 0 }).paused;
  const [first] = message?.key === 'listed' ? (message.params!.list as Message[]) : [message];
  return first?.key ?? null;
}
const all = () => deletions.list('a', { offset: 0, limit: 100 }).deletions.reverse();
const states = () => all().map(({ state, message }) => (message ? [state, message.key] : state));
const changed = (pause: string | null = null) => ['deletions.changed', { accountId: 'a' }, pause];
/** The waits after troubles: 0 for a first one, 1 for the second in a row, and so on. */
const troubles = () => waits.map((ms) => Math.round(Math.log2(ms / 1_000)) + 0);
const ofMethod = (method: string) => requests.filter((one) => one.startsWith(method));
const add = (...ids: string[]) =>
  deletions.add(
    confirmedByColleague({ accountId: 'a' }),
    ids.map((remoteId) => ({ remoteId, draftId: null, seen: null, title: `Listed ${remoteId}` })),
  );
/** Deletes articles that the directory has, as far as it goes. */
async function remove(...ids: string[]) {
  for (const id of ids) there.set(id, article(1));
  await add(...ids);
  await scope.idle();
}
/** The draft of an article of the directory. */
function draftOf(remoteId: string, record = article(1)): number {
  const id = createDraftWriter(access.db).insert({ accountId: 'a', draft: derive(record), at });
  createDraftSync(access.db).setSent([
    { content: null, id, hash: '', doiKey: null, urlKey: null, remoteId, at },
  ]);
  return id;
}
const unavailable = { status: 503, json: { error: 'later' } };
const maintenance = 'directory.problem.maintenance.message';
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 30_000, interval: 5 });
/** Waits until the test continues, or the work is aborted. */
const forever = (signal?: AbortSignal) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

test('an article is deleted after its snapshot, and its draft counts as never sent', async () => {
  const record = article(1);
  const draftId = draftOf('r1', record);
  const goneId = draftOf('r3');
  for (const [id, remoteId] of [
    [draftId, 'r1'],
    [goneId, 'r3'],
  ] as const)
    remoteCache.note(id, [{ remoteId, doi: null, url: null }]);
  there.set('r1', record);
  there.set('r2', { bibjson: {} });
  expect(await add('r1', 'r2', 'r3')).toBe(3);
  await scope.idle();
  expect(states()).toEqual(['deleted', 'deleted', 'gone']);
  expect(requests).toEqual(['GET r1', 'DELETE r1', 'GET r2', 'DELETE r2', 'GET r3']);
  const versions = createVersionStore(access.db);
  const kept = { accountId: 'a', kind: 'article', why: 'withdrawn', uploadId: null, at } as const;
  const ofRecord = (recordId: number, remoteId: string) =>
    versions
      .ofRecord({ accountId: 'a', kind: 'article', recordId, remoteId })
      .map(({ id }) => versions.get(id));
  expect(ofRecord(draftId, 'r1')).toMatchObject([
    { ...kept, remoteId: 'r1', recordId: draftId, title: 'Article 1', record },
  ]);
  expect(ofRecord(0, 'r2')).toMatchObject([{ ...kept, remoteId: 'r2', recordId: 0, title: 'Listed r2' }]);
  const ids = announced.map((one) => one.ids[0]);
  expect(announced).toEqual(ids.map((id) => ({ accountId: 'a', kind: 'deletions', ids: [id] })));
  expect(ids).toEqual(
    all()
      .slice(0, 2)
      .map(({ id }) => id),
  );
  expect([...remoteCache.of(draftId), ...remoteCache.of(goneId)]).toEqual([]);
  // Added, and for each article claimed and deleted; the last one is only gone.
  const drafts = (id: number) => ['drafts.changed', { accountId: 'a', ids: [id] }, null];
  const [first, second] = [drafts(draftId), drafts(goneId)];
  expect(events).toEqual([
    ...[changed(), changed(), first, changed(), changed(), changed()],
    ...[second, changed()],
  ]);
  expect([waits, logged]).toEqual([[], []]);
});

test('an article that is not deleted stays known, and every refusal says why', async () => {
  const gone = { status: 404, json: { error: 'not found' } };
  const answers: Record<string, Reply> = {
    r1: gone,
    r2: gone,
    r3: { status: 403, json: { error: 'You may not.' } },
  };
  reply = (method, id) => {
    if (method !== 'DELETE') return undefined;
    // Somebody else deletes it at the same moment.
    if (id === 'r2') there.delete(id);
    return answers[id];
  };
  remoteCache.note(1, [{ remoteId: 'r1', doi: null, url: null }]);
  await remove('r1', 'r2', 'r3');
  expect(states()).toEqual([['refused', 'deletion.notYours'], 'gone', ['refused', 'deletion.forbidden']]);
  expect(all()[2]!.message).toMatchObject({ params: { words: 'You may not.' } });
  expect(remoteCache.of(1)).toHaveLength(1);
  expect(events.map((event) => (event as unknown[])[0])).toEqual(Array(7).fill('deletions.changed'));
});

test('a request without an answer is looked up after a while, and given up after five attempts', async () => {
  reply = (method, id) => (method === 'DELETE' && id === 'r1' ? 'lost' : undefined);
  whileWaiting = () => expect(states()).toEqual(['unclear', 'waiting']);
  await remove('r1', 'r2');
  expect(states()).toEqual([['refused', 'deletion.givenUp'], 'deleted']);
  expect(ofMethod('DELETE')).toEqual([...Array(5).fill('DELETE r1'), 'DELETE r2']);
  expect(waits).toEqual(Array(5).fill(30_000));
  // Added; each time claimed, unclear, and found; given up; the other one claimed and deleted.
  expect(events).toEqual(Array(1 + 5 * 3 + 1 + 2).fill(changed()));
});

test('articles are deleted one after another, also those that are added meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  reply = () => promise;
  for (const id of ['r1', 'r2']) there.set(id, article(1));
  await add('r1');
  await add('r2');
  resolve(undefined);
  await scope.idle();
  expect(states()).toEqual(['deleted', 'deleted']);
  expect(requests).toEqual(['GET r1', 'DELETE r1', 'GET r2', 'DELETE r2']);
});

test('an article is not deleted twice if a lost request deleted it', async () => {
  reply = (method, id) => {
    if (method !== 'DELETE') return undefined;
    there.delete(id);
    return 'lost';
  };
  await remove('r1');
  expect(states()).toEqual(['deleted']);
  expect(requests).toEqual(['GET r1', 'DELETE r1', 'GET r1']);
});

test('an article that is sent meanwhile is left alone', async () => {
  draftOf('r1');
  reply = () => {
    access.db.exec(`UPDATE drafts SET sync = 'queued'`);
    return undefined;
  };
  await remove('r1');
  expect(states()).toEqual([['cancelled', 'deletion.beingSent']]);
  expect(requests).toEqual(['GET r1']);
  expect(events).toEqual([changed(), changed()]);
});

test('a draft keeps the article if a colleague’s computer ended the deletion before', async () => {
  draftOf('r1');
  reply = (method) => {
    if (method === 'DELETE') access.db.exec(`UPDATE deletions SET state = 'refused'`);
    return undefined;
  };
  await remove('r1');
  expect(states()).toEqual(['refused']);
  expect(access.db.prepare('SELECT remote_id FROM drafts').pluck().all()).toEqual(['r1']);
  expect(events).toEqual(Array(3).fill(changed()));
});

test.each<[string, Reply]>([
  ['no answer', 'lost'],
  ['an error', { status: 500 }],
  ['maintenance', unavailable],
  ['a page of another server', { status: 404 }],
  ['something else', { status: 200, json: {} }],
  ['nothing', { status: 200, json: null }],
  ['an article with the wrong status', { status: 203, json: article(1) }],
])('%s in place of an article: tried again', async (_name, answer) => {
  let left = 1;
  reply = () => (left-- > 0 ? answer : undefined);
  await remove('r1');
  expect(states()).toEqual(['deleted']);
  expect(requests).toEqual(['GET r1', 'GET r1', 'DELETE r1']);
  expect(troubles()).toEqual([0]);
});

test('troubles are shown, pauses grow until a success, and a refused request does not count', async () => {
  const answers: (Reply | undefined)[] = [
    ...[unavailable, unavailable, undefined, undefined],
    ...Array.from({ length: 6 }, () => [undefined, unavailable]).flat(),
  ];
  reply = () => answers.shift();
  await remove('r1', 'r2');
  expect(states()).toEqual(['deleted', 'deleted']);
  expect(ofMethod('DELETE')).toEqual(['DELETE r1', ...Array(7).fill('DELETE r2')]);
  expect(troubles()).toEqual([0, 1, 0, 1, 2, 3, 4, 5]);
  // Added; the first one's troubles, claimed while they are still shown, deleted, and over; then the same for the second.
  expect(events).toEqual([
    ...[changed(), changed(maintenance), changed(maintenance)],
    ...[changed(maintenance), changed(maintenance), changed()],
    ...[
      changed(),
      ...Array(6)
        .fill([changed(maintenance), changed(maintenance)])
        .flat(),
    ],
    ...[changed(maintenance), changed()],
  ]);
  expect(logged).toHaveLength(8);
  expect(logged[0]).toMatchObject(['deletions', { account: 'a', error: { code: 'remote', status: 503 } }]);
});

test('a refused key stops everything until the user continues or adds more', async () => {
  const refused = 'directory.problem.key.message';
  reply = () => ({ status: 401, json: { error: 'no' } });
  await remove('r1', 'r2');
  expect([states(), paused()]).toEqual([['waiting', 'waiting'], refused]);
  expect([requests, waits]).toEqual([['GET r1'], []]);
  expect(events).toEqual([changed(), changed(refused)]);
  await deletions.resume('a');
  await scope.idle();
  expect(events.slice(2)).toEqual([changed(), changed(refused)]);
  reply = () => undefined;
  await remove('r3');
  expect([states(), paused()]).toEqual([['deleted', 'deleted', 'deleted'], null]);
  expect(events.slice(4)).toEqual(Array(1 + 2 * 3).fill(changed()));
});

test('a missing key stops everything, too', async () => {
  const { base } = access.accounts.get('a');
  // The key is only given out for the first address.
  access.accounts.update('a', { base: `${server.origin}/` });
  await remove('r1');
  access.accounts.update('a', { base });
  expect([states(), paused(), waits]).toEqual([['waiting'], 'directory.problem.keyMissing.message', []]);
});

test('continuing ends a wait at once, and interrupts nothing if there is none', async () => {
  whileWaiting = forever;
  reply = () => unavailable;
  for (const id of ['r1', 'r2']) there.set(id, article(1));
  await add('r1');
  await eventually(paused).toBe(maintenance);
  reply = (method) => (method === 'GET' ? 'none' : undefined);
  await deletions.resume('a');
  await eventually(() => requests).toHaveLength(2);
  // Not paused: the request in flight goes on, and there is still only one.
  await deletions.resume('a');
  await add('r2');
  expect(events).toEqual([changed(), changed(maintenance), changed(), changed()]);
  expect(requests).toHaveLength(2);
  await scope.stop();
  expect([states(), paused()]).toEqual([['waiting', 'waiting'], null]);
  expect(logged).toHaveLength(1);
});

test('a request that is interrupted by continuing is repeated without a message', async () => {
  obstacle = { reason: literal('held') };
  whileWaiting = () => {
    obstacle = null;
  };
  reply = () => (requests.length === 1 ? 'none' : undefined);
  there.set('r1', article(1));
  await add('r1');
  await eventually(() => requests).toHaveLength(1);
  expect(paused()).toBe('literal');
  await deletions.resume('a');
  await scope.idle();
  expect(requests).toEqual(['GET r1', 'GET r1', 'DELETE r1']);
  expect(events).toEqual([changed(), changed('literal'), ...Array(3).fill(changed())]);
  expect([waits, logged]).toEqual([[1_000], []]);
});

test('while another computer sends, nothing is deleted, but what is unclear is looked up', async () => {
  const reasons = [null, 'ben', 'ben', 'anna'].map((name) => ({
    reason: name === null ? null : literal(name),
  }));
  reply = (method) => {
    if (method !== 'DELETE') return undefined;
    obstacle = reasons[0]!;
    return 'lost';
  };
  let ticks = 0;
  whileWaiting = () => {
    if (obstacle !== null) obstacle = reasons[ticks++] ?? null;
    if (obstacle === null) reply = () => undefined;
  };
  await remove('r1');
  expect(states()).toEqual(['deleted']);
  expect(waits).toEqual([30_000, 1_000, 1_000, 1_000, 1_000]);
  expect(requests).toEqual(['GET r1', 'DELETE r1', 'GET r1', 'GET r1', 'DELETE r1']);
  const shown = [changed('literal'), changed('literal')];
  expect(events).toEqual([
    ...Array(4).fill(changed()),
    ...shown,
    changed('literal'),
    changed('literal'),
    changed(),
  ]);
});

test('a request that may not go out is repeated later', async () => {
  let left = 1;
  permission = () => (left-- > 0 ? 'withheld' : 'send');
  await remove('r1');
  expect(states()).toEqual(['deleted']);
  expect(requests).toEqual(['GET r1', 'GET r1', 'DELETE r1']);
  expect(troubles()).toEqual([0]);
});

test('cancelling ends what waits, and its pause', async () => {
  obstacle = { reason: literal('held') };
  let count = 0;
  whileWaiting = () => {
    count += deletions.cancel('a');
  };
  await remove('r1', 'r2');
  expect([count, states(), paused()]).toEqual([2, ['cancelled', 'cancelled'], null]);
  expect(events).toEqual([changed(), changed('literal'), changed('literal'), changed()]);
});

test.each<[string, Reply | 'withheld', deleted: boolean]>([
  ['carried out', { status: 204 }, true],
  ['turned away', unavailable, false],
  ['withheld', 'withheld', false],
  ['lost', 'lost', false],
])('what is cancelled during its request is not requested again if that is %s', async (...given) => {
  const [, outcome, isDeleted] = given;
  reply = (method) => {
    if (method !== 'DELETE') return undefined;
    expect(deletions.cancel('a')).toBe(0);
    return outcome === 'withheld' ? undefined : outcome;
  };
  permission = () => {
    if (outcome !== 'withheld') return 'send';
    expect(deletions.cancel('a')).toBe(0);
    return 'withheld';
  };
  await remove('r1');
  expect([states(), paused()]).toEqual([[isDeleted ? 'deleted' : 'cancelled'], null]);
  expect(ofMethod('DELETE')).toHaveLength(outcome === 'withheld' ? 0 : 1);
});

test('what is cancelled before its request leaves is not requested at all', async () => {
  whenChanged = () => {
    whenChanged = () => undefined;
    if (states()[0] === 'deleting') deletions.cancel('a');
  };
  const again = whenChanged;
  reply = () => {
    whenChanged = again;
    return undefined;
  };
  await remove('r1');
  expect([states(), requests, announced]).toEqual([['cancelled'], ['GET r1'], []]);
});

test('what a colleague queued is forgotten by who left the office if it turns out not to be done', async () => {
  there.set('r1', article(1));
  access.db.exec(`INSERT INTO deletions (account_id, remote_id, title, state, at, person)
    VALUES ('a', 'r1', 'Of Ben', 'deleting', '${at}', 'ben')`);
  deletions.start();
  await scope.idle();
  expect([states(), requests]).toEqual([[], ['GET r1']]);
  expect(await add('r1')).toBe(1);
  await scope.idle();
  expect(states()).toEqual(['deleted']);
});

test('what is cancelled during its request, and added again, is deleted as it was seen then', async () => {
  reply = async (method) => {
    if (method !== 'DELETE' || ofMethod('DELETE').length > 1) return undefined;
    deletions.cancel('a');
    expect(await add('r1')).toBe(1);
    expect(await add('r1')).toBe(0);
    return 'lost';
  };
  await remove('r1');
  expect([states(), ofMethod('DELETE')]).toEqual([['deleted'], ['DELETE r1', 'DELETE r1']]);
});

test('an error of ours ends the work until it is woken', async () => {
  permission = () => {
    throw new Error('a bug');
  };
  await remove('r1');
  expect(logged).toMatchObject([['deletions', { error: { message: 'a bug' } }]]);
  expect(paused()).toBe(null);
  permission = () => 'send';
  deletions.start();
  await scope.idle();
  expect(states()).toEqual(['deleted']);
});

test('waking with nothing to do does not keep later work from being done', async () => {
  deletions.wake('a');
  await scope.idle();
  expect(events).toEqual([]);
  await remove('r1');
  expect(states()).toEqual(['deleted']);
});

// The last two, since nothing else is sent while the limiter waits.
test('a directory that asks to slow down is not a trouble: the limiter waits', async () => {
  reply = () => ({ status: 429 });
  await add('r1');
  await eventually(() => [logged.length, access.directory.limiter('a').status().waiting]).toEqual([1, 1]);
  expect([requests, paused(), waits]).toEqual([['GET r1'], null, []]);
  expect(events).toEqual([changed()]);
});

test('the time that it takes is that of two requests for each article', () => {
  const limiter = access.directory.limiter('a');
  expect(deletions.secondsFor('a', 100_000)).toBeCloseTo(limiter.secondsFor(200_000), 0);
  expect(deletions.secondsFor('a', 100_000)).toBeGreaterThan(15);
  limiter.hold(60_000);
  expect(deletions.secondsFor('a', 0)).toBe(0);
});
