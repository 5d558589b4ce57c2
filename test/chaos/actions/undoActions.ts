import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { CallName, CallOutput } from '../../../src/shared/contract.ts';
import { seededId } from '../contents.ts';
import { contentOf, type Fact, present } from '../model.ts';
import type { Random } from '../seeded.ts';
import { type Action, ask, type ChaosWorld, note, value } from '../world.ts';

type Source = 'drafts' | 'applications';

/** A bulk change that was just made: the step that takes it back, and the records that it is about. */
interface Change {
  source: Source;
  ids: number[];
  undoId: number | null;
}

interface Seen {
  content: string;
  trashed: boolean;
}

/** Taking back what was done to many records, long after it or at once, and doing it again. */
export const undoActions: Action[] = [
  {
    name: 'take back',
    weight: 4,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const steps = (await value(world, 'undo.list', { accountId })) ?? [];
      const step = random.maybe(steps.filter(({ state }) => state === 'done'));
      if (!step) return;
      doubt(world, step.id);
      await ask(world, 'undo.take', { id: step.id });
    },
  },
  {
    name: 'change and take back',
    weight: 6,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const make = random.pick([binDrafts, binApplications, take, createMany, acceptImport]);
      await make(world, random, accountId);
    },
  },
];

/** What a step changed is as it may be from now on: it is looked at when everything rests. */
function doubt(world: ChaosWorld, stepId: number): { source: string; id: number; what: string }[] {
  const db = new Database(join(world.disk.folder, 'colophon.db'), { readonly: true });
  const rows = db
    .prepare<[number], { source: string; id: number; what: string }>(
      `SELECT source, CAST(row_id AS INTEGER) id, what FROM undo_entries WHERE step_id = ? AND source IN ('drafts', 'applications')`,
    )
    .all(stepId);
  db.close();
  for (const { source, id, what } of rows) {
    const fact = world.model[source as Source].get(id);
    if (!fact) continue;
    if (what === 'changed') fact.content = '';
    else fact.trashed = 'maybe';
  }
  return rows;
}

async function binDrafts(world: ChaosWorld, random: Random, accountId: string): Promise<void> {
  const isRestore = random.percent(30);
  const ids = random.some(present(world.model.drafts, accountId, isRestore), random.int(1, 12));
  if (ids.length === 0) return;
  const call = isRestore ? 'drafts.restore' : 'drafts.trash';
  await thereAndBack(world, 'drafts', ids, () =>
    changed(world, call, { accountId, selection: { ids } }, () => []),
  );
}

async function binApplications(world: ChaosWorld, random: Random, accountId: string): Promise<void> {
  const isRestore = random.percent(30);
  const ids = random.some(present(world.model.applications, accountId, isRestore), random.int(1, 4));
  if (ids.length === 0) return;
  const call = isRestore ? 'applications.restore' : 'applications.trash';
  await thereAndBack(world, 'applications', ids, () => changed(world, call, { accountId, ids }, () => []));
}

async function take(world: ChaosWorld, random: Random, accountId: string): Promise<void> {
  const { place } = world.accounts.find(({ id }) => id === accountId)!;
  const remoteIds = Array.from({ length: random.int(1, 8) }, () => seededId(place, random.int(0, 45)));
  await thereAndBack(world, 'drafts', [], () =>
    changed(world, 'drafts.take', { accountId, remoteIds }, ({ drafts }: CallOutput<'drafts.take'>) =>
      drafts.filter(({ isNew }) => isNew).map(({ draftId }) => draftId),
    ),
  );
}

async function createMany(world: ChaosWorld, random: Random, accountId: string): Promise<void> {
  const journalIds = random.some(['journal1', 'journal2', 'journal3', 'journal4', 'journal5'], 3);
  const link = `https://j.example.org/about/many-${world.next()}`;
  const changes = [{ path: 'bibjson.ref.aims_scope', how: 'set' as const, value: link }];
  // A journal that has a draft already gets no second one: that draft is changed.
  const known = present(world.model.applications, accountId);
  await thereAndBack(world, 'applications', known, () =>
    changed(
      world,
      'applications.createMany',
      { accountId, journalIds, changes },
      ({ ids }: CallOutput<'applications.createMany'>) => ids.filter((id) => !known.includes(id)),
    ),
  );
}

/** Takes back an import that made drafts, and imports it again. */
async function acceptImport(world: ChaosWorld, random: Random, accountId: string): Promise<void> {
  const steps = (await value(world, 'undo.list', { accountId })) ?? [];
  const step = random.maybe(steps.filter(({ kind, state }) => kind === 'import' && state === 'done'));
  if (!step) return;
  const ids = doubt(world, step.id)
    .filter(({ source, what }) => source === 'drafts' && what === 'created')
    .map(({ id }) => id);
  await thereAndBack(world, 'drafts', [], async () => ({ source: 'drafts', ids, undoId: step.id }));
}

type Bulk = { undoId: number | null };

async function changed<N extends CallName>(
  world: ChaosWorld,
  name: N,
  input: Parameters<typeof ask<N>>[2],
  created: (answer: never) => number[],
): Promise<Change | null> {
  const outcome = await ask(world, name, input);
  if (outcome.how !== 'ok') return null;
  const answer = outcome.value as Bulk;
  const source = name.startsWith('applications.') ? 'applications' : 'drafts';
  return { source, ids: created(answer as never), undoId: answer.undoId };
}

/**
 * Makes a change to records, takes it back and makes it again, and holds against each other what is there after each:
 * taken back is as before, and made again is as made. What is there at last counts as promised.
 */
async function thereAndBack(
  world: ChaosWorld,
  source: Source,
  known: number[],
  make: () => Promise<Change | null>,
): Promise<void> {
  const before = await see(world, source, known);
  const change = await make();
  const ids = [...known, ...(change?.ids ?? [])];
  const made = await see(world, source, ids);
  const undone = change?.undoId == null ? null : await value(world, 'undo.take', { id: change.undoId });
  const back = await see(world, source, ids);
  const isWhole = undone !== null && undone.step.stayed === 0 && undone.step.state === 'taken';
  if (isWhole && back) {
    if (before) compare(world, `${source} taken back`, before, back);
    for (const id of change!.ids) {
      if (!back.get(id)?.trashed) world.problems.push(`${source} ${id} was made, taken back, and is there.`);
    }
  }
  const redone = undone?.again ? await value(world, 'undo.take', { id: undone.again }) : null;
  const again = await see(world, source, ids);
  if (isWhole && redone?.step.stayed === 0 && redone.step.state === 'taken' && made && again) {
    compare(world, `${source} made again`, made, again);
    note(world, `${ids.length} ${source} there and back`);
  }
  settle(world, source, ids, again);
}

/** What is shown of records; null where not all of them can be seen. */
async function see(
  world: ChaosWorld,
  source: Source,
  ids: readonly number[],
): Promise<Map<number, Seen> | null> {
  const seen = new Map<number, Seen>();
  for (const id of ids) {
    const outcome = await world.application.call(`${source}.get`, { id });
    if (outcome.how !== 'ok') return null;
    const { record, trashedAt } = outcome.value;
    seen.set(id, { content: contentOf(record), trashed: trashedAt !== null });
  }
  return seen;
}

function compare(
  world: ChaosWorld,
  what: string,
  wanted: ReadonlyMap<number, Seen>,
  found: ReadonlyMap<number, Seen>,
): void {
  for (const [id, one] of wanted) {
    const other = found.get(id);
    if (other?.content === one.content && other.trashed === one.trashed) continue;
    world.problems.push(`${what}: ${id} was ${JSON.stringify(one)} and is ${JSON.stringify(other)}`);
  }
}

/** What was seen at last counts; what was not seen is looked at when everything rests. */
function settle(
  world: ChaosWorld,
  source: Source,
  ids: readonly number[],
  seen: ReadonlyMap<number, Seen> | null,
): void {
  const facts: Map<number, Fact> = world.model[source];
  for (const id of ids) {
    const fact = facts.get(id);
    const now = seen?.get(id);
    if (!fact) continue;
    fact.trashed = now?.trashed ?? 'maybe';
    // Only Update Requests that were made for many journals got another content.
    if (source === 'applications') Object.assign(fact, { content: now?.content ?? '', maybe: [] });
  }
}
