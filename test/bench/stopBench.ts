import { longWaits, openInWait } from '../helpers/longWaits.ts';
import { startTestDirectory } from '../helpers/testDirectory.ts';
import type { BenchRow } from './importBench.ts';

const rounds = 5;

/** How long pausing and cancelling an upload take in each waiting state, until the result is stored. */
export async function stopBench(): Promise<BenchRow[]> {
  const directory = await startTestDirectory();
  const pauses: { ms: number; name: string }[] = [];
  const cancels: { ms: number; name: string }[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      for (const wait of longWaits) {
        await directory.reset();
        const { world, upload } = await openInWait(directory, wait);
        const began = performance.now();
        await world.handlers['uploads.pause']({ id: upload.id });
        const paused = performance.now();
        await world.handlers['uploads.resume']({ id: upload.id });
        const resumed = performance.now();
        await world.handlers['uploads.cancel']({ id: upload.id });
        cancels.push({ ms: performance.now() - resumed, name: wait.name });
        pauses.push({ ms: paused - began, name: wait.name });
        await world.close();
        world.remove();
      }
    }
  } finally {
    await directory.stop();
  }
  return [
    longest('Pause an upload, the slowest of six states', pauses),
    longest('Cancel an upload, the slowest of six states', cancels),
  ];
}

function longest(name: string, times: readonly { ms: number; name: string }[]): BenchRow {
  const [slowest] = times.toSorted((one, other) => other.ms - one.ms);
  return {
    name,
    value: slowest!.ms,
    unit: 'ms',
    goal: 200,
    better: 'lower',
    yardstick: `${slowest!.name}, where nothing would have gone on for ten minutes; ${rounds} times each`,
    baseline: 'none',
  };
}
