import type { Upload } from '../../../src/shared/upload/upload.ts';
import { retryNow, sendNow } from '../confirm.ts';
import { present } from '../model.ts';
import type { Random } from '../seeded.ts';
import { type Action, ask, type ChaosWorld, value } from '../world.ts';

const running: Upload['state'][] = ['reading', 'ready', 'running'];

/** Users who start and control uploads. */
export const sendActions: Action[] = [
  {
    name: 'send',
    weight: 16,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const ids = random.some(present(world.model.drafts, accountId), random.int(1, 40));
      const selection = random.percent(50) ? { filter: {}, except: ids.slice(0, 3) } : { ids };
      const input = {
        accountId,
        selection,
        includeUnchanged: random.percent(15),
        includeHardToFind: random.percent(80),
      };
      await sendNow(world, { ...input, name: `Run ${world.next()}` });
    },
  },
  {
    name: 'pause',
    weight: 5,
    kind: 'action',
    run: (world, random) => onUpload(world, random, running, (id) => ask(world, 'uploads.pause', { id })),
  },
  {
    name: 'resume',
    weight: 6,
    kind: 'action',
    run: (world, random) => onUpload(world, random, ['paused'], (id) => ask(world, 'uploads.resume', { id })),
  },
  {
    name: 'cancel',
    weight: 3,
    kind: 'action',
    run: (world, random) =>
      onUpload(world, random, [...running, 'paused'], (id) => ask(world, 'uploads.cancel', { id })),
  },
  {
    name: 'retry',
    weight: 5,
    kind: 'action',
    run: (world, random) =>
      onUpload(world, random, [...running, 'paused', 'done'], (id) => retryNow(world, id)),
  },
  {
    name: 'look at uploads',
    weight: 3,
    kind: 'action',
    run: (world, random) =>
      onUpload(world, random, [...running, 'paused', 'done', 'cancelled'], async (id) => {
        await ask(world, 'uploads.items', { id, states: ['refused', 'failed'], offset: 0, limit: 50 });
        await ask(world, 'uploads.attempts', { id, offset: 0, limit: 50 });
        const file = await value(world, 'uploads.export', {
          id,
          format: random.pick(['csv', 'json'] as const),
        });
        if (file) world.model.exported.push(file.text);
      }),
  },
];

async function onUpload(
  world: ChaosWorld,
  random: Random,
  states: readonly Upload['state'][],
  work: (id: number) => Promise<unknown>,
): Promise<void> {
  const { id: accountId } = random.pick(world.accounts);
  const uploads = await value(world, 'uploads.list', { accountId });
  const upload = random.maybe((uploads ?? []).filter(({ state }) => states.includes(state)).slice(0, 5));
  if (upload) await work(upload.id);
}
