import { systemClock } from '../../src/main/platform/clock.ts';
import { embedSandbox } from '../../src/sandbox/embedSandbox.ts';
import { remoteId, storedAs } from '../helpers/directoryYear.ts';
import { workerFiles } from '../helpers/programFiles.ts';
import { goodKey, world } from '../helpers/testDirectory.ts';
import { openTestServices } from '../helpers/testServices.ts';

/** A publisher, and the most requests that a look, an inventory and finding one deletion may take. */
export interface Publisher {
  articles: number;
  journals: number;
  most: { daily: number; locate: number; inventory: number };
}

const small: Publisher = { articles: 10_000, journals: 20, most: { daily: 6, locate: 12, inventory: 105 } };
export const pageSize = 100;
const day = 24 * 3_600_000;

/** Counts the requests of the watch of a publisher with 10,000 articles. */
export async function watchBench() {
  return withPublisher(small, measureLooks);
}

export type Watched = Awaited<ReturnType<typeof openWatched>>;

export async function withPublisher<T>(
  publisher: Publisher,
  measure: (watched: Watched) => Promise<T>,
): Promise<T> {
  const watched = await openWatched(publisher);
  try {
    return await measure(watched);
  } finally {
    await watched.close();
  }
}

export async function measureLooks({ publisher, look, staff, later, open }: Watched) {
  const { articles, journals, most } = publisher;
  const inventory = await look();
  await later();
  const daily = await look();
  await staff({ action: 'delete', ids: [remoteId(Math.floor(articles / 3))], trace: true });
  await later();
  const locating = (await look()) - daily;
  const { deleted } = await open();
  if (deleted !== 1) throw new Error(`The watch found ${deleted} deletions instead of 1.`);
  const name = `Watch ${articles} articles of ${journals} journals`;
  const row = (what: string, value: number, goal: number, yardstick: string) => ({
    name: `${name}: ${what}`,
    value,
    unit: 'requests',
    goal,
    better: 'lower' as const,
    yardstick,
  });
  const pages = `${articles} articles in pages of ${pageSize} = ${articles / pageSize} requests`;
  return [
    row('a day on which nothing happened', daily, most.daily, pages),
    row('find one deletion', locating, most.locate, pages),
    row('read everything', inventory, most.inventory, pages),
  ];
}

async function openWatched(publisher: Publisher) {
  const journals = Array.from({ length: publisher.journals }, (_, at) => ({
    id: `w${at}`,
    created_date: '2020-01-01T00:00:00Z',
    last_updated: '2020-01-01T00:00:00Z',
    admin: { owner: 'pub1', in_doaj: true },
    bibjson: {
      title: `Journal ${at}`,
      pissn: issn(2 * at),
      eissn: issn(2 * at + 1),
      publisher: { name: 'Press', country: 'NL' },
      language: ['EN'],
    },
  }));
  const articles = Array.from({ length: publisher.articles }, (_, number) => {
    const at = number % publisher.journals;
    const issns = [issn(2 * at), issn(2 * at + 1)];
    const stored = storedAs(number, { issns } as never) as unknown as {
      bibjson: { identifier: { type: string; id: string }[]; journal: object };
    };
    const { bibjson } = stored;
    const [doi] = bibjson.identifier;
    const identifier = [doi, { type: 'pissn', id: issns[0] }, { type: 'eissn', id: issns[1] }];
    const journal = { ...bibjson.journal, title: `Journal ${at}`, publisher: 'Press', issns };
    return { ...stored, bibjson: { ...bibjson, identifier, journal } };
  });
  const sandbox = await embedSandbox({
    workerFile: workerFiles.sandboxWorker,
    world: { ...world, journals, articles },
    rate: null,
    indexDelayMs: 0,
  });
  const { origin } = new URL(sandbox.addresses.directory['4.0']);
  const control = async (path: string, body: object) => {
    const answer = await fetch(`${origin}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  // As any directory has done before: each article has what its journal has.
  await control('staff', { action: 'sync' });
  let ahead = 0;
  const clock = {
    now: () => Date.now() + ahead,
    monotonic: () => performance.now() + ahead,
    // The sandbox has no delays, so pauses are short; the time-out of a request is none.
    sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms < 10_000 ? 1 : ms, signal),
  };
  const services = await openTestServices({
    directory: sandbox.addresses.directory,
    dialect: '4.0',
    key: goodKey,
    clock,
  });
  const { accountId, handlers } = services;
  const later = async (): Promise<void> => {
    ahead += day;
    await control('clock', { aheadMs: ahead });
  };
  // The first look must not take what the clean-up did for news.
  await later();
  return {
    publisher,
    /** Looks once; returns how many requests that took. */
    async look(isInventory = false): Promise<number> {
      await handlers['watch.start']({ accountId, isInventory });
      const isOver = (state: string) => state !== 'looking' && state !== 'inventory';
      await services.when(async () => isOver((await handlers['watch.state']({ accountId })).state));
      const { requests, problem } = await handlers['watch.state']({ accountId });
      if (problem) throw new Error(`The look did not end: ${JSON.stringify(problem)}`);
      return requests;
    },
    staff: (action: object) => control('staff', action),
    later,
    open: async () => (await handlers['watch.state']({ accountId })).open,
    async close(): Promise<void> {
      await services.close();
      services.remove();
      await sandbox.stop();
    },
  };
}

/** A valid ISSN for each number. */
function issn(number: number): string {
  const digits = String(1_000_000 + number);
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (8 - at), 0);
  const check = (11 - (sum % 11)) % 11;
  return `${digits.slice(0, 4)}-${digits.slice(4)}${check === 10 ? 'X' : check}`;
}
