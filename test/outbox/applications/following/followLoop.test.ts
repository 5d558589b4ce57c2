import { describe, expect, onTestFinished, test } from 'vitest';
import { createFollowLoop } from '../../../../src/main/outbox/applications/following/followLoop.ts';
import { OriginKey } from '../../../../src/main/platform/network/originKey.ts';
import { defaultSettings } from '../../../../src/main/store/settingsStore.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { literal } from '../../../../src/shared/message.ts';
import {
  attemptOf,
  openScriptedApplications,
  type ScriptedApplications,
  sentAt,
  updateRequest,
} from '../../../helpers/scriptedApplications.ts';
import { account } from '../../../helpers/storeParts.ts';
import { goodKey } from '../../../helpers/testDirectory.ts';

const minute = 60_000;
const every = 30 * minute;

type LoopParts = Parameters<typeof createFollowLoop>[0];

/** A loop whose rounds the test starts: `round` resolves when one is over. */
function startLoop(world: ScriptedApplications, more: Partial<LoopParts> = {}) {
  const logged: unknown[][] = [];
  let wake: () => void = () => undefined;
  let asleep: () => void = () => undefined;
  let sleeps = 0;
  const sleep = (_ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      sleeps += 1;
      wake = resolve;
      if (signal?.aborted) reject(signal.reason);
      signal?.addEventListener('abort', () => reject(signal.reason));
      asleep();
    });
  const loop = createFollowLoop({
    ...world.parts,
    settings: () => ({ ...defaultSettings, followEvery: 30 }),
    log: {
      ...world.parts.log,
      info: (...entry) => void logged.push(['info', ...entry]),
      error: (...entry) => void logged.push(['error', ...entry]),
    },
    ...more,
    clock: { ...world.parts.clock, sleep },
  });
  loop.start();
  onTestFinished(() => loop.stop());
  return {
    ...loop,
    logged,
    sleeps: () => sleeps,
    /** Lets it look once, and returns the requests that it sent. */
    async round(): Promise<string[]> {
      const before = world.requests.length;
      await new Promise<void>((resolve) => {
        asleep = resolve;
        wake();
      });
      return world.requests.slice(before);
    },
    wake: () => wake(),
  };
}

const age = (world: ScriptedApplications) =>
  world.db.exec(`UPDATE applications SET checked_at = '${sentAt}'`);

describe('the loop that follows applications', () => {
  test('asks for one list when an open application was last checked as long ago as the settings say', async () => {
    const world = await openScriptedApplications();
    world.now = Date.parse(sentAt) + every - 1;
    const trashed = world.addSent('trashed', { checkedAt: null }).id;
    world.store.trash(world.accountId, [trashed], sentAt);
    world.addSent('to be read', { checkedAt: null, readMs: world.monotonic });
    world.addSent('unsure', { checkedAt: null, sync: 'unsure', attempt: attemptOf(updateRequest()) });
    world.addSent('decided', { checkedAt: null, status: 'accepted' });
    world.addSent('just now', { checkedAt: new Date(world.now).toISOString() });
    world.addSent('open');
    let followEvery = 0;
    const loop = startLoop(world, { settings: () => ({ ...defaultSettings, followEvery }) });
    loop.start();
    world.now += 1;
    expect(await loop.round()).toEqual([]);
    followEvery = 30;
    world.now -= 1;
    expect(await loop.round()).toEqual([]);
    world.now += 1;
    expect(await loop.round()).toEqual([expect.stringMatching('^GET search/applications/')]);
    expect(await loop.round()).toEqual([]);
    expect(loop.sleeps()).toBe(5);
    expect(loop.logged).toEqual([]);
  });

  test('asks at once if an application was never checked, or the clock was set back', async () => {
    const world = await openScriptedApplications();
    const { id } = world.addSent('open', { checkedAt: null });
    const loop = startLoop(world);
    expect(await loop.round()).toHaveLength(1);
    world.store.change(id, { checkedAt: '2027-01-01T00:00:00.000Z' });
    expect(await loop.round()).toHaveLength(1);
  });

  test('waits after a failure as long as the settings say, but not after a success', async () => {
    const world = await openScriptedApplications();
    world.addSent('open');
    const loop = startLoop(world);
    world.answer = () => ({ status: 502 });
    expect(await loop.round()).toHaveLength(1);
    const error = expect.objectContaining({ code: 'remote' });
    expect(loop.logged).toEqual([['info', 'applications.follow', { account: world.accountId, error }]]);
    world.answer = () => undefined;
    world.monotonic += every - 1;
    expect(await loop.round()).toEqual([]);
    world.monotonic += 1;
    expect(await loop.round()).toHaveLength(1);
    // As if the computer had slept.
    age(world);
    expect(await loop.round()).toHaveLength(1);
  });

  test('fetches a journal that an acceptance changed, and tries that as rarely', async () => {
    const world = await openScriptedApplications();
    world.addJournal(1);
    world.add(updateRequest(1), { remoteId: 'a', status: 'accepted', statusAt: '2026-01-01T13:00:00.000Z' });
    const tries: string[] = [];
    const errors = [new AppError('offline', literal('No connection.')), new TypeError('ours')];
    const get: LoopParts['journalRecords']['get'] = (_accountId, id) => {
      tries.push(id);
      return Promise.reject(errors.shift());
    };
    const loop = startLoop(world, { journalRecords: { get } });
    await loop.round();
    await loop.round();
    expect(tries).toEqual(['journal1']);
    expect(loop.logged).toEqual([]);
    world.monotonic += every;
    await loop.round();
    expect(tries).toHaveLength(2);
    const error = expect.any(TypeError);
    expect(loop.logged).toEqual([['error', 'applications.follow', { account: world.accountId, error }]]);
  });

  test('asks nothing without a key, or while the key does not help', async () => {
    const world = await openScriptedApplications();
    world.addSent('open');
    const { directory } = world.parts;
    let key: OriginKey | null = null;
    const loop = startLoop(world, { key: async () => key });
    expect(await loop.round()).toEqual([]);
    key = new OriginKey(goodKey, 'https://directory.example');
    world.monotonic += every;
    directory.setConnection(world.accountId, 'key_refused', null);
    expect(await loop.round()).toEqual([]);
    expect(loop.logged).toEqual([]);
    key = null;
    world.monotonic += every;
    directory.setConnection(world.accountId, 'online', null);
    expect(await loop.round()).toEqual([]);
    key = new OriginKey(goodKey, 'https://directory.example');
    world.monotonic += every;
    expect(await loop.round()).toHaveLength(1);
    // The keychain could not be read before.
    age(world);
    world.monotonic += every;
    directory.setConnection(world.accountId, 'key_missing', null);
    expect(await loop.round()).toHaveLength(1);
  });

  test('tests a lost connection without the key first', async () => {
    const world = await openScriptedApplications();
    world.addSent('open');
    const loop = startLoop(world);
    const { directory } = world.parts;
    world.answer = () => 'drop';
    directory.setConnection(world.accountId, 'offline', null);
    const harmless = expect.stringMatching('^GET search/journals/');
    expect(await loop.round()).toEqual([harmless]);
    world.answer = () => undefined;
    world.monotonic += every;
    directory.setConnection(world.accountId, 'offline', null);
    expect(await loop.round()).toEqual([harmless, expect.stringMatching('^GET search/applications/')]);
    expect(loop.logged).toEqual([]);
  });

  test('stops at once and says nothing about it, even before it was started', async () => {
    const world = await openScriptedApplications();
    await createFollowLoop(world.parts).stop();
    world.addSent('open');
    const arrived = Promise.withResolvers<void>();
    world.answer = () => {
      arrived.resolve();
      return 'hang';
    };
    const loop = startLoop(world);
    loop.wake();
    await arrived.promise;
    await loop.stop();
    expect(loop.logged).toEqual([]);
  });

  test('does not go on with other accounts once it is stopped, which ends with its work', async () => {
    const world = await openScriptedApplications();
    world.addSent('open');
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<null>();
    let count = 0;
    const key = () => {
      count += 1;
      asked.resolve();
      return answered.promise;
    };
    const loop = startLoop(world, { key, accounts: () => [account, account] });
    loop.wake();
    await asked.promise;
    let isStopped = false;
    const stopped = loop.stop().then(() => {
      isStopped = true;
    });
    await new Promise(setImmediate);
    expect(isStopped).toBe(false);
    // The second account would be due.
    world.monotonic += every;
    answered.resolve(null);
    await stopped;
    expect(count).toBe(1);
  });
});
