import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/main/platform/clock.ts';
import { serverOf } from '../../src/main/platform/network/origin.ts';
import { openLimitFile } from '../../src/main/store/limitFile.ts';
import { openTestAccess } from '../helpers/testClient.ts';

const rate = { perSecond: 20, burst: 5 };

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'colophon-limit-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A Colophon with a data folder of its own and accounts at these addresses. */
function open(bases: readonly string[], options: { shared?: string; limits?: typeof rate } = {}) {
  const opened = openTestAccess({ bases, key: 'k', ...options });
  onTestFinished(opened.close);
  return opened;
}

test('accounts at one directory, in two data folders, stay within its limit together', async () => {
  const bases = ['http://127.0.0.1:9/api/v3/', 'http://127.0.0.1:9/api/v4/'];
  const shared = folder();
  const [one, two] = [open(bases, { shared, limits: rate }), open(bases, { shared, limits: rate })];
  const start = systemClock.monotonic();
  const granted: number[] = [];
  const ask = async ({ directory }: typeof one, id: string) => {
    await directory.limiter(id).acquire('bulk');
    granted.push(systemClock.monotonic());
  };
  await Promise.all(Array.from({ length: 12 }, () => [ask(one, 'a'), ask(one, 'a1'), ask(two, 'a')]).flat());
  expect(granted).toHaveLength(36);
  // A busy computer notes a grant late, so that two notes may be closer than their grants; never more come from the start.
  for (const [place, at] of granted.entries())
    expect(place + 1).toBeLessThanOrEqual(rate.burst + ((at - start) / 1000) * rate.perSecond);
});

test('every name of this computer counts as one server, and another port as another', async () => {
  const hosts = ['127.0.0.1:9', 'localhost:9', '127.0.0.2:9', '[::1]:9', 'LOCALHOST.:9', 'a.localhost:9'];
  const bases = [...hosts, 'localhost:8'].map((host) => `http://${host}/api/v4/`);
  const { directory } = open(bases, { limits: { perSecond: 0.001, burst: 3 } });
  const [first, ...others] = bases.map((_, place) => (place === 0 ? 'a' : `a${place}`));
  await directory.limiter(first!).acquire('bulk');
  await directory.limiter(others[0]!).acquire('bulk');
  const left = others.map((id) => directory.limiterStatus(id).available);
  expect(left).toEqual([...hosts.slice(1).map(() => 0), 3]);
});

test.each([
  [
    'http://127.0.0.1:80',
    [
      'http://localhost',
      'http://2130706433:0080',
      'http://0x7f.1',
      'http://0177.1',
      'http://0',
      'http://[::]',
    ],
  ],
  ['http://[::1]', ['http://[0:0:0:0:0:0:0:1]:80', 'http://[::ffff:127.0.0.1]', 'http://x.LOCALHOST.']],
  [
    'https://directory.example',
    ['https://DIRECTORY.example.:443', 'https:\\\\directory%2eexample:0443', 'https://directory。exa\tmple'],
  ],
  ['https://b\u00fccher.example', ['https://XN--BCHER-KVA.example.', 'https://bu\u0308cher.example']],
  [
    'https://8.8.8.8',
    ['https://134744072', 'https://[::ffff:8.8.8.8]', 'https://[0:0:0:0:0:FFFF:808:808]:443'],
  ],
  ['https://255.1.0.9', ['https://[::ffff:255.1.0.9]']],
])('however it is written, %s is one server', (address, spellings) => {
  for (const spelling of spellings) expect(serverOf(`${spelling}/api/v4/`), spelling).toBe(serverOf(address));
  for (const other of [
    `${address.replace(/:80$/, '')}:81`,
    'https://directory.example.org',
    'https://8.8.8.9',
  ])
    expect(serverOf(other)).not.toBe(serverOf(address));
});

test('the lowest rate of the accounts at a directory counts for all of them, until it changes', () => {
  const bases = ['http://127.0.0.1:9/api/v3/', 'http://127.0.0.1:9/api/v4/', 'http://127.0.0.1:8/api/v4/'];
  const { accounts, directory } = open(bases);
  const rates = () => ['a', 'a1', 'a2'].map((id) => directory.limiterStatus(id).perSecond);
  const change = (id: string, rate: number) => {
    accounts.update(id, { rate });
    directory.accountChanged(id);
  };
  change('a', 2);
  change('a1', 1);
  change('a2', 0.5);
  expect(rates()).toEqual([1, 1, 0.5]);
  change('a1', 2);
  expect(rates()).toEqual([2, 2, 0.5]);
});

test('a request that waits while its account moves to another directory counts there', async () => {
  const bases = ['http://127.0.0.1:9/api/v3/'];
  // Slow enough that the turn taken there is still missing when it is looked for.
  const { accounts, directory } = open(bases, { limits: { perSecond: 2, burst: 1 } });
  await directory.limiter('a').acquire('bulk');
  const waiting = directory.limiter('a').acquire('bulk');
  accounts.update('a', { base: 'http://127.0.0.1:8/api/v3/' });
  await waiting;
  expect(directory.limiterStatus('a').available).toBe(0);
});

test('a damaged file is recreated, and an unusable folder is replaced by the data folder', async () => {
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

test('a file that becomes damaged while it is used is recreated', async () => {
  const [shared, own] = [folder(), folder()];
  const state = { tokens: 3, atMs: systemClock.monotonic(), heldUntilMs: 0 };
  const limits = openLimitFile(shared, own, systemClock);
  onTestFinished(limits.close);
  await limits.update('directory x', () => state);
  const file = join(shared, 'limits.db');
  const other = new Database(file);
  other.pragma('wal_checkpoint(TRUNCATE)');
  const pageBytes = 4096;
  const disk = openSync(file, 'r+');
  writeSync(disk, Buffer.alloc(pageBytes, 0xff), 0, pageBytes, pageBytes);
  closeSync(disk);
  // What another program commits has the first one read its pages again.
  other.pragma('user_version = 1');
  other.close();
  expect(limits.load('directory x')).toBeNull();
  await limits.update('directory x', () => state);
  expect(limits.load('directory x')).toEqual(state);
});

test.skipIf(process.platform === 'win32')(
  'nobody else can read the file, even if it already existed',
  async () => {
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    const [shared, own] = [folder(), folder()];
    const state = { tokens: 3, atMs: systemClock.monotonic(), heldUntilMs: 0 };
    const modes = () =>
      readdirSync(shared).map((name) => [name, (statSync(join(shared, name)).mode & 0o777).toString(8)]);
    const privately = ['limits.db', 'limits.db-shm', 'limits.db-wal'].map((name) => [name, '600']);
    const first = openLimitFile(shared, own, systemClock);
    await first.update('directory x', () => state);
    expect(modes()).toEqual(privately);
    for (const [name] of privately) chmodSync(join(shared, name!), 0o666);
    const second = openLimitFile(shared, own, systemClock);
    expect(modes()).toEqual(privately);
    first.close();
    second.close();
  },
);
