import { noteSave, present } from '../model.ts';
import type { Random } from '../seeded.ts';
import { type Action, ask, type ChaosAccount, type ChaosWorld, until, value } from '../world.ts';
import { reached } from './importActions.ts';

/** Users who harvest repositories and ask Crossref, all played by the sandbox behind the same faulty network. */
export const sourceActions: Action[] = [
  {
    name: 'harvest',
    weight: 3,
    kind: 'action',
    async run(world, random) {
      const account = random.pick(world.accounts);
      if (await allowSources(world, account)) await harvest(world, random, account);
    },
  },
  {
    name: 'ask Crossref',
    weight: 2,
    kind: 'action',
    async run(world, random) {
      const account = random.pick(world.accounts);
      const draftId = random.maybe(present(world.model.drafts, account.id));
      if (draftId === undefined || !(await allowSources(world, account))) return;
      const before = await value(world, 'drafts.get', { id: draftId });
      const proposal = await value(world, 'drafts.askCrossref', { draftId });
      if (!before || !proposal?.proposed || random.percent(30)) return;
      const { version } = before;
      const saved = await ask(world, 'drafts.save', { id: draftId, version, record: proposal.proposed });
      noteSave(world.model.drafts.get(draftId)!, proposal.proposed, saved.how);
    },
  },
];

/** Where the sandbox plays a server, behind the network of an account's directory. */
function addressOf(world: ChaosWorld, { place }: Pick<ChaosAccount, 'place'>, server: string): string {
  return `http://127.0.0.1:${world.directories.places[place]!.port}/web/https/${server}`;
}

/** Permits requests to other servers; a restored backup may have taken this back. */
export async function allowSources(
  world: ChaosWorld,
  account: Pick<ChaosAccount, 'place'>,
): Promise<boolean> {
  const [crossref, handles] = ['api.crossref.org/', 'doi.org/'].map((server) =>
    addressOf(world, account, server),
  );
  const sources = { isOn: true, contact: '', pause: 1, crossref: crossref!, handles: handles! };
  return (await value(world, 'app.changeSettings', { sources })) !== null;
}

/** Harvests a repository; every record that was received is in the import. */
export async function harvest(world: ChaosWorld, random: Random, account: ChaosAccount): Promise<void> {
  const { id: accountId } = account;
  const started = await ask(world, 'harvest.start', {
    accountId,
    address: addressOf(world, account, 'ojs.example/index.php/soil/oai'),
    prefix: random.pick(['oai_dc', 'jats']),
    set: '',
    since: random.pick([null, null, 'last', '2024-06-01'] as const),
    resumes: random.percent(30),
    imports: true,
  });
  if (started.how !== 'ok') return;
  if (random.percent(20)) await ask(world, 'harvest.cancel', { accountId });
  const run = await until(world, 'harvest.get', { accountId }, (one) => one?.state !== 'running');
  if (run?.problem?.key === 'shell.bug.message')
    world.problems.push({ check: 'bug reported', text: 'A harvest ended with a bug.' });
  if (!run || run.importId === null) return;
  const { importId, received } = run;
  if (!world.model.imports.has(importId))
    world.model.imports.set(importId, { accountId, places: [], accepted: false, over: false });
  const status = await reached(world, importId, ['preview']);
  if (!status) return;
  const { created, updated, unchanged, problems } = status;
  // A record that is in the import twice is a problem the second time.
  const records = created + updated + unchanged;
  if (records + problems === received) return;
  const text = `A harvest received ${received} records, and its import has ${records} and ${problems} problems.`;
  world.problems.push({ check: 'import lacks harvested records', text });
}
