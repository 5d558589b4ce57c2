import type { CallData, CallInput } from '../../../src/shared/contract/contract.ts';
import type { FixingStatus } from '../../../src/shared/contract/fixing.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { retryFixedNow } from '../confirm.ts';
import { makeArticle } from '../contents.ts';
import { noteSave, present } from '../model.ts';
import type { Random } from '../seeded.ts';
import { type Action, ask, type ChaosWorld, value } from '../world.ts';

type Step = CallData<'fixing.step'>['step'];

/** Users who work through records with problems, one at a time. */
export const fixingActions: Action[] = [
  {
    name: 'fix records',
    weight: 6,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const begun = random.percent(60) ? await known(world, random, accountId) : null;
      const id = begun ?? (await start(world, random, accountId));
      if (id === null) return;
      for (let left = random.int(2, 8); left > 0; left--) if (!(await fixOne(world, random, id))) return;
      if (random.percent(30)) await retryFixedNow(world, id);
    },
  },
];

/** A fixing mode that was begun before, sometimes one that was ended and can be resumed. */
async function known(world: ChaosWorld, random: Random, accountId: string): Promise<number | null> {
  const open = (await value(world, 'fixing.list', { accountId })) ?? [];
  const over = [...world.model.fixings].filter(([, one]) => one.accountId === accountId && one.isOver);
  const ids = random.percent(80) ? open.map(({ id }) => id) : over.map(([id]) => id);
  return random.maybe(ids) ?? null;
}

/** Starts with the refused records of an upload, or with those of a list. */
async function start(world: ChaosWorld, random: Random, accountId: string): Promise<number | null> {
  const uploads = (await value(world, 'uploads.list', { accountId })) ?? [];
  const upload = random.maybe(uploads.filter(({ counts }) => counts.refused + counts.failed > 0));
  const started =
    upload && random.percent(60)
      ? await value(world, 'fixing.startUpload', { uploadId: upload.id })
      : await startList(world, random, accountId);
  if (started) await expectStarted(world, started.fixing);
  return started?.fixing.id ?? null;
}

function startList(world: ChaosWorld, random: Random, accountId: string) {
  const filter = random.pick<CallInput<'fixing.start'>['filter']>([
    {},
    { readiness: ['incomplete'] },
    { sync: ['refused', 'failed'] },
  ]);
  const some = random.some(present(world.model.drafts, accountId), 20);
  return value(world, 'fixing.start', {
    accountId,
    filter,
    sort: { by: random.pick(['updated', 'title', 'readiness'] as const), direction: 'asc' },
    selection: random.percent(50) ? { ids: some } : { filter, except: some.slice(0, 2) },
  });
}

async function expectStarted(world: ChaosWorld, fixing: FixingStatus): Promise<void> {
  const { id, accountId, total } = fixing;
  const list = await value(world, 'fixing.records', { id, offset: 0, limit: 500 });
  if (!list || total > 500) return;
  world.model.fixings.set(id, {
    accountId,
    ids: list.rows.map(({ recordId }) => recordId),
    ...stateOf(fixing),
  });
}

function stateOf({ place, isOver, counts }: FixingStatus) {
  return { place, isOver, counts };
}

/** Takes a random step of a fixing mode and checks its result; returns false without a response. */
export async function fixOne(world: ChaosWorld, random: Random, id: number): Promise<boolean> {
  const before = await value(world, 'fixing.get', { id });
  if (!before) return false;
  if (!world.model.fixings.has(id)) await expectStarted(world, before);
  if (random.percent(40)) await improve(world, random, before.recordId);
  const isStale = random.percent(10) && before.total > 1;
  const place = isStale ? (before.place + 1) % before.total : before.place;
  const step = stepOf(random, before);
  const outcome = await ask(world, 'fixing.step', { id, place, step });
  const fact = world.model.fixings.get(id);
  if (outcome.how === 'died') world.model.fixings.delete(id);
  if (outcome.how !== 'ok') return false;
  const { fixing, remains } = outcome.value;
  if (fact) Object.assign(fact, stateOf(fixing));
  const find = (what: string) => {
    const text = `Fixing mode ${id} ${what} after ${JSON.stringify({ step, place, before, ...outcome.value })}`;
    world.problems.push({ check: 'wrong step of fixing mode', text });
  };
  const isSame = JSON.stringify(stateOf(before)) === JSON.stringify(stateOf(fixing));
  const sum = Object.values(fixing.counts).reduce((all, one) => all + one, 0);
  if (sum !== before.total || fixing.total !== before.total || fixing.place >= fixing.total) {
    find('has other records');
  } else if ((isStale || remains) && !isSame) find('moved on');
  else if (!isStale && step.do === 'end' && !fixing.isOver) find('goes on');
  else if (!isStale && step.do === 'fix' && !before.isOver && before.mark !== 'fixed' && !remains) {
    await checkFixed(world, before, find);
  }
  return true;
}

function stepOf(random: Random, { total, isOver }: FixingStatus): Step {
  const insists = random.percent(30);
  if (isOver && random.percent(60)) return { do: 'resume' };
  return random.weighted<{ weight: number; step: Step }>([
    { weight: 8, step: insists ? { do: 'fix', insists } : { do: 'fix' } },
    { weight: 4, step: { do: 'skip' } },
    { weight: 3, step: { do: 'back' } },
    { weight: 3, step: { do: 'go', place: random.int(0, total - 1) } },
    { weight: 1, step: { do: 'end' } },
  ]).step;
}

/** A record that is marked as fixed has no errors. */
async function checkFixed(
  world: ChaosWorld,
  { id, place }: FixingStatus,
  find: (what: string) => void,
): Promise<void> {
  const list = await value(world, 'fixing.records', { id, offset: place, limit: 1 });
  const [row] = list?.rows ?? [];
  // Journals that are read meanwhile may bring new findings.
  if (row?.mark === 'fixed' && row.errors > 0 && world.background.size === 0) {
    find(`marked draft ${row.recordId} with ${row.errors} errors as fixed`);
  }
}

/** The number of an article without any oddness. */
const complete = 100;

/** Completes the draft, as the user does who sees its problems. */
async function improve(world: ChaosWorld, random: Random, id: number): Promise<void> {
  const draft = await value(world, 'drafts.get', { id });
  const fact = world.model.drafts.get(id);
  if (!draft || !fact) return;
  const good = makeArticle(random, world.next(), complete).bibjson as DraftRecord;
  // What was sent keeps its identifiers.
  const { identifier = good.identifier!, link = good.link! } = draft.record.bibjson as DraftRecord;
  const record = { bibjson: { ...good, identifier, link } };
  const saved = await ask(world, 'drafts.save', { id, version: draft.version, record });
  noteSave(fact, record, saved.how);
}
