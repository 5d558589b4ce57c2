import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import type { Dialect } from '../../src/shared/directory/account.ts';
import { isFullRun } from '../helpers/fullRuns.ts';
import { testPrograms } from '../helpers/programFiles.ts';
import {
  article,
  foreignArticle,
  goodKey,
  startTestDirectory,
  type TestDirectory,
} from '../helpers/testDirectory.ts';
import { openTestServices } from '../helpers/testServices.ts';

interface Run {
  folder: string;
  directory: TestDirectory['directory'];
  dialect: Dialect;
  key: string;
  batchBytes: number;
  limits?: { perSecond: number; burst: number };
}

/** Starts the sending process and resolves once it has started. */
async function start(run: Run): Promise<ChildProcess> {
  const child = spawn(process.execPath, [testPrograms.sendingProcess, JSON.stringify(run)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A process that outlives a failed test keeps the whole run from ending.
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the sending process ended with ${code} before it started`);
  });
  await Promise.race([once(child.stdout!, 'data'), ended]);
  ended.catch(() => undefined);
  return child;
}

/** Kills it `times` times, each `between` milliseconds after its start, then lets it finish. */
async function sendWithKills(run: Run, times: number, between: () => number): Promise<number> {
  let killed = 0;
  for (let n = 0; n < times; n++) {
    const child = await start(run);
    const moment = Promise.withResolvers<void>();
    setTimeout(moment.resolve, between());
    const ended = once(child, 'exit').then(() => 'ended' as const);
    if ((await Promise.race([ended, moment.promise])) === 'ended') break;
    child.kill('SIGKILL');
    await ended;
    killed += 1;
  }
  const last = await start(run);
  const [code] = await once(last, 'exit');
  expect(code).toBe(0);
  return killed;
}

// The limits make each run last as long as its kills take.
const { kills, part } = isFullRun ? { kills: 6, part: 1 } : { kills: 3, part: 0.5 };
const asked = Number(process.env.COLOPHON_KILL_RECORDS);

for (const [dialect, usual, batchBytes] of [
  ['3.0.1', 2_000, 60_000],
  ['4.0', 2_000, 150_000],
] as const) {
  const count = asked || usual * part;
  const bad = new Set(
    [3, 0.05, 0.051, 0.3, 0.55, 0.8, 0.999].map((part) => (part < 1 ? Math.floor(part * count) : part)),
  );
  test(`${count} records, 7 of them bad, killed ${kills} times: nothing lost, nothing sent twice, the bad ones named (${dialect})`, async () => {
    const directory = await startTestDirectory({ indexDelayMs: 100, jobDelayMs: 100 });
    const setUp = await openTestServices({ directory: directory.directory, dialect });
    try {
      const ids: number[] = [];
      for (let from = 0; from < count; from += 1000) {
        const numbers = Array.from({ length: Math.min(1000, count - from) }, (_, n) => from + n);
        ids.push(
          ...setUp.addDrafts(
            numbers.map((n) => (bad.has(n) ? foreignArticle(n, 2500) : article(n, { bytes: 2500 }))),
          ),
        );
      }
      await setUp.close();
      const { folder } = setUp;
      // Slow enough for all kills, and fast enough for a test.
      const limits = { perSecond: (dialect === '4.0' ? 70 : 25) * part, burst: 5 };
      const run = { folder, directory: directory.directory, dialect, key: goodKey, batchBytes, limits };
      const killed = await sendWithKills(run, kills, () => 50 + Math.random() * 550);
      expect(killed).toBe(kills);

      const world = await openTestServices({ folder, directory: directory.directory, dialect, key: goodKey });
      const [upload] = await world.handlers['uploads.list']({});
      const refused = await world.items(upload!.id, ['refused']);
      expect(refused.map((item) => item.draftId).sort((a, b) => a - b)).toEqual(
        [...bad].map((n) => ids[n]!).sort((a, b) => a - b),
      );
      for (const item of refused) expect(item.refusal).toMatchObject({ code: 'not-yours', status: 403 });
      expect(upload!.counts).toMatchObject({ total: count, refused: 7, failed: 0, queued: 0, unsure: 0 });
      expect(upload!.counts.created + upload!.counts.overwrote).toBe(count - 7);
      const stored = await directory.articles();
      expect(stored).toHaveLength(count - 7);
      const idOf = new Map(stored.map((one) => [one.bibjson.title, one.id]));
      expect(idOf.size).toBe(count - 7);
      const drafts = world.db.prepare('SELECT title, remote_id id, sync FROM drafts').all() as {
        title: string;
        id: string;
        sync: string;
      }[];
      const wrong = drafts.filter(
        (draft) => draft.sync !== 'refused' && (draft.sync !== 'sent' || idOf.get(draft.title) !== draft.id),
      );
      expect(wrong).toEqual([]);
      await world.close();
    } finally {
      setUp.remove();
      await directory.stop();
    }
  }, 300_000);
}

test('repeated kills never exceed the directory’s rate limit', async () => {
  const rate = { perSecond: 25, burst: 5 };
  const directory = await startTestDirectory({ rate });
  const setUp = await openTestServices({ directory: directory.directory });
  try {
    setUp.addDrafts(Array.from({ length: 100 }, (_, n) => article(n)));
    await setUp.close();
    const run = {
      folder: setUp.folder,
      directory: directory.directory,
      dialect: '3.0.1' as const,
      key: goodKey,
      batchBytes: 1_000,
      limits: rate,
    };
    await sendWithKills(run, 4, () => 150 + Math.random() * 400);
    const requests = await directory.requests();
    expect(requests.filter((one) => one.status === 429)).toEqual([]);
    expect(await directory.articles()).toHaveLength(100);
    const times = requests.map((one) => Date.parse(one.at));
    // A request may travel faster than the one before, so the directory admits half a request more.
    for (let from = 0; from < times.length; from++) {
      for (let to = from; to < times.length; to++) {
        expect(to - from + 1).toBeLessThanOrEqual(
          rate.burst + 0.5 + ((times[to]! - times[from]!) * rate.perSecond) / 1000,
        );
      }
    }
  } finally {
    setUp.remove();
    await directory.stop();
  }
}, 300_000);
