import type { Fault } from '../../src/sandbox/faults.ts';
import type { Upload } from '../../src/shared/upload/upload.ts';
import { article, goodKey, type TestDirectory } from './testDirectory.ts';
import { openTestServices, type TestServices, type TestServicesOptions } from './testServices.ts';

interface LongWait {
  name: string;
  options: Partial<TestServicesOptions>;
  /** The directory's behaviour; 'gone': there is no connection to it. */
  fault: Fault | 'gone' | null;
}

const long = { first: 600_000, longest: 600_000 };

/** Everything that an upload can wait for; each wait takes at least ten minutes. */
export const longWaits: readonly LongWait[] = [
  { name: 'waiting for the limit', options: { limits: { perSecond: 0.001, burst: 1 } }, fault: null },
  { name: 'held back by a 429', options: {}, fault: { kind: 'rate_limit', retryAfter: 600 } },
  {
    name: 'waiting before it sends again',
    options: { pace: { trouble: long } },
    fault: { kind: 'drop_before' },
  },
  { name: 'without a connection', options: { pace: { offline: long } }, fault: 'gone' },
  { name: 'waiting for a ticket', options: { dialect: '4.0', pace: { poll: long } }, fault: null },
  { name: 'in a request that takes long', options: {}, fault: { kind: 'hang' } },
];

/** Starts an upload of 20 articles and resolves once it waits. */
export async function openInWait(
  directory: TestDirectory,
  { options, fault }: LongWait,
): Promise<{ world: TestServices; upload: Upload }> {
  let isGone = false;
  const world = await openTestServices({
    directory: directory.directory,
    key: goodKey,
    batchBytes: 2_000,
    fetch: (address, init) =>
      isGone ? Promise.reject(new Error('net::ERR_INTERNET_DISCONNECTED')) : fetch(address, init),
    ...options,
  });
  if (fault === 'gone') isGone = true;
  else if (fault) await directory.fault({ ...fault, match: { method: 'POST', path: 'articles' } });
  const ids = world.addDrafts(Array.from({ length: 20 }, (_, n) => article(n)));
  const { id } = await world.send(ids);
  await world.until(id, ({ requests }) => requests > 0);
  await new Promise((resolve) => setTimeout(resolve, 30));
  return { world, upload: await world.upload(id) };
}
