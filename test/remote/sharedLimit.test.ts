import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/main/platform/clock.ts';
import { createLog } from '../../src/main/platform/log.ts';
import { createDirectoryAccess } from '../../src/main/remote/directoryAccess.ts';
import { createAccountStore } from '../../src/main/store/accounts/accountStore.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { openLimitFile } from '../../src/main/store/limitFile.ts';
import { createRequestStore } from '../../src/main/store/uploads/requestStore.ts';
import { account } from '../helpers/storeParts.ts';
import { testScope } from '../helpers/testScope.ts';

const rate = { perSecond: 20, burst: 5 };

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'colophon-limit-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A Colophon with a data folder of its own and accounts at these addresses. */
function open(bases: readonly string[], shared: string | undefined, limits: typeof rate | null = rate) {
  const data = folder();
  const db = openDatabase(join(data, 'colophon.db'));
  const accounts = createAccountStore(db);
  for (const [place, base] of bases.entries()) accounts.insert({ ...account, id: `a${place}`, base });
  const scope = testScope();
  const limitFile = openLimitFile(shared, data, systemClock);
  onTestFinished(async () => {
    await scope.stop();
    limitFile.close();
    db.close();
  });
  const directory = createDirectoryAccess({
    account: accounts.get,
    accounts: accounts.list,
    key: async () => 'k',
    requests: createRequestStore(db),
    limitFile,
    fetch: (address, init) => fetch(address, init),
    clock: systemClock,
    log: createLog({ file: null }),
    publish: () => undefined,
    scope,
    version: '0.0.0',
    bulkTimeout: () => 60,
    ...(limits ? { limits } : {}),
  });
  return { accounts, directory };
}

test('accounts at one directory, in two data folders, stay within its limit together', async () => {
  const bases = ['http://127.0.0.1:9/api/v3/', 'http://127.0.0.1:9/api/v4/'];
  const shared = folder();
  const [one, two] = [open(bases, shared), open(bases, shared)];
  const granted: number[] = [];
  const ask = async ({ directory }: typeof one, id: string) => {
    await directory.limiter(id).acquire('bulk');
    granted.push(systemClock.monotonic());
  };
  await Promise.all(
    Array.from({ length: 12 }, () => [ask(one, 'a0'), ask(one, 'a1'), ask(two, 'a0')]).flat(),
  );
  for (const [from, start] of granted.entries()) {
    for (const [place, at] of granted.slice(from).entries()) {
      // A grant is noted a moment after it was given.
      expect(place + 1).toBeLessThanOrEqual(rate.burst + ((at - start) / 1000) * rate.perSecond + 0.5);
    }
  }
});

test('the lowest rate of the accounts at a directory counts for all of them, until it changes', () => {
  const bases = ['http://127.0.0.1:9/api/v3/', 'http://127.0.0.1:9/api/v4/', 'http://127.0.0.1:8/api/v4/'];
  const { accounts, directory } = open(bases, undefined, null);
  const rates = () => ['a0', 'a1', 'a2'].map((id) => directory.limiterStatus(id).perSecond);
  const change = (id: string, rate: number) => {
    accounts.update(id, { rate });
    directory.accountChanged(id);
  };
  change('a0', 2);
  change('a1', 1);
  change('a2', 0.5);
  expect(rates()).toEqual([1, 1, 0.5]);
  change('a1', 2);
  expect(rates()).toEqual([2, 2, 0.5]);
});

test('a request that waits while its account moves to another directory counts there', async () => {
  const bases = ['http://127.0.0.1:9/api/v3/'];
  const { accounts, directory } = open(bases, undefined, { perSecond: 20, burst: 1 });
  await directory.limiter('a0').acquire('bulk');
  const waiting = directory.limiter('a0').acquire('bulk');
  accounts.update('a0', { base: 'http://127.0.0.1:8/api/v3/' });
  await waiting;
  expect(directory.limiterStatus('a0').available).toBe(0);
});

test('a damaged file is made again, and an unusable folder replaced by the data folder', async () => {
  const [shared, own] = [folder(), folder()];
  writeFileSync(
    join(shared, 'limits.db'),
    'not a database, and long enough to be seen as damaged '.repeat(40),
  );
  const state = { tokens: 3, atMs: systemClock.monotonic(), heldUntilMs: 0 };
  const repaired = openLimitFile(shared, own, systemClock);
  await repaired.update('directory x', () => state);
  expect(repaired.load('directory x')).toEqual(state);
  repaired.close();
  const again = openLimitFile(join(shared, 'limits.db'), own, systemClock);
  await again.update('directory x', () => state);
  again.close();
  const stored = openLimitFile(undefined, own, systemClock);
  expect(stored.load('directory x')).toEqual(state);
  stored.close();
});
