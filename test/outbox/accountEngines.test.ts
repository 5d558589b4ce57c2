import { expect, test } from 'vitest';
import { createAccountEngines } from '../../src/main/outbox/accountEngines.ts';
import { unrestrictedSending } from '../../src/main/outbox/bulkSending.ts';
import type { OutboxAdapter } from '../../src/main/outbox/outboxAdapter.ts';
import { OriginKey } from '../../src/main/platform/network/originKey.ts';
import type { DirectoryAccess } from '../../src/main/remote/directoryAccess.ts';
import type { Connection } from '../../src/shared/directory/account.ts';
import { ManualClock } from '../helpers/manualClock.ts';
import { testScope } from '../helpers/testScope.ts';

/** Engines whose adapters only note that they look for work; a test says which of them finds some, and wakes them. */
function open() {
  const clock = new ManualClock();
  const state = {
    created: [] as string[],
    looks: [] as string[],
    working: new Set<string>(),
    aborted: [] as string[],
  };
  let connectionChanged: (change: Connection) => void = () => undefined;
  let sendingChanged: (accountId: string) => void = () => undefined;
  const createAdapter = (accountId: string) => {
    state.created.push(accountId);
    return {
      kind: 'articles',
      othersFirstEvery: 1,
      needsKey: () => false,
      unblock: () => void state.looks.push('as the user asked:'),
      tidy: () => void state.looks.push(accountId),
      hasWork: () => state.working.has(accountId),
      due: () => 1,
      perform: (_kind, _id, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            state.aborted.push(accountId);
            reject(signal.reason);
          });
        }),
    } as Partial<OutboxAdapter> as OutboxAdapter;
  };
  const directory = {
    closure: () => null,
    reopen: () => undefined,
    onConnection: (listener: typeof connectionChanged) => {
      connectionChanged = listener;
    },
  } as Partial<DirectoryAccess> as DirectoryAccess;
  const onChange = (listener: typeof sendingChanged) => {
    sendingChanged = listener;
  };
  const engines = createAccountEngines(
    {
      directory,
      sending: { ...unrestrictedSending, onChange },
      key: async () => new OriginKey('key', 'https://directory.example'),
      keyProblem: () => null,
      clock,
      log: { error: () => undefined },
      scope: testScope(),
      random: () => 0.5,
      pace: { offline: { first: 100, longest: 1_000 }, trouble: { first: 10, longest: 50 } },
    },
    createAdapter,
  );
  return {
    engines,
    state,
    clock,
    connection: (accountId: string, known: Connection['state']) =>
      connectionChanged({ accountId, state: known, since: '', message: null }),
    sending: (accountId: string) => sendingChanged(accountId),
  };
}

test('an engine that was once woken looks for work whenever its account may send again', async () => {
  const { engines, state, clock, connection, sending } = open();
  connection('a', 'online');
  sending('a');
  await clock.advance(0);
  expect(state.created).toEqual([]);
  const acts = [
    () => engines.wake('a'),
    () => engines.wake('b'),
    () => connection('a', 'failing'),
    () => connection('a', 'offline'),
    () => sending('b'),
    () => connection('a', 'online'),
    () => engines.wake('b', true),
  ];
  for (const act of acts) {
    act();
    await clock.advance(0);
  }
  expect(state).toMatchObject({
    created: ['a', 'b'],
    looks: ['a', 'b', 'b', 'a', 'as the user asked:', 'b'],
  });
});

test('stopping ends the work of every account, and nothing begins afterwards', async () => {
  const { engines, state, clock } = open();
  state.working = new Set(['a', 'b']);
  engines.wake('a');
  engines.wake('b');
  await clock.advance(0);
  await Promise.all([engines.stop(0), clock.advance(0)]);
  expect(state.aborted).toEqual(['a', 'b']);
  engines.wake('a');
  engines.wake('c');
  await clock.advance(0);
  expect(state).toMatchObject({ created: ['a', 'b'], looks: ['a', 'b'] });
});

test('forgetting an account ends its work alone; an account added with the same id begins anew', async () => {
  const { engines, state, clock } = open();
  state.working = new Set(['a', 'b']);
  engines.wake('a');
  engines.wake('b');
  await clock.advance(0);
  await Promise.all([engines.forget('a'), engines.forget('unknown'), clock.advance(0)]);
  expect(state.aborted).toEqual(['a']);
  engines.wake('a');
  await clock.advance(0);
  expect(state.created).toEqual(['a', 'b', 'a']);
});
