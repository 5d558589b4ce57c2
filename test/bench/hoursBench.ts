import { statSync } from 'node:fs';
import { join } from 'node:path';
import { defaultArticlePace } from '../../src/main/outbox/outboxPace.ts';
import type { Fetch } from '../../src/main/platform/network/fetch.ts';
import { directoryLimit } from '../../src/shared/directory/account.ts';
import type { Upload } from '../../src/shared/upload/upload.ts';
import { asking, sendNow } from '../helpers/confirm.ts';
import { article, goodKey } from '../helpers/testDirectory.ts';
import { openTestServices, type TestServices } from '../helpers/testServices.ts';
import type { BenchRow } from './importBench.ts';
import { skippingClock } from './skippingClock.ts';
import { at } from './watch.ts';

/** Twelve minutes of sending; `twoHoursBench.ts` runs the full two hours. */
const articles = 72_000;
/** Small enough for fifty per request: a hundred articles a second for two hours. */
const batchBytes = 25_000;
const answersAfterMs = 150;
/** Samples begin after the warm-up. */
const warm = 0.1;

interface Sample {
  /** Seconds since the first request, by the simulated clock. */
  seconds: number;
  share: number;
  /** Resident memory in MB. */
  memory: number;
  /** Sizes of the write-ahead log and the log file in MB. */
  journal: number;
  log: number;
  secondsLeft: number | null;
  /** Records by which the reported progress differs from the rows. */
  wrong: number;
}

/**
 * Sends many articles at the directory's real limit on a clock that skips waiting times, and measures the growth of
 * memory and files and the accuracy of the progress.
 */
export async function hoursBench(count = articles): Promise<BenchRow[]> {
  const clock = skippingClock(Date.parse('2026-02-01T00:00:00.000Z'));
  let requests = 0;
  const fetch: Fetch = async (_address, init) => {
    await clock.sleep(answersAfterMs);
    const sent = JSON.parse(String(init?.body)) as unknown[];
    requests += 1;
    const answer = sent.map((_, n) => ({
      status: 'created',
      id: `${requests}x${n}`,
      location: `/${requests}x${n}`,
    }));
    return new Response(JSON.stringify(answer), {
      status: 201,
      headers: { 'content-type': 'application/json' },
    });
  };
  const world = await openTestServices({
    directory: { '3.0.1': 'http://127.0.0.1:9/api/v3/', '4.0': 'http://127.0.0.1:9/api/v4/' },
    key: goodKey,
    limits: directoryLimit,
    batchBytes,
    clock,
    fetch,
    pace: defaultArticlePace,
  });
  try {
    for (let from = 0; from < count; from += 1_000) {
      const size = Math.min(1_000, count - from);
      world.addDrafts(Array.from({ length: size }, (_, n) => article(from + n)));
    }
    const samples = await sendAll(world, clock);
    return toRows(samples, count, requests, world);
  } finally {
    await world.close();
    world.remove();
  }
}

async function sendAll(world: TestServices, clock: { monotonic(): number }): Promise<Sample[]> {
  const samples: Sample[] = [];
  const { id } = await sendNow(asking(world.handlers), {
    accountId: world.accountId,
    selection: { filter: { trashed: false }, except: [] },
    includeUnchanged: false,
    name: 'bench',
  });
  const started = clock.monotonic();
  const count = world.db.prepare<[number], number>(
    `SELECT count(*) FROM upload_items WHERE upload_id = ? AND state = 'done' AND outcome = 'created'`,
  );
  let next = 0;
  const look = (upload: Upload) => {
    const { total, created, sending, queued } = upload.counts;
    // Discards earlier events.
    world.received.length = 0;
    if (created / total < next && upload.state !== 'done') return false;
    next += 0.02;
    const stored = Number(count.pluck().get(id));
    samples.push({
      seconds: (clock.monotonic() - started) / 1000,
      share: created / total,
      memory: process.memoryUsage.rss() / 1e6,
      journal: sizeOf(join(world.folder, 'colophon.db-wal')),
      log: sizeOf(join(world.folder, 'colophon.log')),
      secondsLeft: upload.secondsLeft,
      wrong: Math.abs(stored - created) + Math.abs(total - created - sending - queued),
    });
    return upload.state === 'done';
  };
  await world.until(id, look);
  return samples;
}

function toRows(samples: Sample[], count: number, requests: number, world: TestServices): BenchRow[] {
  const later = samples.filter(({ share }) => share >= warm);
  const last = samples.at(-1)!;
  const hours = last.seconds / 3600;
  const third = Math.floor(later.length / 3);
  const typical = (some: Sample[]) =>
    at(
      some.map(({ memory }) => memory),
      0.5,
    );
  const early = typical(later.slice(0, third));
  const late = typical(later.slice(-third));
  const told = later.filter(({ share, secondsLeft }) => secondsLeft !== null && share < 0.98);
  const off = told.map((one) => Math.abs(one.secondsLeft! / (last.seconds - one.seconds) - 1) * 100);
  const rows = world.db.prepare<[], number>('SELECT count(*) FROM requests').pluck().get() ?? 0;
  const name = `${count.toLocaleString('en-GB')} articles in ${(hours * 60).toFixed(0)} minutes of the program's clock`;
  const measured = `${samples.length} samples, ${requests} requests`;
  const row = (what: string, value: number, unit: string, goal: number, yardstick: string): BenchRow => ({
    name: `${name}: ${what}`,
    value,
    unit,
    goal,
    better: 'lower',
    yardstick,
    baseline: 'none',
  });
  const most = (values: number[]) => Math.max(0, ...values);
  return [
    row(
      'growth of memory from the first third to the last',
      late - early,
      'MB',
      20,
      `${early.toFixed(0)} MB, then ${late.toFixed(0)} MB at the median; ${measured}`,
    ),
    row(
      'records that the progress was wrong by',
      most(samples.map(({ wrong }) => wrong)),
      'records',
      0,
      `the rows at each of ${samples.length} samples`,
    ),
    row(
      'time left, furthest from what it took',
      most(off),
      '%',
      10,
      `${told.length} samples after the first tenth`,
    ),
    row('rows kept of requests, for each request', rows / requests, 'rows', 1, `${rows} rows`),
    row(
      'largest file of changes beside the database',
      most(samples.map(({ journal }) => journal)),
      'MB',
      32,
      `SQLite's own limit is 4 MB and the largest transaction`,
    ),
    row('log', most(samples.map(({ log }) => log)), 'MB', 8, 'rotated at 4 MB'),
  ];
}

function sizeOf(file: string): number {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / 1e6;
}
