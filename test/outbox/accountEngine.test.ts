import { expect, test } from 'vitest';
import { AccountEngine } from '../../src/main/outbox/accountEngine.ts';
import { type AccountOutcome, fine } from '../../src/main/outbox/accountOutcome.ts';
import { type Obstacle, type Permission, unrestrictedSending } from '../../src/main/outbox/bulkSending.ts';
import type { Claim, OutboxAdapter, TaskKind } from '../../src/main/outbox/outboxAdapter.ts';
import { OriginKey } from '../../src/main/platform/network/originKey.ts';
import type { DirectoryAccess } from '../../src/main/remote/directoryAccess.ts';
import type { AskOptions } from '../../src/main/remote/directoryClient.ts';
import type { Answer } from '../../src/main/remote/exchange.ts';
import { AppError } from '../../src/shared/errors.ts';
import { literal, type Message } from '../../src/shared/message.ts';
import { ManualClock } from '../helpers/manualClock.ts';
import { testScope } from '../helpers/testScope.ts';

const request = { method: 'POST', path: 'articles', wantsKey: true } as const;

/** An adapter with records numbered from 1, whose outcomes a test decides; it records every call. */
class FakeAdapter implements OutboxAdapter {
  readonly kind = 'articles';
  readonly words = {
    keyMissing: literal('There is no key.'),
    keyRefused: literal('The key was refused.'),
    version: literal('The version was switched off.'),
    address: () => literal('The address is wrong.'),
    maintenance: () => literal('Closed for maintenance.'),
    lookUp: literal('Search does not answer.'),
    snapshot: (problem: Message) => problem,
  };
  othersFirstEvery = 4;
  readonly calls: string[] = [];
  readonly reasons: [Message | null, number][] = [];
  readonly held: (Message | null)[] = [];
  readonly answers: (Answer | null)[] = [];
  /** How many times the engine looked for work. */
  looks = 0;
  /** Monotonic milliseconds; infinite: nothing becomes due by itself. */
  dueAt = 0;
  readonly todo: Record<TaskKind, number[]> = { send: [], 'look-up': [], follow: [], 'find-ids': [] };
  missing = new Set<number>();
  outcomes: AccountOutcome[] = [];
  duringSettle: () => void = () => undefined;
  isBlocked = false;

  needsKey = (kind: TaskKind) => kind === 'send';
  tidy() {
    this.looks += 1;
  }
  hasWork = () => !this.isBlocked && Object.values(this.todo).some((ids) => ids.length > 0);
  due = (kind: TaskKind, now: number) => (now < this.dueAt ? null : (this.todo[kind][0] ?? null));
  nextDueIn = (now: number) => (this.dueAt === Number.POSITIVE_INFINITY ? null : this.dueAt - now);
  snapshotBeforeOverwrite(id: number) {
    return this.missing.delete(id) ? this.#answer('snapshot', id) : null;
  }
  claim(id: number): Claim | null {
    this.calls.push(`claim ${id}`);
    return this.todo.send.includes(id) ? { request, requestId: id, ids: [id] } : null;
  }
  async settle({ requestId }: Claim, answer: Answer | null) {
    this.duringSettle();
    this.answers.push(answer);
    return this.#answer('settle', requestId, 'send');
  }
  async perform(kind: TaskKind, id: number) {
    const outcome = await this.#answer(kind, id, kind);
    if (kind === 'look-up' && outcome.kind === 'trouble') throw new AppError('remote', literal('It failed.'));
    return outcome;
  }
  show(outcome: AccountOutcome, troubles: number) {
    if (outcome.kind === 'blocked') {
      this.isBlocked = true;
      this.calls.push(`block ${outcome.by}`);
    }
    if (outcome.kind === 'offline' || outcome.kind === 'online') this.calls.push(outcome.kind);
    if (outcome.kind === 'held') this.held.push(outcome.reason);
    this.reasons.push([outcome.kind === 'trouble' ? outcome.reason : null, troubles]);
  }
  unblock() {
    this.isBlocked = false;
  }
  fail(id: number | null) {
    this.calls.push(`fail ${id}`);
  }

  /** Only a successful outcome ends the task. */
  async #answer(name: string, id: number, kind?: TaskKind): Promise<AccountOutcome> {
    this.calls.push(`${name} ${id}`);
    const outcome = this.outcomes.shift() ?? fine;
    if (kind && outcome.kind === 'fine') this.todo[kind].shift();
    return outcome;
  }
}

const testKey = new OriginKey('key', 'https://directory.example');

function open({ key = async () => testKey as OriginKey | null, sending = unrestrictedSending } = {}) {
  const adapter = new FakeAdapter();
  const clock = new ManualClock();
  const sent: number[] = [];
  const network = {
    isReachable: true,
    turns: 0,
    state: 'online',
    connection: '',
    closedUntil: 0,
    probes: [] as AskOptions[],
    respond: async (_signal: AbortSignal) => undefined as unknown,
  };
  const directory = {
    client: () => ({
      perform: async (_request: unknown, requestId: number, { signal, withhold }: AskOptions) => {
        const withheld = await withhold!();
        if (withheld) return withheld;
        sent.push(requestId);
        return network.respond(signal!);
      },
      isReachable: async (options: AskOptions) => {
        network.probes.push(options);
        await network.respond(options.signal!);
        return network.isReachable;
      },
    }),
    limiter: () => ({ acquire: async () => void network.turns++, giveBack: () => void network.turns-- }),
    connection: () => ({ state: network.state }),
    closure: () => {
      const ms = network.closedUntil - clock.monotonic();
      return ms > 0 ? { ms, message: literal('closed') } : null;
    },
    reopen: () => {
      network.closedUntil = 0;
    },
    setConnection: (_id: string, state: string) => {
      network.connection = state;
    },
  } as unknown as DirectoryAccess;
  const errors: unknown[] = [];
  const engine = new AccountEngine(
    {
      accountId: 'account',
      directory,
      key,
      keyProblem: () => null,
      sending,
      clock,
      log: { error: (_name, data) => void errors.push(data) },
      scope: testScope(),
      random: () => 0.5,
      pace: { offline: { first: 100, longest: 1_000 }, trouble: { first: 10, longest: 50 } },
    },
    adapter,
  );
  return { adapter, clock, sent, network, engine, errors };
}

/** Responds only when the request is aborted. */
const untilAborted = (signal: AbortSignal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

test('versions to be overwritten are stored before anything is claimed', async () => {
  const { adapter, clock, engine } = open();
  adapter.todo.send = [1];
  adapter.missing.add(1);
  engine.wake();
  await clock.advance(0);
  expect(adapter.calls).toEqual(['snapshot 1', 'claim 1', 'settle 1']);
});

test('nothing is claimed until the versions to be overwritten could be fetched', async () => {
  const { adapter, clock, engine, sent } = open();
  adapter.todo.send = [1];
  adapter.missing.add(1);
  adapter.outcomes = [{ kind: 'trouble', reason: literal('It does not answer.') }];
  engine.wake();
  await clock.advance(9);
  expect([adapter.calls, sent]).toEqual([['snapshot 1'], []]);
  expect(adapter.reasons.at(-1)).toEqual([literal('It does not answer.'), 1]);
});

test('every fourth task is of another kind while records wait to be sent', async () => {
  const { adapter, clock, engine } = open();
  adapter.todo.send = [1, 2, 3, 4, 5];
  adapter.todo['look-up'] = [10];
  adapter.todo.follow = [11];
  adapter.todo['find-ids'] = [12];
  engine.wake();
  for (let task = 0; task < 8; task++) await clock.advance(0);
  expect(adapter.calls.filter((call) => !call.startsWith('claim'))).toEqual([
    ...['settle 1', 'settle 2', 'settle 3', 'follow 11', 'settle 4', 'settle 5', 'look-up 10', 'find-ids 12'],
  ]);
});

test('an unused turn of the limiter is returned', async () => {
  const { adapter, clock, engine, network } = open();
  adapter.todo.send = [1];
  adapter.claim = () => {
    adapter.todo.send = [];
    return null;
  };
  engine.wake();
  await clock.advance(0);
  expect(network.turns).toBe(0);
});

test('without a connection it probes with backoff and then continues', async () => {
  const { adapter, clock, engine, network } = open();
  adapter.todo.send = [1];
  adapter.outcomes = [{ kind: 'offline' }];
  network.isReachable = false;
  engine.wake();
  await clock.advance(99);
  expect(adapter.calls).toEqual(['claim 1', 'settle 1', 'offline']);
  await clock.advance(1);
  expect(adapter.calls.filter((call) => call === 'offline')).toHaveLength(2);
  network.isReachable = true;
  await clock.advance(199);
  expect(adapter.calls).not.toContain('online');
  await clock.advance(1);
  expect(adapter.calls.slice(-3)).toEqual(['online', 'claim 1', 'settle 1']);
});

test('only a wake-up ends the wait for a connection early', async () => {
  const { adapter, clock, engine, network } = open();
  adapter.todo.send = [1];
  adapter.outcomes = [{ kind: 'offline' }];
  network.isReachable = true;
  engine.wake();
  await clock.advance(0);
  engine.wake();
  await clock.advance(0);
  expect(adapter.calls.slice(-3)).toEqual(['online', 'claim 1', 'settle 1']);

  adapter.todo.send = [2];
  adapter.outcomes = [{ kind: 'trouble', reason: null }];
  engine.wake();
  await clock.advance(0);
  const before = adapter.calls.length;
  engine.wake();
  await clock.advance(9);
  expect(adapter.calls).toHaveLength(before);
  engine.wake(true);
  await clock.advance(0);
  expect(adapter.calls.at(-1)).toBe('settle 2');
});

test('without work it forgets that it was offline, but not the problems of the directory', async () => {
  const { adapter, clock, engine } = open();
  const offer = async (ids: number[], ...outcomes: AccountOutcome[]) => {
    adapter.todo.send = ids;
    adapter.outcomes = outcomes;
    engine.wake();
    await clock.advance(0);
  };
  await offer([1], { kind: 'offline' });
  await offer([]);
  await offer([2]);
  expect(adapter.calls).toEqual(['claim 1', 'settle 1', 'offline', 'claim 2', 'settle 2']);
  await offer([3], { kind: 'trouble', reason: null });
  await offer([]);
  await offer([4], { kind: 'trouble', reason: null });
  expect(adapter.calls.at(-1)).toBe('settle 3');
  await clock.advance(10);
  expect(adapter.calls.at(-1)).toBe('settle 4');
  expect(adapter.reasons.at(-1)).toEqual([null, 2]);
});

test('a probe yields to requests of the user, and ends when the engine stops', async () => {
  const { adapter, clock, engine, network } = open();
  adapter.todo.send = [1];
  adapter.outcomes = [{ kind: 'offline' }];
  engine.wake();
  await clock.advance(0);
  network.respond = untilAborted;
  await clock.advance(100);
  expect(network.probes).toMatchObject([{ priority: 'bulk' }]);
  await Promise.all([engine.stop(60_000), clock.advance(0)]);
});

test('waits until the next record is due; if none ever is, until it is woken', async () => {
  const { adapter, clock, engine } = open();
  adapter.todo.send = [1];
  adapter.dueAt = clock.monotonic() + 500;
  engine.wake();
  await clock.advance(499);
  expect([adapter.looks, adapter.calls]).toEqual([1, []]);
  await clock.advance(1);
  expect(adapter.calls).toEqual(['claim 1', 'settle 1']);
  adapter.todo.send = [2];
  adapter.dueAt = Number.POSITIVE_INFINITY;
  const { looks } = adapter;
  engine.wake();
  await clock.advance(60_000);
  expect(adapter.looks).toBe(looks + 1);
});

test('while another computer sends it only reads, says why, and checks every second whether it may send', async () => {
  const reason = literal('Another computer sends.');
  let obstacle: Obstacle | null = { reason };
  const { adapter, clock, engine } = open({ sending: { ...unrestrictedSending, obstacle: () => obstacle } });
  adapter.todo.send = [1];
  adapter.todo.follow = [2];
  engine.wake();
  await clock.advance(1_999);
  expect([adapter.calls, adapter.looks]).toEqual([['follow 2'], 3]);
  obstacle = { reason: null };
  await clock.advance(1);
  expect(adapter.held).toEqual([reason, reason, reason, null]);
  obstacle = null;
  await clock.advance(1_000);
  expect(adapter.calls).toEqual(['follow 2', 'claim 1', 'settle 1']);
  adapter.todo.send = [3];
  engine.wake();
  await clock.advance(0);
  expect(adapter.calls.at(-1)).toBe('settle 3');
  expect(adapter.held).toEqual([reason, reason, reason, null, null]);
});

test.each<[Permission, number[], unknown]>([
  ['send', [1], undefined],
  ['withheld', [], { kind: 'no-answer', why: 'withheld', detail: '' }],
  ['unclear', [], { kind: 'no-answer', why: 'unclear', detail: '' }],
])('records are announced before their request goes out (%s)', async (permission, requests, answer) => {
  const announced: unknown[] = [];
  const announce = async (records: unknown) => {
    announced.push(records);
    return permission;
  };
  const { adapter, clock, engine, sent } = open({ sending: { ...unrestrictedSending, announce } });
  adapter.todo.send = [1];
  engine.wake();
  await clock.advance(0);
  expect(announced).toEqual([{ accountId: 'account', kind: 'articles', ids: [1] }]);
  expect([sent, adapter.answers, adapter.held]).toEqual([requests, [answer], []]);
});

test('without a key nothing is sent, and the account is blocked until the user acts', async () => {
  let stored: OriginKey | null = null;
  const { adapter, clock, engine, network, sent } = open({ key: async () => stored });
  adapter.todo.send = [1];
  engine.wake();
  await clock.advance(5_000);
  expect([adapter.calls, sent, network.connection]).toEqual([['block no-key'], [], 'key_missing']);
  stored = testKey;
  engine.wake(true);
  await clock.advance(0);
  expect(sent).toEqual([1]);
});

test('a key that was removed since the claim blocks the account, too', async () => {
  const { adapter, clock, engine, network } = open();
  adapter.todo.send = [1];
  network.respond = () => Promise.reject(new AppError('key_missing', literal('')));
  engine.wake();
  await clock.advance(0);
  expect(adapter.calls).toEqual(['claim 1', 'settle 1', 'block no-key']);
  expect([adapter.answers, network.connection]).toEqual([[null], 'key_missing']);
});

test('only the user ends a block, and only the user outdates an answer', async () => {
  const { adapter, clock, engine, network } = open();
  adapter.todo.send = [1];
  adapter.outcomes = [{ kind: 'blocked', by: 'key', reason: literal('') }];
  adapter.duringSettle = () => engine.wake();
  engine.wake();
  await clock.advance(0);
  engine.wake();
  await clock.advance(0);
  expect(adapter.calls).toEqual(['claim 1', 'settle 1', 'block key']);
  // The client has reported it.
  expect(network.connection).toBe('');
});

test.each<[string, AccountOutcome]>([
  ['a refused key', { kind: 'blocked', by: 'key', reason: literal('The key was refused.') }],
  ['no connection', { kind: 'offline' }],
  ['a problem of the directory', { kind: 'trouble', reason: null }],
])('%s does not count if the user acted while the answer was on its way', async (_name, outcome) => {
  const { adapter, clock, engine, sent } = open();
  adapter.todo.send = [1];
  adapter.outcomes = [outcome];
  adapter.duringSettle = () => {
    adapter.duringSettle = () => undefined;
    engine.wake(true);
  };
  engine.wake();
  await clock.advance(0);
  expect(sent).toEqual([1, 1]);
  expect(adapter.calls).toEqual(['claim 1', 'settle 1', 'claim 1', 'settle 1']);
});

test('a response counts again if the user acted before its request began', async () => {
  const { adapter, clock, engine } = open();
  adapter.todo.send = [1];
  adapter.outcomes = [fine, { kind: 'blocked', by: 'key', reason: literal('') }];
  adapter.duringSettle = () => {
    adapter.duringSettle = () => undefined;
    adapter.todo.send.push(2);
    engine.wake(true);
  };
  engine.wake();
  await clock.advance(0);
  expect(adapter.calls.at(-1)).toBe('block key');
});

test('a look-up that the directory does not answer is reported and retried after a pause', async () => {
  const { adapter, clock, engine, errors } = open();
  adapter.todo['look-up'] = [7];
  adapter.outcomes = [{ kind: 'trouble', reason: null }];
  engine.wake();
  await clock.advance(9);
  expect([adapter.calls, adapter.reasons, errors]).toEqual([
    ['look-up 7'],
    [[literal('Search does not answer.'), 1]],
    [],
  ]);
  await clock.advance(1);
  expect(adapter.calls).toEqual(['look-up 7', 'look-up 7']);
});

test('a look-up or a snapshot that fails says why nothing is sent', async () => {
  const { adapter, clock, engine, network } = open();
  const fail = () => Promise.reject(new AppError('offline', literal('It failed.')));
  adapter.todo.send = [1];
  adapter.snapshotBeforeOverwrite = fail;
  engine.wake();
  await clock.advance(0);
  expect([adapter.calls, adapter.reasons]).toEqual([[], [[literal('It failed.'), 1]]]);

  adapter.todo.send = [];
  adapter.todo.follow = [2];
  adapter.perform = fail;
  network.state = 'offline';
  await clock.advance(10);
  expect(adapter.calls).toEqual(['offline']);
});

test.each([new Error('a bug'), new AppError('state', literal(''))])(
  'an error that is not an answer of the directory is a bug (%s)',
  async (error) => {
    const { adapter, clock, engine, network, errors } = open();
    network.respond = () => Promise.reject(error);
    adapter.todo.send = [1];
    engine.wake();
    await clock.advance(0);
    adapter.todo.send = [];
    adapter.todo.follow = [2];
    adapter.perform = () => Promise.reject(error);
    await clock.advance(5_000);
    expect(adapter.calls).toEqual(['claim 1', 'fail 1', 'fail 2']);
    expect(errors).toMatchObject([
      { task: { id: 1 }, error },
      { task: { id: 2 }, error },
    ]);
  },
);

test('an error of ours outside of a record is logged once; only the user ends the pause after it', async () => {
  const { adapter, clock, engine, network, errors } = open();
  const error = new Error('a bug');
  adapter.todo.send = [1];
  adapter.outcomes = [{ kind: 'offline' }];
  engine.wake();
  await clock.advance(0);
  network.respond = () => Promise.reject(error);
  await clock.advance(100);
  expect(adapter.calls.slice(-1)).toEqual(['fail null']);
  network.respond = async () => undefined;
  adapter.tidy = () => {
    adapter.tidy = () => undefined;
    throw error;
  };
  await clock.advance(5_000);
  expect(adapter.calls.slice(-2)).toEqual(['fail null', 'fail null']);
  expect(errors).toMatchObject([
    { account: 'account', task: { kind: 'probe' }, error },
    { account: 'account', task: null, error },
  ]);
  network.isReachable = false;
  engine.wake(true);
  await clock.advance(0);
  expect(adapter.calls.at(-1)).toBe('offline');
});

test('a pause after an error of ours is not ended by the program', async () => {
  const { adapter, clock, engine, errors } = open();
  const [error, second] = [new Error('a bug'), new Error('no room')];
  adapter.todo['look-up'] = [1];
  adapter.perform = () => Promise.reject(error);
  adapter.fail = () => {
    throw second;
  };
  engine.wake();
  await clock.advance(0);
  engine.wake();
  await clock.advance(4_999);
  expect(errors).toMatchObject([
    { account: 'account', error },
    { account: 'account', error: second },
  ]);
  await clock.advance(1);
  expect(errors).toHaveLength(4);
});

test('an adapter may leave out what it does not need', async () => {
  const { adapter, clock, engine, errors } = open();
  Object.assign(adapter, { unblock: undefined, fail: undefined });
  const error = new Error('a bug');
  adapter.duringSettle = () => {
    throw error;
  };
  adapter.todo.send = [1];
  engine.wake(true);
  await clock.advance(0);
  expect(errors).toMatchObject([{ error }]);
});

test('an internal error pauses the account, unless the user has acted since', async () => {
  const { adapter, clock, engine, errors } = open();
  adapter.todo.send = [1];
  let fails = 1;
  adapter.duringSettle = () => {
    if (fails-- > 0) throw new Error('no room');
  };
  engine.wake();
  await clock.advance(4_999);
  expect([adapter.calls, errors]).toMatchObject([['claim 1', 'fail 1'], [{ account: 'account' }]]);
  await clock.advance(1);
  expect(adapter.calls.at(-1)).toBe('settle 1');

  adapter.todo.send = [2];
  adapter.duringSettle = () => {
    adapter.duringSettle = () => undefined;
    engine.wake(true);
    throw new Error('no room');
  };
  engine.wake();
  await clock.advance(0);
  expect(adapter.calls.slice(-3)).toEqual(['claim 2', 'claim 2', 'settle 2']);
});

test('stopping starts no more work and aborts a request only after the grace period', async () => {
  const { adapter, clock, engine } = open();
  adapter.todo.send = [1, 2];
  let signal: AbortSignal | null = null;
  adapter.settle = (_claim: Claim, _answer: Answer | null, given?: AbortSignal) =>
    new Promise<AccountOutcome>((resolve) => {
      signal = given!;
      given!.addEventListener('abort', () => resolve(fine));
    });
  engine.wake();
  await clock.advance(0);
  const stopped = engine.stop(3_000);
  await clock.advance(2_999);
  expect(signal!.aborted).toBe(false);
  await clock.advance(1);
  await stopped;
  expect([signal!.aborted, adapter.calls]).toEqual([true, ['claim 1']]);
});

test('while the directory is closed nothing is sent and the reason is shown; then a request tries, or when the user acts', async () => {
  const { adapter, clock, engine, network, sent } = open();
  adapter.todo.send = [1, 2];
  network.closedUntil = clock.monotonic() + 3_600_000;
  engine.wake();
  await clock.advance(3_599_000);
  expect([sent, adapter.held.at(-1)]).toEqual([[], literal('closed')]);
  await clock.advance(2_000);
  expect(sent).toEqual([1, 2]);
  adapter.todo.send = [3];
  network.closedUntil = clock.monotonic() + 3_600_000;
  engine.wake();
  await clock.advance(0);
  expect(sent).toEqual([1, 2]);
  engine.wake(true);
  await clock.advance(0);
  expect(sent).toEqual([1, 2, 3]);
});
