import { embedSandbox } from '../../src/sandbox/embedSandbox.ts';
import type { Comparison } from '../../src/shared/comparisons/comparison.ts';
import { numbers, storedAs, worldWith } from '../helpers/directoryYear.ts';
import { workerFiles } from '../helpers/programFiles.ts';
import { article, goodKey } from '../helpers/testDirectory.ts';
import { openTestServices, type TestServices } from '../helpers/testServices.ts';
import { publishedLimit } from './sendBench.ts';

const articles = 10_000;
const articleBytes = 2_500;
const pageSize = 100;
/** Drafts that differ, articles only in the directory, and drafts that are only local. */
const expected = {
  'missing-there': 100,
  'missing-here': 100,
  different: 200,
  same: articles - 300,
  'crossref-only': 0,
};

/**
 * Compares a year of 10,000 articles of about 2.5 kB with as many drafts at the directory's real limit, and compares the
 * number of requests with the minimum for pages of a hundred.
 */
export async function compareBench() {
  const titleOf = (number: number) => `${number < 200 ? 'Changed' : 'Article'} ${number}`;
  const sandbox = await embedSandbox({
    workerFile: workerFiles.sandboxWorker,
    world: worldWith(
      numbers(articles).map((number) => storedAs(number, { bytes: articleBytes, title: titleOf(number) })),
    ),
    rate: publishedLimit,
  });
  const queue = await openTestServices({
    directory: sandbox.addresses.directory,
    key: goodKey,
    limits: publishedLimit,
  });
  try {
    const own = [...numbers(articles - 100), ...numbers(100).map((number) => articles + number)];
    for (let at = 0; at < own.length; at += 500) {
      queue.addDrafts(own.slice(at, at + 500).map((number) => article(number, { bytes: articleBytes })));
    }
    const { seconds, run, longest } = await measure(queue);
    if (JSON.stringify(run.counts) !== JSON.stringify(expected))
      throw new Error(`Compared wrongly: ${JSON.stringify(run)}`);
    const idealRequests = Math.ceil(articles / pageSize);
    const ideal = (idealRequests - publishedLimit.burst) / publishedLimit.perSecond;
    const tooMany = queue.db
      .prepare('SELECT count(*) FROM requests WHERE status = 429')
      .pluck()
      .get() as number;
    return [
      {
        name: `Compare ${articles} articles: requests beyond the ideal`,
        value: run.requests - idealRequests,
        unit: 'requests',
        goal: 2,
        better: 'lower' as const,
        yardstick: `${articles} articles in pages of ${pageSize} = ${idealRequests} requests`,
        baseline: 'limit',
      },
      {
        name: `Compare ${articles} articles at the limit (${seconds.toFixed(1)} s)`,
        value: seconds / ideal,
        unit: 'times the ideal',
        goal: 1.05,
        better: 'lower' as const,
        yardstick: `(${idealRequests} requests - ${publishedLimit.burst}) / ${publishedLimit.perSecond} per second = ${ideal.toFixed(1)} s`,
        baseline: 'limit',
      },
      {
        name: `Compare ${articles} articles: requests refused for being too many (429)`,
        value: tooMany,
        unit: 'requests',
        goal: 0,
        better: 'lower' as const,
        yardstick: `${run.requests} requests, the sandbox counting them on arrival`,
        baseline: 'none',
      },
      {
        name: `Compare ${articles} articles: longest hold of the event loop`,
        value: longest,
        unit: 'ms',
        goal: 50,
        better: 'lower' as const,
        yardstick: 'processor time of the main thread between two turns, from the start to the last row',
        baseline: 'none',
      },
    ];
  } finally {
    await queue.close();
    await sandbox.stop();
    queue.remove();
  }
}

async function measure(queue: TestServices) {
  await queue.handlers['journals.refresh']({ accountId: queue.accountId });
  // The limiter's burst is full again when the measurement begins.
  await queue.clock.sleep((publishedLimit.burst / publishedLimit.perSecond) * 1000);
  const holds = watchHolds();
  const started = performance.now();
  const wanted = { accountId: queue.accountId, issn: '1234-5679', year: '2024' };
  const { id } = await queue.handlers['comparisons.start'](wanted);
  await queue.when(() =>
    queue.received.some((one) => one.name === 'comparisons.changed' && isOver(one.data)),
  );
  const seconds = (performance.now() - started) / 1000;
  const longest = holds.longest();
  return { seconds, run: await queue.handlers['comparisons.get']({ id }), longest };
}

/** Records how much processor time the main thread uses between two turns, in milliseconds. */
function watchHolds(): { longest(): number } {
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let before = used();
  let longest = 0;
  const timer = setInterval(() => {
    const now = used();
    longest = Math.max(longest, now - before);
    before = now;
  }, 2);
  return {
    longest() {
      clearInterval(timer);
      return longest;
    },
  };
}

function isOver(data: unknown): boolean {
  return (data as Comparison).state !== 'running';
}
