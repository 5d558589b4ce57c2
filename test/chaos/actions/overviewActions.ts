import { journals } from '../contents.ts';
import { type Action, ask } from '../world.ts';

/** Users who look at the figures about their journals, and have the articles at the directory counted. */
export const overviewActions: Action[] = [
  {
    name: 'look at the overview',
    weight: 2,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      await ask(world, 'overview.get', { accountId });
      const journalIds = [`journal${random.int(1, journals)}`];
      if (random.percent(50))
        await ask(world, 'overview.count', { accountId, ...(random.percent(70) ? { journalIds } : {}) });
      if (random.percent(20)) await ask(world, 'overview.stop', { accountId });
      await ask(world, 'overview.counting', { accountId });
    },
  },
];
