import { expect, onTestFinished, test } from 'vitest';
import { type AccountOutcome, fine } from '../../../../src/main/outbox/accountOutcome.ts';
import type { UploadParts } from '../../../../src/main/outbox/articles/articleParts.ts';
import { ArticleAdapter } from '../../../../src/main/outbox/articles/sending/articleAdapter.ts';
import { unrestrictedSending } from '../../../../src/main/outbox/bulkSending.ts';
import type { TaskKind } from '../../../../src/main/outbox/outboxAdapter.ts';
import { defaultArticlePace } from '../../../../src/main/outbox/outboxPace.ts';
import type { DirectoryClient } from '../../../../src/main/remote/directoryClient.ts';
import type { Answer } from '../../../../src/main/remote/exchange.ts';
import { openDatabase } from '../../../../src/main/store/database.ts';
import { createRequestStore } from '../../../../src/main/store/uploads/requestStore.ts';
import { createSendCandidates } from '../../../../src/main/store/uploads/sendCandidates.ts';
import { createUploadStore } from '../../../../src/main/store/uploads/uploadStore.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { literal, msg } from '../../../../src/shared/message.ts';
import type { ItemState, PausedBy, UploadState } from '../../../../src/shared/upload/uploadStates.ts';
import { ManualClock } from '../../../helpers/manualClock.ts';
import { provideDatabase } from '../../../helpers/provideDatabase.ts';
import { account, article, context, storesOf, temporaryFolder } from '../../../helpers/storeParts.ts';

/** When the clock of a test begins. */
const at = '2026-01-01T00:00:00.000Z';
const pace = defaultArticlePace;

interface Item {
  state: ItemState;
  /** Milliseconds from now. */
  dueIn?: number;
  /** null: not known yet. */
  remoteId?: string | null;
  ticket?: string;
  keeping?: 'wanted';
}

/** The adapter of an account on a database; `directory` lists what it asked there, and finds nothing. */
function open() {
  const db = openDatabase(provideDatabase(temporaryFolder()), { durable: false });
  onTestFinished(() => void db.close());
  const { add, sync } = storesOf(db);
  const uploads = createUploadStore(db);
  const requests = createRequestStore(db);
  const clock = new ManualClock();
  const asked: string[] = [];
  const shown: unknown[] = [];
  const client = {
    begin: ({ method, path: address }, uploadId) =>
      requests.begin({ accountId: 'a', uploadId, at, method, address, records: 1, bytes: 1 }),
    ask: async ({ path }) => {
      asked.push(path);
      return { kind: 'no-answer', why: 'offline', detail: '' };
    },
    hasKeyIn: () => false,
    findArticles: async () => {
      asked.push('search');
      return { total: 0, hits: [] };
    },
  } as Partial<DirectoryClient> as DirectoryClient;
  const parts = {
    uploads,
    candidates: createSendCandidates(db),
    draftSync: sync,
    sending: unrestrictedSending,
    directory: {
      client: () => client,
      limiter: () => ({ giveBack: () => void asked.push('turn returned') }),
    },
    account: () => account,
    context: () => context,
    settings: () => ({ batchBytes: 100_000 }),
    clock,
    pace,
    random: () => 0.5,
    progress: {
      changed: (id: number, isState = false) => void shown.push([id, isState ? 'at once' : 'soon']),
      resetRate: (id: number) => void shown.push([id, 'rate reset']),
      sent: (id: number, count: number) => void shown.push([id, `sent ${count}`]),
      finished: () => undefined,
      draftsChanged: () => undefined,
    },
  } as unknown as UploadParts;
  const setUpload = db.prepare('UPDATE uploads SET state = ?, paused_by = ? WHERE id = ?');
  const setItem = db.prepare(
    `UPDATE upload_items SET state = @state, due_ms = @dueMs, remote_id = @remoteId, ticket = @ticket, keeping = @keeping,
       doi_key = @doi, updated_at = @at WHERE upload_id = @id AND position = @position`,
  );
  return {
    db,
    uploads,
    clock,
    asked,
    shown,
    start: () => new ArticleAdapter(parts, 'a'),
    addUpload(state: UploadState, items: readonly Item[] = [], pausedBy: PausedBy | null = null): number {
      const id = uploads.create({ accountId: 'a', name: '', at });
      const hashOf = db.prepare<[number], string>('SELECT hash FROM drafts WHERE id = ?').pluck();
      for (const [index, { dueIn = 0, ...item }] of items.entries()) {
        const doi = `10.1234/${id}.${index}`;
        const identifier = [
          { type: 'doi', id: doi },
          { type: 'pissn', id: '1234-5679' },
        ];
        const [draftId, position] = [add(article({ identifier })), index + 1];
        const plannedHash = hashOf.get(draftId)!;
        const row = { draftId, position, title: '', place: null, doi, bytes: 1, plannedHash };
        uploads.addItems(id, [row], at);
        const dueMs = clock.monotonic() + dueIn;
        setItem.run({ remoteId: 'x', ticket: null, keeping: 'no', ...item, dueMs, doi, at, id, position });
      }
      setUpload.run(state, pausedBy, id);
      return id;
    },
    remove: (id: number) => db.exec(`DELETE FROM uploads WHERE id = ${id}`),
    setUpload: (id: number, state: UploadState, pausedBy: PausedBy | null = null) =>
      setUpload.run(state, pausedBy, id),
    states: (id: number) =>
      uploads.items(id, { states: [], offset: 0, limit: 9 }).items.map(({ state }) => state),
  };
}

type World = ReturnType<typeof open>;

const kinds: readonly TaskKind[] = ['send', 'look-up', 'follow', 'find-ids'];

/** The tasks that are due now; null: nothing is left to do. */
function dueNow(adapter: ArticleAdapter, { clock }: World): TaskKind[] | null {
  adapter.tidy();
  const due = kinds.filter((kind) => adapter.due(kind, clock.monotonic()) !== null);
  return adapter.hasWork() ? due : null;
}

const missing: Item = { state: 'done', remoteId: null };

const starts: [UploadState, PausedBy | null, Item[], TaskKind[] | null, number | null][] = [
  ['running', null, [{ state: 'queued' }], ['send'], 0],
  [
    'running',
    null,
    [
      { state: 'queued', dueIn: 700 },
      { state: 'unsure', dueIn: 900 },
    ],
    [],
    700,
  ],
  ['running', null, [{ state: 'queued', dueIn: 900 }, { state: 'unsure' }], ['look-up'], 0],
  [
    'running',
    null,
    [
      { state: 'accepted', ticket: 't' },
      { state: 'unsure', dueIn: 9 },
    ],
    ['follow'],
    0,
  ],
  ['paused', 'offline', [{ state: 'queued' }], [], null],
  ['paused', 'offline', [{ state: 'queued' }, { state: 'unsure', dueIn: 5 }], [], 5],
  ['paused', 'person', [{ state: 'queued' }, { state: 'unsure' }], null, null],
  ['ready', null, [{ state: 'queued' }], null, null],
  ['cancelled', null, [{ state: 'queued' }, { state: 'unsure' }], ['look-up'], 0],
  ['cancelled', null, [{ state: 'accepted', ticket: 't' }], ['follow'], 0],
  ['cancelled', null, [{ state: 'queued' }], null, null],
  ['done', null, [missing], ['find-ids'], 0],
  ['done', null, [{ ...missing, dueIn: 50 }], [], 50],
  ['done', null, [{ state: 'done' }], null, null],
];

test('after a start it continues with what is left to do, and says when the next task is due', () => {
  const world = open();
  for (const [state, pausedBy, items, due, wait] of starts) {
    const id = world.addUpload(state, items, pausedBy);
    const adapter = world.start();
    const found = [dueNow(adapter, world), adapter.nextDueIn(world.clock.monotonic())];
    expect([state, pausedBy, items, ...found]).toEqual([state, pausedBy, items, due, wait]);
    world.remove(id);
  }
});

test('the oldest upload is sent first', () => {
  const world = open();
  const first = world.addUpload('running', [{ state: 'queued' }]);
  world.addUpload('running', [{ state: 'queued' }]);
  const adapter = world.start();
  adapter.tidy();
  expect(adapter.due('send', world.clock.monotonic())).toBe(first);
});

test('an upload without anything left to send is done; it is left alone once all ids are known', () => {
  const world = open();
  const adapter = world.start();
  const [sent, unknown] = [
    world.addUpload('running', [{ state: 'done' }]),
    world.addUpload('running', [missing]),
  ];
  expect(dueNow(adapter, world)).toEqual(['find-ids']);
  expect([sent, unknown].map((id) => world.uploads.find(id))).toMatchObject([
    { state: 'done', pausedBy: null, message: null },
    { state: 'done' },
  ]);
  expect(adapter.due('find-ids', world.clock.monotonic())).toBe(unknown);
  expect(new Set(world.shown)).toEqual(new Set([sent, unknown].map((id) => [id, 'at once'])));
  world.db.exec(`UPDATE upload_items SET remote_id = 'y' WHERE remote_id IS NULL`);
  expect(dueNow(adapter, world)).toBeNull();
  world.addUpload('running', [{ state: 'done' }]);
  expect(dueNow(adapter, world)).toBeNull();
});

test('an upload that is cancelled is followed until the outcome of what was sent is known', () => {
  const world = open();
  const adapter = world.start();
  const id = world.addUpload('running', [{ state: 'unsure' }, { state: 'queued' }]);
  adapter.tidy();
  world.setUpload(id, 'cancelled');
  expect(dueNow(adapter, world)).toEqual(['look-up']);
  world.db.exec(`UPDATE upload_items SET state = 'done' WHERE state = 'unsure'`);
  expect(dueNow(adapter, world)).toBeNull();
});

test('what is marked as being sent without a request is looked up later', () => {
  const world = open();
  const adapter = world.start();
  const ids = (['running', 'paused', 'cancelled'] as const).map((state) =>
    world.addUpload(state, [{ state: 'sending' }], state === 'paused' ? 'person' : null),
  );
  expect(dueNow(adapter, world)).toEqual([]);
  expect(ids.flatMap(world.states)).toEqual(['unsure', 'unsure', 'unsure']);
  expect(adapter.nextDueIn(world.clock.monotonic())).toBe(pace.indexDelay);
});

test('only sending and asking about a ticket need the key', () => {
  const adapter = open().start();
  const needs = [...kinds, 'snapshot' as const].filter((kind) => adapter.needsKey(kind));
  expect(needs).toEqual(['send', 'follow']);
});

test('every task asks the directory what it is for', async () => {
  const world = open();
  const { signal } = new AbortController();
  const id = world.addUpload('running', [
    { state: 'accepted', ticket: 'ticket' },
    { state: 'unsure' },
    missing,
  ]);
  const adapter = world.start();
  await adapter.perform('follow', id, signal);
  expect(world.asked).toEqual(['bulk/articles/ticket']);
  await adapter.perform('find-ids', id, signal);
  expect(world.states(id)).toEqual(['accepted', 'unsure', 'done']);
  await adapter.perform('look-up', id, signal);
  expect(world.states(id)).toEqual(['accepted', 'queued', 'done']);
  expect(world.asked.slice(1)).toEqual(['search', 'search']);
});

test('only a running upload takes the versions that it is about to overwrite', async () => {
  const world = open();
  const adapter = world.start();
  const { signal } = new AbortController();
  const wanted: Item = { state: 'queued', keeping: 'wanted' };
  const take = (id: number) => adapter.snapshotBeforeOverwrite(id, signal);
  expect(take(999)).toBeNull();
  expect(take(world.addUpload('paused', [wanted], 'person'))).toBeNull();
  expect(take(world.addUpload('running', [{ state: 'queued' }]))).toBeNull();
  // The look-up that it needs would find nothing, because the draft has neither DOI nor address any more.
  const id = world.addUpload('running', [wanted]);
  world.db.exec('UPDATE drafts SET doi_key = NULL, url_key = NULL');
  expect(await take(id)).toEqual(fine);
  expect(world.asked).toEqual(['turn returned']);
});

const answered = (status: number, json: unknown): Answer => ({
  kind: 'answer',
  status,
  headers: new Headers(),
  text: '',
  json,
});

test('a claimed batch is shown at once; its ticket is asked about after a while', () => {
  const world = open();
  const adapter = world.start();
  const id = world.addUpload('running', [{ state: 'queued' }, { state: 'queued' }]);
  const claim = adapter.claim(id)!;
  expect(world.shown).toEqual([
    [id, 'sent 2'],
    [id, 'soon'],
  ]);
  expect(adapter.claim(id)).toBeNull();
  expect(world.shown).toHaveLength(2);
  expect(adapter.settle(claim, answered(202, { upload_id: 'ticket' }))).toEqual(fine);
  adapter.tidy();
  const now = world.clock.monotonic();
  expect(kinds.filter((kind) => adapter.due(kind, now + 60_000) === id)).toEqual(['follow']);
  expect(adapter.nextDueIn(now)).toBe(pace.poll.first);
});

test('an answer without a verdict is not followed; it may pause the account, or say why it waits', () => {
  const world = open();
  const words = 'Gone.';
  const answers: [Answer | null, ItemState, AccountOutcome][] = [
    [
      answered(404, { error: words }),
      'queued',
      { kind: 'blocked', by: 'address', reason: msg('queue.paused.address', { words }) },
    ],
    [
      answered(503, { message: words }),
      'queued',
      { kind: 'trouble', reason: msg('queue.waiting.maintenance', { words }) },
    ],
    [null, 'queued', { kind: 'blocked', by: 'key', reason: msg('queue.paused.keyRefused') }],
    [{ kind: 'no-answer', why: 'withheld', detail: '' }, 'queued', fine],
    [{ kind: 'no-answer', why: 'timeout', detail: '' }, 'unsure', { kind: 'trouble', reason: null }],
  ];
  const adapter = world.start();
  for (const [answer, state, outcome] of answers) {
    const id = world.addUpload('running', [{ state: 'queued' }]);
    expect(adapter.settle(adapter.claim(id)!, answer)).toEqual(outcome);
    adapter.tidy();
    expect(world.states(id)).toEqual([state]);
  }
  expect(adapter.due('follow', Number.MAX_SAFE_INTEGER)).toBeNull();
});

test('the end of a task is shown soon', () => {
  const { start, shown } = open();
  start().ended(7);
  expect(shown).toEqual([[7, 'soon']]);
});

const reason = literal('The directory says why.');

test('a version that cannot be fetched is named as the reason', () => {
  expect(open().start().words.snapshot(reason)).toEqual(msg('queue.waiting.keeping', { words: reason }));
});

const pauses: [AccountOutcome, PausedBy][] = [
  [{ kind: 'blocked', by: 'key', reason }, 'key'],
  [{ kind: 'blocked', by: 'no-key', reason }, 'key'],
  [{ kind: 'blocked', by: 'version', reason }, 'version'],
  [{ kind: 'blocked', by: 'address', reason }, 'problem'],
  [{ kind: 'offline' }, 'offline'],
];

test('a problem of the account pauses its running uploads, and no others', () => {
  const world = open();
  const adapter = world.start();
  const others = [world.addUpload('paused', [], 'person'), world.addUpload('cancelled')];
  for (const [outcome, pausedBy] of pauses) {
    const id = world.addUpload('running');
    adapter.show(outcome, 0);
    const message = outcome.kind === 'offline' ? msg('queue.paused.offline') : reason;
    expect(world.uploads.find(id)).toMatchObject({ state: 'paused', pausedBy, message });
    expect(world.shown.splice(0)).toEqual([
      [id, 'at once'],
      [id, 'rate reset'],
    ]);
  }
  expect(others.map((id) => world.uploads.find(id))).toMatchObject([
    { state: 'paused', pausedBy: 'person', message: null },
    { state: 'cancelled', pausedBy: null, message: null },
  ]);
});

test('with a connection again, only uploads that waited for it continue', () => {
  const world = open();
  const adapter = world.start();
  const ids = [
    world.addUpload('paused', [], 'offline'),
    world.addUpload('paused', [], 'person'),
    world.addUpload('cancelled'),
  ];
  adapter.show(fine, 0);
  expect(world.uploads.find(ids[0]!)?.state).toBe('paused');
  adapter.show({ kind: 'online' }, 0);
  expect(ids.map((id) => world.uploads.find(id))).toMatchObject([
    { state: 'running', pausedBy: null, message: null },
    { state: 'paused', pausedBy: 'person' },
    { state: 'cancelled' },
  ]);
  expect(world.shown).toEqual([[ids[0], 'at once']]);
});

test('a running upload says why it waits, until it no longer does; trouble without a reason the second time', () => {
  const world = open();
  const adapter = world.start();
  const [id, paused] = [world.addUpload('running'), world.addUpload('paused', [], 'offline')];
  const message = (outcome: AccountOutcome, troubles = 0) => {
    adapter.show(outcome, troubles);
    return world.uploads.find(id)!.message;
  };
  const trouble = { kind: 'trouble', reason: null } as const;
  expect(message(trouble, 1)).toBeNull();
  expect(world.shown).toEqual([]);
  expect(message(trouble, 2)).toEqual(msg('queue.waiting.trouble'));
  expect(message(trouble, 3)).toEqual(msg('queue.waiting.trouble'));
  expect(world.shown).toEqual([[id, 'at once']]);
  expect(message({ kind: 'trouble', reason }, 4)).toEqual(reason);
  expect(message(fine)).toBeNull();
  expect(message({ kind: 'held', reason })).toEqual(reason);
  expect(message({ kind: 'held', reason: null })).toBeNull();
  expect(world.shown).toHaveLength(5);
  expect(world.uploads.find(paused)).toMatchObject({ message: null, pausedBy: 'offline' });
});

test('a bug pauses its upload, and ends the search for ids; without an upload it pauses none', () => {
  const world = open();
  const [running, full, over] = [
    world.addUpload('running', [{ state: 'queued' }]),
    world.addUpload('running', [{ state: 'queued' }]),
    world.addUpload('done', [missing]),
  ];
  const adapter = world.start();
  const noRoom = new AppError('storage', literal('The disk is full.'), { fix: literal('Make room.') });
  adapter.fail(null, new Error('a bug'));
  // Its account may have been removed meanwhile.
  adapter.fail(999, new Error('a bug'));
  expect(world.shown).toEqual([]);
  adapter.fail(running, new Error('a bug'));
  adapter.fail(full, noRoom);
  expect([running, full].map((id) => world.uploads.find(id))).toMatchObject([
    { state: 'paused', pausedBy: 'problem', message: msg('queue.paused.bug') },
    { state: 'paused', pausedBy: 'problem', message: noRoom.brief },
  ]);
  expect(dueNow(adapter, world)).toEqual(['find-ids']);
  adapter.fail(over, new Error('a bug'));
  expect(dueNow(adapter, world)).toBeNull();
});
