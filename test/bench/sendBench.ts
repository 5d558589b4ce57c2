import { embedSandbox } from '../../src/sandbox/embedSandbox.ts';
import { workerFiles } from '../helpers/programFiles.ts';
import { article, world as directoryWorld, goodKey } from '../helpers/testDirectory.ts';
import { openTestServices } from '../helpers/testServices.ts';

/** The limit in the directory's documentation; not the constant that our limiter uses. */
export const publishedLimit = { perSecond: 2, burst: 5 };

const records = 10_000;
const recordBytes = 2_500;
const batchBytes = 600_000;

/**
 * Sends 10,000 articles of about 2.5 kB to the sandbox at the directory's real limit (dialect 3.0.1) and compares the
 * time with the minimum that the limit allows for as many requests.
 */
export async function sendBench() {
  const sandbox = await embedSandbox({
    workerFile: workerFiles.sandboxWorker,
    world: directoryWorld,
    rate: publishedLimit,
  });
  const queue = await openTestServices({
    directory: sandbox.addresses.directory,
    key: goodKey,
    limits: publishedLimit,
    batchBytes,
    pace: { progress: 250 },
  });
  try {
    const ids: number[] = [];
    for (let from = 0; from < records; from += 500) {
      ids.push(
        ...queue.addDrafts(Array.from({ length: 500 }, (_, n) => article(from + n, { bytes: recordBytes }))),
      );
    }
    const { id } = await queue.send(ids);
    const started = queue.received.find(
      (one) => one.name === 'uploads.changed' && stateOf(one.data) === 'running',
    )!.at;
    const done = await queue.until(id, (upload) => upload.state === 'done');
    const seconds = (performance.now() - started) / 1000;
    if (done.counts.created !== records) throw new Error(`Only ${done.counts.created} records were stored.`);
    const posts = queue.db
      .prepare(`SELECT status, bytes FROM requests WHERE method = 'POST' ORDER BY id`)
      .all() as { status: number; bytes: number }[];
    const ideal = (posts.length - publishedLimit.burst) / publishedLimit.perSecond;
    const full = posts.slice(0, -1);
    const fill = full.reduce((sum, post) => sum + post.bytes, 0) / (full.length * batchBytes);
    return [
      {
        name: `Send ${records} articles at the limit (${seconds.toFixed(1)} s)`,
        value: seconds / ideal,
        unit: 'times the ideal',
        goal: 1.05,
        better: 'lower' as const,
        yardstick: `(${posts.length} requests - ${publishedLimit.burst}) / ${publishedLimit.perSecond} per second = ${ideal.toFixed(1)} s`,
        baseline: 'limit',
      },
      {
        name: 'Requests refused for being too many (429)',
        value: posts.filter((post) => post.status === 429).length,
        unit: 'requests',
        goal: 0,
        better: 'lower' as const,
        yardstick: `${posts.length} requests, the sandbox counting them on arrival`,
        baseline: 'none',
      },
      {
        name: 'Batches full',
        value: fill * 100,
        unit: '%',
        goal: 97,
        better: 'higher' as const,
        yardstick: `${batchBytes / 1000} kB, the last batch left aside`,
        baseline: 'none',
      },
    ];
  } finally {
    await queue.close();
    await sandbox.stop();
    queue.remove();
  }
}

function stateOf(data: unknown): string {
  return (data as { state: string }).state;
}
