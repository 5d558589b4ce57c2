import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Outcome } from '../application.ts';
import { createManyNow } from '../confirm.ts';
import { seededId } from '../contents.ts';
import { contentOf, type Fact, present } from '../model.ts';
import type { Random } from '../seeded.ts';
import { type Action, ask, type ChaosWorld, note, value } from '../world.ts';

type Source = 'drafts' | 'applications';

interface Seen {
  content: string;
  trashed: boolean;
  version: number;
}

/** Undoing bulk changes, long after them or at once, and redoing them. */
export const undoActions: Action[] = [
  {
    name: 'undo',
    weight: 4,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const steps = (await value(world, 'undo.list', { accountId })) ?? [];
      const step = random.maybe(steps.filter(({ state }) => state === 'done'));
      if (!step) return;
      markUncertain(world, step.id);
      await ask(world, 'undo.take', { id: step.id });
    },
  },
  {
    name: 'change and undo',
    weight: 6,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const make = random.pick([trashDrafts, trashApplications, take, createMany, acceptImport]);
      await make(world, random, accountId);
    },
  },
];

interface StepRow {
  source: string;
  id: number;
  what: string;
  /** Of the record before the step and after it. */
  wasVersion: number | null;
  version: number | null;
}

/** The drafts and applications that a step changed. */
function rowsOf(world: ChaosWorld, stepId: number): StepRow[] {
  const db = new Database(join(world.disk.folder, 'colophon.db'), { readonly: true });
  const rows = db
    .prepare<[number], StepRow>(
      `SELECT source, CAST(row_id AS INTEGER) id, what, was_version wasVersion, version FROM undo_entries
       WHERE step_id = ? AND source IN ('drafts', 'applications')`,
    )
    .all(stepId);
  db.close();
  return rows;
}

/**
 * Begins to watch whether anybody else may change records, or work that a start took up again; the function that it
 * returns says so of the time since.
 */
export function watchOthers(world: ChaosWorld): () => boolean {
  const { now, ever } = world.meddling;
  const db = new Database(join(world.disk.folder, 'colophon.db'), { readonly: true });
  const isResumed = db
    .prepare<[], number>(
      `SELECT EXISTS (SELECT 1 FROM undo_steps WHERE state = 'taking')
         OR EXISTS (SELECT 1 FROM imports WHERE state = 'accepting')`,
    )
    .pluck()
    .get();
  db.close();
  return () => now > 0 || isResumed === 1 || world.meddling.ever > ever;
}

/** Marks the records of a step as uncertain until they are read at the end of the round. */
function markUncertain(world: ChaosWorld, stepId: number): void {
  for (const { source, id, what } of rowsOf(world, stepId)) {
    const fact = world.model[source as Source].get(id);
    if (!fact) continue;
    if (what === 'changed') fact.content = '';
    else fact.trashed = 'maybe';
  }
}

export async function trashDrafts(world: ChaosWorld, random: Random, accountId: string): Promise<void> {
  const isRestore = random.percent(30);
  const ids = random.some(present(world.model.drafts, accountId, isRestore), random.int(1, 12));
  if (ids.length === 0) return;
  const selection = { ids };
  const make = () => ask(world, isRestore ? 'drafts.restore' : 'drafts.trash', { accountId, selection });
  await undoAndRedo(world, { source: 'drafts', accountId }, ids, () => undoOf(make()));
}

async function trashApplications(world: ChaosWorld, random: Random, accountId: string): Promise<void> {
  const isRestore = random.percent(30);
  const ids = random.some(present(world.model.applications, accountId, isRestore), random.int(1, 4));
  if (ids.length === 0) return;
  const make = () =>
    ask(world, isRestore ? 'applications.restore' : 'applications.trash', { accountId, ids });
  await undoAndRedo(world, { source: 'applications', accountId }, ids, () => undoOf(make()));
}

async function take(world: ChaosWorld, random: Random, accountId: string): Promise<void> {
  const { place } = world.accounts.find(({ id }) => id === accountId)!;
  const remoteIds = Array.from({ length: random.int(1, 8) }, () => seededId(place, random.int(0, 45)));
  await undoAndRedo(world, { source: 'drafts', accountId }, [], () =>
    undoOf(ask(world, 'drafts.take', { accountId, remoteIds })),
  );
}

async function createMany(world: ChaosWorld, random: Random, accountId: string): Promise<void> {
  const journalIds = random.some(['journal1', 'journal2', 'journal3', 'journal4', 'journal5'], 3);
  const link = `https://j.example.org/about/many-${world.next()}`;
  const changes = [{ path: 'bibjson.ref.aims_scope', how: 'set' as const, value: link }];
  // A journal with a draft gets no second one: the existing draft is changed.
  const known = present(world.model.applications, accountId);
  await undoAndRedo(world, { source: 'applications', accountId }, known, () =>
    undoOf(createManyNow(world, { accountId, journalIds, changes })),
  );
}

/** Undoes an import that created drafts, and redoes it. */
async function acceptImport(world: ChaosWorld, random: Random, accountId: string): Promise<void> {
  const steps = (await value(world, 'undo.list', { accountId })) ?? [];
  const step = random.maybe(steps.filter(({ kind, state }) => kind === 'import' && state === 'done'));
  if (!step) return;
  markUncertain(world, step.id);
  await undoAndRedo(world, { source: 'drafts', accountId }, [], async () => step.id);
}

/** The undo step of a change; null if nothing was changed or there was no response. */
export async function undoOf(asked: Promise<Outcome<{ undoId: number | null }>>): Promise<number | null> {
  const outcome = await asked;
  return outcome.how === 'ok' ? outcome.value.undoId : null;
}

interface About {
  source: Source;
  accountId: string;
  /** The change is one of the content, which is read afterwards. */
  isContent?: boolean;
  /** False: the change is only made. */
  isUndone?: boolean;
}

/**
 * Makes a change, undoes it and redoes it, and compares the records after each: undoing must restore them, and redoing
 * must repeat the change. The final state is expected from then on. `known` are records that the change may affect.
 */
export async function undoAndRedo(
  world: ChaosWorld,
  about: About,
  known: readonly number[],
  make: () => Promise<number | null>,
): Promise<void> {
  const { source, isUndone = true } = about;
  const hasOthers = watchOthers(world);
  const before = await see(world, source, known);
  const undoId = await make();
  const rows = undoId === null ? [] : rowsOf(world, undoId).filter((row) => row.source === source);
  const ids = [...new Set([...known, ...rows.map(({ id }) => id)])];
  const made = await see(world, source, ids);
  const taken = isUndone ? undoId : null;
  const undone = taken === null ? null : await value(world, 'undo.take', { id: taken });
  const back = await see(world, source, ids);
  const isWhole = undone !== null && undone.step.stayed === 0 && undone.step.state === 'taken';
  if (isWhole && back) {
    if (before)
      compare(world, 'undo differs', source, {
        ...{ wanted: before, found: back },
        isKnown: (row, one, other) => row.wasVersion === one.version && row.version! + 1 === other.version,
        others: hasOthers() ? rows : null,
      });
    for (const { id, what } of rows) {
      if (what === 'created' && !back.get(id)?.trashed && !hasOthers()) {
        const text = `${source} ${id} was made, undone, and still exists.`;
        world.problems.push({ check: 'undone creation remains', text });
      }
    }
  }
  const redone = undone?.again ? await value(world, 'undo.take', { id: undone.again }) : null;
  const again = await see(world, source, ids);
  if (isWhole && redone?.step.stayed === 0 && redone.step.state === 'taken' && made && again) {
    compare(world, 'redo differs', source, {
      ...{ wanted: made, found: again },
      isKnown: (row, one, other) => row.version === one.version && row.version! + 2 === other.version,
      others: hasOthers() ? rows : null,
    });
    note(world, `${ids.length} ${source} undone and redone`);
  }
  // Without a response the undo may still be running, so the observed state is not final.
  const isOpen = (taken !== null && undone === null) || (undone?.again != null && redone === null);
  settle(world, about, ids, isOpen || hasOthers() ? null : again);
}

/** The visible state of records; null if not all of them can be read. */
async function see(
  world: ChaosWorld,
  source: Source,
  ids: readonly number[],
): Promise<Map<number, Seen> | null> {
  const seen = new Map<number, Seen>();
  for (const id of ids) {
    const outcome = await world.application.call(`${source}.get`, { id });
    if (outcome.how !== 'ok') return null;
    const { record, trashedAt, version } = outcome.value;
    seen.set(id, { content: contentOf(record), trashed: trashedAt !== null, version });
  }
  return seen;
}

interface Compared {
  wanted: ReadonlyMap<number, Seen>;
  found: ReadonlyMap<number, Seen>;
  /** The rows of the step if anybody else was at work: only the contents that nobody else changed are compared then. */
  others: readonly StepRow[] | null;
  /** By its versions, nobody else changed the record. */
  isKnown: (row: StepRow, wanted: Seen, found: Seen) => boolean;
}

function compare(
  world: ChaosWorld,
  check: 'undo differs' | 'redo differs',
  source: Source,
  { wanted, found, others, isKnown }: Compared,
): void {
  for (const [id, one] of wanted) {
    const other = found.get(id);
    const isSame = other?.content === one.content;
    if (isSame && (others !== null || other.trashed === one.trashed)) continue;
    if (
      others?.some((row) => row.id === id && row.what === 'changed' && other && isKnown(row, one, other)) ===
      false
    )
      continue;
    const text = `${source}, ${check}: ${id} was ${JSON.stringify(one)} and is ${JSON.stringify(other)}`;
    world.problems.push({ check, text });
  }
}

/** Expects the observed state; records without one are uncertain until the end of the round. */
function settle(
  world: ChaosWorld,
  { source, accountId, isContent = source === 'applications' }: About,
  ids: readonly number[],
  seen: ReadonlyMap<number, Seen> | null,
): void {
  const facts: Map<number, Fact> = world.model[source];
  for (const id of ids) {
    const fact = facts.get(id);
    const now = seen?.get(id);
    if (fact) fact.trashed = now?.trashed ?? 'maybe';
    else if (now) {
      const { content, trashed } = now;
      facts.set(id, { accountId, content, trashed, maybe: [], gone: false });
    }
    // Uncertain content stays so until the end of the round: an accepted import may still be replacing it.
    if (fact && isContent && fact.content !== '')
      Object.assign(fact, { content: now?.content ?? '', maybe: [] });
  }
}
