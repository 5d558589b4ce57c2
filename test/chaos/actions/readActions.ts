import { issnOf } from '../../helpers/applicationRecords.ts';
import { journals } from '../contents.ts';
import { present } from '../model.ts';
import type { Random } from '../seeded.ts';
import { type Action, ask, type ChaosWorld, value } from '../world.ts';

type Look = (world: ChaosWorld, random: Random) => Promise<unknown>;

const account = (world: ChaosWorld, random: Random) => random.pick(world.accounts).id;
const issn = (random: Random) => issnOf(random.int(1, journals) * 2);

/** Read-only calls, which must be answered whatever else is running. */
const looks: readonly Look[] = [
  async (world) => {
    const diagnosis = await value(world, 'storage.diagnose', {});
    if (diagnosis) world.model.exported.push(JSON.stringify(diagnosis.report));
  },
  (world) => ask(world, 'storage.notices', {}),
  (world) => ask(world, 'accounts.list', {}),
  (world) => ask(world, 'compliance.funders', {}),
  (world, random) => ask(world, 'accounts.test', { id: account(world, random) }),
  (world, random) => ask(world, 'accounts.connection', { id: account(world, random) }),
  (world, random) => ask(world, 'accounts.limiter', { id: account(world, random) }),
  (world, random) => ask(world, 'journals.list', { accountId: account(world, random) }),
  (world, random) => ask(world, 'undo.list', { accountId: account(world, random) }),
  (world, random) => ask(world, 'journals.find', { accountId: account(world, random), text: 'tests' }),
  (world, random) =>
    ask(world, 'compliance.suggest', { kind: random.pick(['journal', 'institution']), text: 'ex' }),
  (world, random) => ask(world, 'compliance.agreements', { issn: issn(random), ror: '04xvk1m28' }),
  async (world, random) => {
    const draftId = random.maybe(present(world.model.drafts, account(world, random)));
    if (draftId !== undefined) await ask(world, 'uploads.payload', { draftId });
  },
  async (world, random) => {
    const [id] = random.maybe([...world.model.imports]) ?? [];
    if (id !== undefined) await ask(world, 'imports.problems', { id, offset: 0, limit: 20 });
  },
  async (world, random) => {
    const one = random.maybe((await value(world, 'matrix.list', {})) ?? []);
    if (one)
      await Promise.all([
        ask(world, 'matrix.get', { id: one.id }),
        ask(world, 'matrix.cells', { id: one.id }),
      ]);
  },
  async (world, random) => {
    const list = await value(world, 'search.list', { accountId: account(world, random) });
    const one = random.maybe(list?.saved ?? []);
    if (!one) return;
    const how = random.pick(['count', 'remove'] as const);
    await ask(world, `search.${how}`, { id: one.id });
  },
  async (world, random) => {
    const one = random.maybe(
      (await value(world, 'comparisons.list', { accountId: account(world, random) })) ?? [],
    );
    if (!one) return;
    const rows = await value(world, 'comparisons.rows', {
      id: one.id,
      outcomes: [],
      aside: random.percent(50),
      offset: 0,
      limit: 20,
    });
    const rowIds = (rows?.rows ?? []).map(({ id }) => id).slice(0, 5);
    if (rowIds.length === 0 || one.state === 'running') return;
    await ask(world, 'comparisons.setAside', { id: one.id, rowIds, aside: random.percent(50) });
  },
];

/** Users who read and export data while everything else runs. */
export const readActions: Action[] = [
  {
    name: 'read and export',
    weight: 6,
    kind: 'action',
    async run(world, random) {
      for (const look of random.some(looks, random.int(2, 5))) await look(world, random);
    },
  },
];
