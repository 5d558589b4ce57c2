import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createRemoteCache } from '../../src/main/outbox/articles/remoteCache.ts';
import { Uploads } from '../../src/main/outbox/articles/uploads.ts';
import { unrestrictedSending } from '../../src/main/outbox/bulkSending.ts';
import { createLog } from '../../src/main/platform/log.ts';
import { originOf } from '../../src/main/platform/network/origin.ts';
import { OriginKey } from '../../src/main/platform/network/originKey.ts';
import { createScope } from '../../src/main/platform/scope.ts';
import { storageError } from '../../src/main/store/database.ts';
import { createDraftSync } from '../../src/main/store/drafts/draftSync.ts';
import { createDraftWriter } from '../../src/main/store/drafts/draftWriter.ts';
import { createVersionStore } from '../../src/main/store/drafts/versionStore.ts';
import { defaultSettings } from '../../src/main/store/settingsStore.ts';
import { createRequestStore } from '../../src/main/store/uploads/requestStore.ts';
import { createSendCandidates } from '../../src/main/store/uploads/sendCandidates.ts';
import { createUploadStore } from '../../src/main/store/uploads/uploadStore.ts';
import { articleToWire } from '../../src/shared/article/article.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import type { Upload } from '../../src/shared/upload/upload.ts';
import { ManualClock } from '../helpers/manualClock.ts';
import { account, context, copyDraft, derive } from '../helpers/storeParts.ts';
import { openTestAccess } from '../helpers/testClient.ts';
import { article, goodKey } from '../helpers/testDirectory.ts';

const limits = { perSecond: 0.001, burst: 1 };

/**
 * The uploads of account `a`, which may not send at first. No time passes by itself, and once it may send, the first request
 * waits for the limit of its directory.
 */
async function openUploads() {
  const access = openTestAccess({ bases: [account.base, account.base], key: goodKey, limits });
  const { db, directory, accounts } = access;
  await directory.limiter('a').acquire('bulk');
  const clock = new ManualClock();
  const events: { name: string; data: unknown }[] = [];
  const problems: string[] = [];
  const noted = (name: string) => void problems.push(name);
  const parts = {
    uploads: createUploadStore(db),
    candidates: createSendCandidates(db),
    draftSync: createDraftSync(db),
  };
  const now = {
    key: goodKey as string | null,
    isKeychainBroken: false,
    delegates: false,
    isHeld: true,
    needsApproval: false,
    /** Called with each event. */
    on: (_name: string, _data: unknown): void => undefined,
    /** Awaited before drafts are selected. */
    selecting: null as Promise<void> | null,
  };
  let wakeAll = () => {};
  const scope = createScope({ log: { warn: noted, error: noted }, known: storageError });
  const create = () =>
    new Uploads({
      ...parts,
      requests: createRequestStore(db),
      versions: createVersionStore(db),
      remoteCache: createRemoteCache(clock),
      drafts: {
        get: (id) => ({ accountId: 'a', record: parts.candidates.record(id) }),
        selectIds: async (_accountId, selection) => {
          await now.selecting;
          return (selection as { ids: number[] }).ids;
        },
      },
      directory,
      sending: {
        ...unrestrictedSending,
        obstacle: () => (now.isHeld ? { reason: null } : null),
        delegates: () => now.delegates,
        needsApproval: () => now.needsApproval,
        onChange: (listener) => {
          wakeAll = () => listener('a');
        },
      },
      account: accounts.get,
      key: async () => {
        if (now.isKeychainBroken) throw new Error('The keychain crashed.');
        return now.key === null ? null : new OriginKey(now.key, originOf(accounts.get('a').base));
      },
      keyProblem: () => null,
      context: () => context,
      settings: () => defaultSettings,
      clock,
      log: { ...createLog({ file: null }), error: noted },
      publish: (name, data) => {
        events.push({ name, data });
        now.on(name, data);
      },
      scope,
    });
  const uploads = create();
  onTestFinished(async () => {
    const stopped = Promise.all([uploads.stop(0), scope.stop()]);
    await clock.advance(1);
    await stopped;
    await access.close();
  });
  const writer = createDraftWriter(db);
  const add = (records: readonly DraftRecord[]) =>
    db.transaction(() =>
      records.map((one) =>
        writer.insert({ accountId: 'a', draft: derive(one), at: '2026-01-01T00:00:00.000Z' }),
      ),
    )();
  return {
    ...parts,
    db,
    now,
    clock,
    events,
    problems,
    uploads,
    /** The uploads after a restart of the program. */
    create,
    add,
    addMany: (count: number) => copyDraft(db, add([article(0)])[0]!, count),
    send: async (ids: readonly number[]) => {
      const plan = await uploads.plan({
        accountId: 'a',
        selection: { ids: [...ids] },
        includeUnchanged: false,
      });
      return uploads.send(plan.id, 'x');
    },
    /** From now on the account may send, and its engine looks for work. */
    permit: () => {
      now.isHeld = false;
      wakeAll();
    },
    /** How many requests wait for the limit. */
    waiting: () => directory.limiter('a').status().waiting,
    states: () => Object.fromEntries(uploads.list().map(({ id, state }) => [id, state])),
    sync: (id: number) => db.prepare('SELECT sync FROM drafts WHERE id = ?').pluck().get(id),
    /** Inserts an upload in some state. */
    insert: (state: string, pausedBy: string | null = null, accountId = 'a') =>
      Number(
        db
          .prepare(
            `INSERT INTO uploads (account_id, name, state, paused_by, created_at) VALUES (?, '', ?, ?, '2026')`,
          )
          .run(accountId, state, pausedBy).lastInsertRowid,
      ),
    /** The latest published version of an upload. */
    shown: (id: number) =>
      events
        .filter(({ name, data }) => name === 'uploads.changed' && (data as Upload).id === id)
        .map(({ data }) => data as Upload)
        .at(-1),
  };
}

const articles = (count: number) => Array.from({ length: count }, (_, n) => article(n));
const over = { code: 'state', problem: { key: 'queue.wrongState.over' } };

test('knows which uploads are sending, and cancels only those', async () => {
  const { uploads, insert, add, send, states } = await openUploads();
  const drafts = add(articles(2)) as [number, number];
  const running = [(await send([drafts[0]])).id, (await send([drafts[1]])).id];
  // It has nothing to send, and ends as soon as its account's engine looks.
  const ending = insert('running');
  const sending = [insert('reading'), insert('ready'), insert('paused', 'offline'), ...running];
  const paused = (['person', 'key', 'version', 'problem'] as const).map((by) => insert('paused', by));
  const over = [insert('done'), insert('cancelled')];
  expect(uploads.busy()).toEqual({ running: 6 });
  await uploads.cancelRunning();
  expect(uploads.busy()).toEqual({ running: 0 });
  const after = states();
  expect(sending.map((id) => after[id])).toEqual(Array(5).fill('cancelled'));
  expect(paused.map((id) => after[id])).toEqual(Array(4).fill('paused'));
  expect([...over, ending].map((id) => after[id])).toEqual(['done', 'cancelled', 'done']);
});

test('cancels every upload of an account before the account is removed', async () => {
  const { uploads, insert, add, send, states, now } = await openUploads();
  const drafts = add(articles(3)) as [number, number, number];
  const open = [insert('reading'), (await send([drafts[2]])).id, insert('paused', 'person')];
  const [done, other] = [insert('done'), insert('running', null, 'a1')];
  expect(uploads.list('a1').map(({ id }) => id)).toEqual([other]);
  await uploads.cancelAll('a');
  const after = states();
  expect([...open, done, other].map((id) => after[id])).toEqual([
    'cancelled',
    'cancelled',
    'cancelled',
    'done',
    'running',
  ]);

  // One is being prepared meanwhile, and one has not begun.
  const selecting = Promise.withResolvers<void>();
  now.selecting = selecting.promise;
  const sends = [send([drafts[0]]), send([drafts[1]])];
  await setImmediate();
  const forgetting = uploads.forget('a');
  selecting.resolve();
  for (const sent of sends)
    await expect(sent).rejects.toMatchObject({
      code: 'not_found',
      problem: { key: 'store.accountGone.message' },
      why: { key: 'store.accountGone.why' },
      fix: { key: 'store.accountGone.fix' },
    });
  await forgetting;
  expect(uploads.list('a')).toHaveLength(4);
  // Nothing was sent for the other account.
  await uploads.cancelAll('a1');
  expect(states()[other]).toBe('cancelled');
});

test('a new key or address continues what waited for one, and nothing that a person paused', async () => {
  const { uploads, insert, states } = await openUploads();
  const waited = (['key', 'version', 'problem'] as const).map((by) => insert('paused', by));
  const paused = [insert('paused', 'person'), insert('paused', 'offline')];
  const [running, elsewhere] = [insert('running'), insert('paused', 'key', 'a1')];
  uploads.accountReady('a');
  const after = states();
  // Nothing of theirs is left to send.
  expect(waited.map((id) => after[id])).toEqual(['done', 'done', 'done']);
  expect(paused.map((id) => after[id])).toEqual(['paused', 'paused']);
  expect([after[running], after[elsewhere]]).toEqual(['done', 'paused']);
});

test('asks for a key unless another computer sends, and says why nothing would be sent', async () => {
  const { uploads, now, add, send, sync } = await openUploads();
  const [first, second, third] = add([...articles(2), article(3, { title: null })]) as [
    number,
    number,
    number,
  ];
  now.key = null;
  await expect(send([first])).rejects.toMatchObject({ code: 'key_missing' });
  expect(sync(first)).toBe('never');
  now.delegates = true;
  expect(await send([first])).toMatchObject({ state: 'running', counts: { total: 1 } });
  now.key = goodKey;
  expect(await send([second])).toMatchObject({ state: 'running', counts: { total: 1 } });
  const fix = { key: 'queue.nothingToSend.fix' };
  await expect(send([third])).rejects.toMatchObject({
    code: 'state',
    why: { key: 'finding.title-empty.message' },
    fix,
  });
  await expect(send([])).rejects.toMatchObject({
    code: 'state',
    why: { key: 'queue.nothingToSend.why' },
    fix,
  });
  expect(uploads.list()).toHaveLength(2);
});

test('sends what a colleague queued although it is unchanged, unapproved, hard to find or deleted there', async () => {
  const { uploads, db, draftSync, now, add } = await openUploads();
  const ids = add([article(0), article(1), article(2, { title: '' }), article(3)]);
  const { hash } = derive(article(1)).columns;
  draftSync.setSent([
    { content: null, id: ids[1]!, hash, doiKey: null, urlKey: null, remoteId: 'r1', at: '2026-01-01' },
  ]);
  db.exec(
    `INSERT INTO deletions (account_id, remote_id, draft_id, title, state, at) VALUES ('a', 'r3', ${ids[3]}, '', 'deleted', '2026')`,
  );
  now.needsApproval = true;
  const hashOf = db.prepare<[number], string>('SELECT hash FROM drafts WHERE id = ?').pluck();
  const drafts = ids.map((draftId) => ({ draftId, content: hashOf.get(draftId)!, wasThere: false }));
  const noted: unknown[] = [];
  // The note belongs to the transaction after which the upload may begin.
  const noting = (id: number) => void noted.push({ isOpen: db.inTransaction, ...uploads.get(id) });
  const given = { drafts, name: 'Ada', noting };
  await uploads.adopt('a', given);
  expect(noted).toMatchObject([{ id: 1, isOpen: true, state: 'reading' }]);
  expect(uploads.get(1)).toMatchObject({ name: 'Ada', counts: { queued: 4 }, skipped: 0, heldBack: 0 });
  await uploads.adopt('a', given);
  expect(noted).toHaveLength(1);
  await uploads.forget('a');
  await expect(uploads.adopt('a', given)).rejects.toMatchObject({ code: 'not_found' });
});

test('calls that select drafts run one at a time', async () => {
  const { uploads, now, addMany, send } = await openUploads();
  const [first, ...others] = addMany(300) as [number, ...number[]];
  const plan = async (ids: readonly number[]) =>
    (await uploads.plan({ accountId: 'a', selection: { ids: [...ids] }, includeUnchanged: false })).id;
  const plans = [await plan([first]), await plan(others), await plan(others.slice(-1))] as const;
  const selecting = Promise.withResolvers<void>();
  now.selecting = selecting.promise;
  const one = uploads.send(plans[0], 'x');
  const many = uploads.send(plans[1], 'x');
  await setImmediate();
  selecting.resolve();
  await one;
  await expect(uploads.send(plans[2], 'x')).rejects.toMatchObject({ code: 'state' });
  expect(await many).toMatchObject({ counts: { total: 299 } });
  // A failed call does not stop the next.
  await expect(uploads.cancelAll('a')).resolves.toBeUndefined();
  const failing = send([]);
  const next = send([first]);
  await expect(failing).rejects.toMatchObject({ code: 'state' });
  expect(await next).toMatchObject({ counts: { total: 1 } });
});

test('pauses, continues and cancels an upload only in the states that allow it, and shows it at once', async () => {
  const { uploads, add, insert, send, shown, sync, clock, events } = await openUploads();
  const ids = add(articles(2));
  const { id } = await send(ids);
  expect(() => uploads.resume(id)).toThrow(
    expect.objectContaining({ problem: { key: 'queue.wrongState.notPaused' } }),
  );
  expect(uploads.pause(id)).toMatchObject({ state: 'paused', pausedBy: 'person' });
  expect(shown(id)).toMatchObject({ state: 'paused', pausedBy: 'person' });
  expect(uploads.resume(id)).toMatchObject({ state: 'running', pausedBy: null });
  expect(shown(id)).toMatchObject({ state: 'running' });

  // What waits for a key does not continue with one after a person paused it.
  const waiting = insert('paused', 'key');
  expect(uploads.pause(waiting)).toMatchObject({ state: 'paused', pausedBy: 'person', message: null });
  expect(shown(waiting)).toMatchObject({ pausedBy: 'person' });

  await clock.advance(250);
  events.length = 0;
  expect(await uploads.cancel(id)).toMatchObject({ state: 'cancelled' });
  expect(shown(id)).toMatchObject({ state: 'cancelled' });
  expect(ids.map(sync)).toEqual(['never', 'never']);
  await clock.advance(250);
  expect(events).toContainEqual({ name: 'drafts.changed', data: { accountId: 'a', ids } });

  const done = insert('done');
  for (const one of [id, done]) {
    expect(() => uploads.pause(one)).toThrow(
      expect.objectContaining({ problem: { key: 'queue.wrongState.notRunning' } }),
    );
    expect(() => uploads.unkeptPreview(one)).toThrow(expect.objectContaining(over));
    await expect(uploads.cancel(one)).rejects.toMatchObject(over);
  }
  expect(() => uploads.retryPreview(id)).toThrow(expect.objectContaining(over));
  expect(() => uploads.retryPreview(done)).toThrow(
    expect.objectContaining({ problem: { key: 'queue.wrongState.nothingToRetry' } }),
  );
  expect(() => uploads.get(999)).toThrow(
    expect.objectContaining({ code: 'not_found', fix: expect.objectContaining({ key: 'queue.gone.fix' }) }),
  );
});

/** An upload with a refused record, one that fails for a reason of our own, and one that waits after that. */
async function openAfterBug() {
  const world = await openUploads();
  const { db, now, uploads, add, send, permit, problems, waiting } = world;
  const [refused, failing, other] = add(articles(3)) as [number, number, number];
  const { id: done } = await send([refused]);
  db.exec(`UPDATE upload_items SET state = 'refused' WHERE upload_id = ${done}; UPDATE uploads SET state = 'done';
    UPDATE drafts SET sync = 'refused'`);
  const { id: broken } = await send([failing]);
  const { id: last } = await send([other]);
  now.isKeychainBroken = true;
  permit();
  await expect.poll(() => uploads.get(broken).state).toBe('paused');
  now.isKeychainBroken = false;
  expect(problems.splice(0)).toEqual(['outbox.articles']);
  expect(waiting()).toBe(0);
  return { ...world, refused, done, broken, last };
}

test.each([
  ['the account has another key', ({ uploads }) => uploads.accountReady('a')],
  ['an upload is resumed', ({ uploads, broken }) => uploads.resume(broken)],
  ['records are retried', ({ uploads, done }) => uploads.retry(uploads.retryPreview(done).id)],
  ['snapshots are left out', ({ uploads, last }) => uploads.sendUnkept(uploads.unkeptPreview(last).id)],
] as [string, (world: Awaited<ReturnType<typeof openAfterBug>>) => unknown][])(
  'sends at once, whatever it waits for, when %s',
  async (_name, act) => {
    const world = await openAfterBug();
    await act(world);
    await expect.poll(world.waiting).toBe(1);
  },
);

test('queues refused records again, and shows it', async () => {
  const { uploads, clock, events, refused, done, shown, sync } = await openAfterBug();
  await clock.advance(250);
  events.length = 0;
  expect(uploads.retry(uploads.retryPreview(done).id)).toMatchObject({
    state: 'running',
    counts: { queued: 1, refused: 0 },
  });
  expect(shown(done)).toMatchObject({ state: 'running', counts: { queued: 1 } });
  expect(sync(refused)).toBe('queued');
  await clock.advance(250);
  expect(events).toContainEqual({ name: 'drafts.changed', data: { accountId: 'a', ids: [refused] } });
});

test('stops waiting for snapshots, and shows it', async () => {
  const { uploads, draftSync, add, send, shown } = await openUploads();
  const [id] = add([article(1, { title: 'Changed' })]) as [number];
  const { hash, doiKey, urlKey } = derive(article(1)).columns;
  draftSync.setSent([{ content: null, id, hash, doiKey, urlKey, remoteId: 'r1', at: '2026-01-01' }]);
  const upload = await send([id]);
  expect(upload.isKeeping).toBe(true);
  expect(uploads.sendUnkept(uploads.unkeptPreview(upload.id).id).isKeeping).toBe(false);
  expect(shown(upload.id)).toMatchObject({ isKeeping: false });
});

test('begins to send at once, also after a restart, and waits for nothing once it is paused, cancelled or stopped', async () => {
  const { uploads, create, now, add, send, waiting, events, clock } = await openUploads();
  now.isHeld = false;
  const { id } = await send(add(articles(1)));
  await expect.poll(waiting).toBe(1);
  uploads.pause(id);
  await expect.poll(waiting).toBe(0);
  uploads.resume(id);
  await expect.poll(waiting).toBe(1);
  const { id: other } = await send(add([article(5)]));
  await uploads.cancel(id);
  uploads.pause(other);
  await expect.poll(waiting).toBe(0);
  uploads.resume(other);
  await expect.poll(waiting).toBe(1);

  const selecting = Promise.withResolvers<void>();
  now.selecting = selecting.promise;
  const planning = uploads.plan({ accountId: 'a', selection: { ids: [] }, includeUnchanged: false });
  const stopped = uploads.stop(60_000);
  selecting.resolve();
  await expect(planning).rejects.toMatchObject({ code: 'cancelled' });
  await clock.advance(1);
  await stopped;
  expect(waiting()).toBe(0);
  events.length = 0;
  uploads.pause(other);
  uploads.resume(other);
  expect(events).toEqual([]);

  const next = create();
  await next.start();
  await expect.poll(waiting).toBe(1);
  await next.stop(0);
});

test('an upload that is cancelled while it is being prepared gets no drafts', async () => {
  const { uploads, now, add, send, sync } = await openUploads();
  const ids = add(articles(2));
  now.on = (name, data) => {
    if (name === 'uploads.changed' && (data as Upload).state === 'reading')
      void uploads.cancel((data as Upload).id);
  };
  expect(await send(ids)).toMatchObject({ state: 'cancelled', counts: { total: 0 } });
  expect(ids.map(sync)).toEqual(['never', 'never']);
});

test('lists what was left out, and leaves out drafts that are gone since they were selected', async () => {
  const { db, uploads, now, clock, events, add, send } = await openUploads();
  const ids = add([
    ...articles(3),
    article(4, { title: '' }),
    article(5, { link: 'none' }),
    article(6, { year: '24' }),
  ]);
  now.on = (name, data) => {
    if (name === 'uploads.changed' && (data as Upload).state === 'reading')
      db.exec(`UPDATE drafts SET trashed_at = '2026' WHERE id = ${ids[1]}`);
  };
  const { id, heldBack } = await send(ids);
  expect(heldBack).toBe(3);
  const items = db
    .prepare('SELECT draft_id, position FROM upload_items WHERE upload_id = ? ORDER BY id')
    .raw()
    .all(id);
  expect(items).toEqual([
    [ids[0], 1],
    [ids[2], 2],
  ]);
  const states = events.flatMap(({ name, data }) =>
    name === 'uploads.changed' ? [(data as Upload).state] : [],
  );
  expect(states).toEqual(['reading', 'ready', 'running']);
  events.length = 0;
  await clock.advance(250);
  expect(events).toEqual([{ name: 'drafts.changed', data: { accountId: 'a', ids: ids.slice(0, 3) } }]);
  expect(uploads.get(id)).toMatchObject({ startedAt: '2026-01-01T00:00:00.000Z', counts: { queued: 2 } });
});

/** No item from this position on can be stored, and no upload changes its state. */
const fullFrom = (position: number) => `
  CREATE TRIGGER full_items BEFORE INSERT ON upload_items WHEN new.position >= ${position}
    BEGIN SELECT RAISE(ABORT, 'full'); END;
  CREATE TRIGGER full_uploads BEFORE UPDATE OF state ON uploads BEGIN SELECT RAISE(ABORT, 'full'); END`;
const thereIsRoom = 'DROP TRIGGER full_items; DROP TRIGGER full_uploads';

/** Resolves when work that goes through a few hundred rows in slices has ended. */
async function afterSlices(): Promise<void> {
  for (let slice = 0; slice < 40; slice++) await setImmediate();
}

/** Lets time pass while `work` is in progress. */
async function whileTimePasses<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  while (!isOver) {
    await setImmediate();
    await clock.advance(250);
  }
  return work;
}

test('shows how far the preparation is, and releases all drafts if it fails, once there is room', async () => {
  const { db, uploads, clock, events, problems, addMany, send, sync, states } = await openUploads();
  const ids = addMany(300);
  db.exec(fullFrom(290));
  await expect(whileTimePasses(clock, send(ids))).rejects.toMatchObject({ code: 'storage' });
  const [{ id }] = uploads.list() as [Upload];
  const shown = events.flatMap(({ name, data }) => (name === 'uploads.changed' ? [data as Upload] : []));
  expect(shown.map(({ state }) => state)).toContain('reading');
  expect(shown.at(-1)!.counts.queued).toBeGreaterThan(0);
  expect(states()).toEqual({ [id]: 'reading' });
  await clock.advance(1_000);
  await afterSlices();
  expect(states()).toEqual({ [id]: 'reading' });

  db.exec(thereIsRoom);
  // It tries again after a second.
  await afterSlices();
  expect(states()).toEqual({ [id]: 'reading' });
  events.length = 0;
  await clock.advance(1_000);
  await expect.poll(states).toEqual({ [id]: 'cancelled' });
  expect(uploads.get(id).finishedAt).toBe(new Date(clock.now()).toISOString());
  expect(events).toMatchObject([{ name: 'uploads.changed', data: { id, state: 'cancelled' } }]);
  expect(new Set(ids.map(sync))).toEqual(new Set(['never']));
  await clock.advance(250);
  expect(events.at(-1)).toEqual({ name: 'drafts.changed', data: { accountId: 'a', ids: null } });
  expect(problems).toEqual([]);
});

test.each([
  ['was removed with its account', 'DELETE FROM uploads', {}],
  ['was cancelled', `UPDATE uploads SET state = 'cancelled'`, { 1: 'cancelled' }],
])('leaves an upload alone that failed and then %s', async (_name, change, expected) => {
  const { db, clock, problems, add, send, states } = await openUploads();
  db.exec(fullFrom(1));
  await expect(send(add(articles(1)))).rejects.toMatchObject({ code: 'storage' });
  db.exec(`${thereIsRoom}; ${change}`);
  await clock.advance(1_000);
  expect(states()).toEqual(expected);
  expect(problems).toEqual([]);
});

test('an upload that failed can be cancelled while its drafts are being released', async () => {
  const { db, uploads, clock, problems, addMany, send, states, sync } = await openUploads();
  const ids = addMany(270);
  db.exec(fullFrom(260));
  await expect(send(ids)).rejects.toMatchObject({ code: 'storage' });
  await afterSlices();
  db.exec(thereIsRoom);
  await clock.advance(1_000);
  await uploads.cancel(1);
  expect(states()).toEqual({ 1: 'cancelled' });
  expect(new Set(ids.map(sync))).toEqual(new Set(['never']));
  await afterSlices();
  expect(problems).toEqual([]);
});

test('a fault of ours while an upload is given up is logged and not repeated', async () => {
  const { db, now, clock, problems, add, send } = await openUploads();
  db.exec(fullFrom(1));
  await expect(send(add(articles(1)))).rejects.toMatchObject({ code: 'storage' });
  db.exec(thereIsRoom);
  now.on = () => {
    throw new TypeError('a fault');
  };
  await clock.advance(1_000);
  await expect.poll(() => problems).toEqual(['uploads.giveUp']);
  now.on = () => undefined;
});

test('an upload that has begun is not given up', async () => {
  const { now, add, send, states, sync } = await openUploads();
  const ids = add(articles(1));
  now.on = (_name, data) => {
    if ((data as Upload).state === 'running') throw new TypeError('a fault');
  };
  await expect(send(ids)).rejects.toThrow('a fault');
  await afterSlices();
  expect(states()).toEqual({ 1: 'running' });
  expect(ids.map(sync)).toEqual(['queued']);
  now.on = () => undefined;
});

test('an account that is removed while its upload is being prepared takes the upload with it', async () => {
  const { db, now, problems, add, send } = await openUploads();
  now.on = (name) => {
    if (name === 'uploads.changed') db.exec('DELETE FROM uploads');
  };
  await expect(send(add(articles(1)))).rejects.toMatchObject({ code: 'not_found' });
  expect(problems).toEqual([]);
});

test('shows the request of a draft, exports an upload, and ends a plan that was left', async () => {
  const { uploads, add, send } = await openUploads();
  const [id] = add([article(1)]) as [number];
  const address = new URL('articles', account.base).href;
  expect(uploads.payload(id)).toEqual({ method: 'POST', address, body: articleToWire(article(1)) });
  const planning = uploads.plan({
    accountId: 'a',
    selection: { ids: [id] },
    includeUnchanged: false,
    watch: 'one',
  });
  uploads.leavePlan('one');
  await expect(planning).rejects.toMatchObject({ code: 'cancelled' });
  const { id: uploadId } = await send([id]);
  const { text } = await uploads.export(uploadId, 'json');
  expect(JSON.parse(text).records).toMatchObject([{ title: 'Article 1' }]);
});
