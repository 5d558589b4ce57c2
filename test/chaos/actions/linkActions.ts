import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { makeArticle } from '../contents.ts';
import type { Random } from '../seeded.ts';
import { type Action, ask, type ChaosWorld, until, value } from '../world.ts';
import { createDraft } from './draftActions.ts';
import { allowSources } from './sourceActions.ts';

/** The sandbox's hosts by the first part of their names, each with another behaviour. */
const hosts = ['good', 'gone', 'missing', 'nohead', 'cut', 'lost', 'busy', 'soft', 'moved', 'login', 'wall'];

/** Users who check the links of drafts; only for the sandbox's account does the sandbox play every host. */
export const linkActions: Action[] = [
  {
    name: 'check links',
    weight: 3,
    kind: 'action',
    async run(world, random) {
      if (await allowSources(world, world.guest)) await checkLinks(world, random);
    },
  },
];

/** The id of the sandbox's account. */
const sandbox = 'sandbox';

/** Checks the links of some drafts; a check that has ended has a result for each of them. */
export async function checkLinks(world: ChaosWorld, random: Random): Promise<void> {
  const addresses = random
    .some(hosts, random.int(1, 5))
    .map((host) => `https://${host}.links.example/articles/${world.next()}`);
  const ids: number[] = [];
  for (const url of addresses) {
    const bibjson = makeArticle(random, world.next()).bibjson as DraftRecord;
    const link = [{ type: 'fulltext', content_type: 'HTML', url }];
    const id = await createDraft(world, sandbox, { bibjson: { ...bibjson, link } });
    if (id === null) return;
    ids.push(id);
  }
  const started = await value(world, 'links.start', { accountId: sandbox, selection: { ids } });
  // One that is running already is about other drafts.
  if (!started || started.total !== addresses.length || started.done > 0) return;
  if (random.percent(20)) await ask(world, 'links.cancel', { accountId: sandbox });
  const run = await until(world, 'links.get', { accountId: sandbox }, (one) => one?.state !== 'running');
  if (run?.state !== 'done') return;
  const checks = await value(world, 'links.checks', { addresses });
  if (!checks) return;
  for (const { address } of checks) world.model.links.add(address);
  const lacks = addresses.filter((one) => !checks.some(({ address }) => address === one));
  if (run.done === run.total && lacks.length === 0) return;
  const text = `A check of ${addresses} ended with ${JSON.stringify(run)} and lacks ${lacks}.`;
  world.problems.push({ check: 'link without result', text });
}
