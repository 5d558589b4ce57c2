import { type ClaimOptions, claimBatch } from '../../src/main/outbox/articles/claimBatch.ts';
import { createItemSteps } from '../../src/main/outbox/articles/itemSteps.ts';
import { openQueueWorld, testAccount } from '../helpers/queueWorld.ts';
import { article } from '../helpers/testDirectory.ts';
import type { BenchRow } from './importBench.ts';
import { at as shareOf } from './watch.ts';

const rounds = 30;
const records = 1_500;
const at = '2026-02-01T00:00:00.000Z';
const quiet = { draftsChanged() {}, finished() {} };

/** How long taking the records of one request holds the main loop where they are as small as records can be. */
export async function claimBench(): Promise<BenchRow[]> {
  const nowhere = 'http://127.0.0.1:9/';
  const world = openQueueWorld({ directory: { '3.0.1': nowhere, '4.0': nowhere }, isDurable: true });
  try {
    const ids = world.addDrafts(Array.from({ length: records }, (_, n) => article(n)));
    const { store: uploads, draftSync, clock } = world;
    const steps = createItemSteps({
      accountId: testAccount,
      uploads,
      draftSync,
      progress: quiet,
      clock,
    });
    const options: ClaimOptions = {
      uploads,
      steps,
      clock,
      dialect: () => '3.0.1',
      client: () => world.directory.client(testAccount),
      context: () => ({ dialect: '3.0.1', journals: null, now: new Date(at) }),
      batchBytes: () => world.settings.get().batchBytes,
    };
    const id = world.store.create({ accountId: testAccount, name: 'bench', at });
    world.store.addItems(
      id,
      ids.map((draftId, n) => ({
        draftId,
        title: '',
        place: null,
        doi: '',
        position: n + 1,
        bytes: 0,
        keeping: 'no',
      })),
      at,
    );
    for (const state of ['ready', 'running'] as const) world.store.setState(id, state, { at });
    const times: number[] = [];
    let count = 0;
    for (let round = 0; round < rounds; round++) {
      const started = performance.now();
      const claim = claimBatch(options, id);
      times.push(performance.now() - started);
      if (!claim) throw new Error('There was nothing to claim.');
      count = claim.items.length;
      const claimed = claim.items.map((item) => item.id);
      world.store.transaction(() => {
        world.store.step(claimed, 'sending', { state: 'unsure' }, at);
        world.store.step(claimed, 'unsure', { state: 'queued' }, at);
      });
    }
    return [
      {
        name: `Take ${count} tiny records into one request, 95th percentile`,
        value: shareOf(times, 0.95),
        unit: 'ms',
        goal: 50,
        better: 'lower',
        yardstick: `${shareOf(times, 0.5).toFixed(1)} ms at the median of ${rounds}`,
      },
    ];
  } finally {
    await world.close();
    world.remove();
  }
}
