import fc from 'fast-check';
import { expect, test } from 'vitest';
import { article } from '../helpers/storeParts.ts';
import { accountId, type DraftState, firstDrafts, openUndoWorld, type UndoWorld } from './undoWorld.ts';
import '../helpers/setUp.ts';

type Kind = 'trash' | 'restore' | 'import' | 'take' | 'aside' | 'back' | 'edit' | 'send';
interface Action {
  kind: Kind;
  /** Indices of the affected drafts or rows. */
  places: number[];
}

const actions = fc.array(
  fc.record<Action>({
    kind: fc.constantFrom<Kind>(
      'trash',
      'trash',
      'restore',
      'import',
      'take',
      'aside',
      'back',
      'edit',
      'send',
    ),
    places: fc.uniqueArray(fc.nat({ max: firstDrafts + 2 }), { minLength: 1, maxLength: 4 }),
  }),
  { minLength: 2, maxLength: 12 },
);

test('undoing bulk changes in reverse order restores everything not edited or sent meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(actions, async (given) => {
      const world = openUndoWorld();
      try {
        await checkOne(world, given);
      } finally {
        world.db.close();
      }
    }),
    { numRuns: 15 },
  );
});

test('an undone change can be redone and undone again', async () => {
  const world = openUndoWorld();
  const before = world.states();
  const steps = [
    await world.acceptFile(world.ids.slice(0, 2)),
    (await world.handlers['drafts.trash']({ accountId, selection: { ids: world.ids.slice(1, 4) } })).undoId,
    world.takeRows(world.rowIds),
  ];
  const after = world.states();
  const rowsAfter = world.rows().map(withoutVersion);
  const again: number[] = [];
  for (const id of steps.toReversed()) again.push((await world.handlers['undo.take']({ id: id! })).again!);
  expectSame(world.states(), before);
  const repeated: number[] = [];
  for (const id of again.toReversed()) repeated.push((await world.handlers['undo.take']({ id })).again!);
  expectSame(world.states(), after);
  expect(world.rows().map(withoutVersion)).toEqual(rowsAfter);
  for (const id of repeated.toReversed()) await world.handlers['undo.take']({ id });
  expectSame(world.states(), before);
});

test('undoing a change keeps what was learnt of an article since', async () => {
  const world = openUndoWorld();
  const [id] = world.ids;
  const before = world.states().get(id!)!;
  const step = await world.acceptFile([id!]);
  world.db.prepare(`UPDATE drafts SET remote_id = 'learnt' WHERE id = ?`).run(id);
  await world.handlers['undo.take']({ id: step! });
  expect(world.states().get(id!)).toMatchObject({
    record: before.record,
    importId: null,
    remoteId: 'learnt',
  });
});

test('what a change has set is not taken back where somebody else has set it since', async () => {
  const world = openUndoWorld();
  const { db, handlers, ids } = world;
  const read = db.prepare<[number], { review: string | null; assignee: string | null }>(
    'SELECT review, assignee FROM drafts WHERE id = ?',
  );
  const selection = { ids: ids.slice(0, 2) };
  const { undoId } = await handlers['drafts.assign']({
    accountId,
    selection,
    review: 'review',
    assignee: 'carl',
  });
  db.prepare(`UPDATE drafts SET review = 'approved' WHERE id = ?`).run(ids[0]);
  const { step, again } = await handlers['undo.take']({ id: undoId! });
  expect(step).toMatchObject({ taken: 1, stayed: 1 });
  expect(read.get(ids[0]!)).toEqual({ review: 'approved', assignee: 'carl' });
  expect(read.get(ids[1]!)).toEqual({ review: null, assignee: null });
  await handlers['undo.take']({ id: again! });
  expect(read.get(ids[1]!)).toEqual({ review: 'review', assignee: 'carl' });
});

test('every window learns what an undo has changed', async () => {
  const { handlers, ids, received, db, undo, transaction, clock } = openUndoWorld();
  for (const kind of ['copyDrafts', 'putRight', 'assign'] as const) {
    const at = new Date(clock.now()).toISOString();
    const step = undo.step({ accountId, kind, at });
    transaction(() =>
      step.change({ source: 'drafts', id: ids[0]! }, 'changed', () => {
        db.prepare('UPDATE drafts SET version = version + 1 WHERE id = ?').run(ids[0]);
        return true;
      }),
    );
    const id = step.finish()!;
    received.length = 0;
    await handlers['undo.take']({ id });
    expect(received).toContain('drafts.changed');
    expect(received.includes('watch.changed')).toBe(kind === 'putRight');
  }
});

test('an undo that is stopped leaves the rest to be undone later, and what it undid can be redone', async () => {
  const world = openUndoWorld();
  const ids = world.addMany(1_500, article());
  const { undoId } = await world.handlers['drafts.trash']({ accountId, selection: { ids } });
  const after = world.states();
  const taking = world.handlers['undo.take']({ id: undoId! });
  await world.handlers['undo.stop']({ id: undoId! });
  const { step, again } = await taking;
  expect(step).toMatchObject({ state: 'done', total: ids.length, stayed: 0 });
  expect(step.taken).toBeGreaterThan(0);
  expect(step.taken).toBeLessThan(ids.length);
  const trashed = () => [...world.states().values()].filter(({ isTrashed }) => isTrashed).length;
  expect(trashed()).toBe(ids.length - step.taken);
  await world.handlers['undo.take']({ id: again! });
  expectSame(world.states(), after);
  const rest = await world.handlers['undo.take']({ id: undoId! });
  expect(rest.step).toMatchObject({ state: 'taken', total: ids.length });
  await expect(world.handlers['undo.take']({ id: undoId! })).rejects.toMatchObject({ code: 'state' });
  expect(trashed()).toBe(step.taken);
});

/** Applies all changes, then undoes every bulk change from the last to the first. */
async function checkOne(world: UndoWorld, given: readonly Action[]): Promise<void> {
  const before = world.states();
  const rowsBefore = world.rows();
  const steps: number[] = [];
  /** Drafts that were edited or sent, with their state then. */
  const touched = new Map<number, DraftState>();
  for (const { kind, places } of given) {
    const all = [...world.states()].map(([id, state]) => ({ id, ...state }));
    const chosen = places.flatMap((place) => all[place % all.length] ?? []);
    if (kind === 'edit' || kind === 'send') {
      for (const { id, isTrashed } of chosen) {
        if (isTrashed) continue;
        world[kind](id);
        touched.set(id, world.states().get(id)!);
      }
    } else {
      const step = await change(world, kind, chosen, places);
      if (step !== null && step !== steps.at(-1)) steps.push(step);
    }
    expectCounts(world);
  }
  for (const id of steps.toReversed()) {
    const { step } = await world.handlers['undo.take']({ id });
    expect(step).toMatchObject({ state: 'taken', total: step.taken + step.stayed });
    if (touched.size === 0) expect(step.stayed).toBe(0);
    expectCounts(world);
  }
  const after = world.states();
  for (const [id, state] of touched) expect(after.get(id)).toEqual(state);
  expectSame(after, before, touched);
  for (const [index, row] of world.rows().entries()) {
    const was = rowsBefore[index]!;
    if (row.draftId !== null && touched.has(row.draftId)) continue;
    expect(withoutVersion(row)).toEqual(withoutVersion(was));
    expect(row.draftVersion === row.current).toBe(was.draftVersion === was.current);
  }
}

async function change(
  world: UndoWorld,
  kind: Exclude<Kind, 'edit' | 'send'>,
  chosen: readonly { id: number; isTrashed: boolean }[],
  places: readonly number[],
): Promise<number | null> {
  const ids = chosen.map((draft) => draft.id);
  const rows = places.flatMap((place) => world.rowIds[place % world.rowIds.length] ?? []);
  switch (kind) {
    case 'trash':
    case 'restore':
      return (await world.handlers[`drafts.${kind}`]({ accountId, selection: { ids } })).undoId;
    case 'import':
      return world.acceptFile(chosen.flatMap((draft) => (draft.isTrashed ? [] : draft.id)));
    case 'take':
      return world.takeRows(rows);
    case 'aside':
    case 'back':
      return world.setAside(rows, kind === 'aside');
  }
}

function withoutVersion({ draftVersion: _v, current: _c, ...row }: ReturnType<UndoWorld['rows']>[number]) {
  return row;
}

/** New drafts are in the trash, and everything else is unchanged. */
function expectSame(
  after: ReadonlyMap<number, DraftState>,
  before: ReadonlyMap<number, DraftState>,
  except: ReadonlyMap<number, unknown> = new Map(),
): void {
  for (const [id, state] of after) {
    if (except.has(id)) continue;
    const was = before.get(id);
    if (was) expect(state).toEqual(was);
    else expect(state.isTrashed).toBe(true);
  }
}

function expectCounts({ db, draftStore }: UndoWorld): void {
  const all = db.prepare('SELECT count(*) FROM drafts WHERE staged = 0').pluck().get();
  const facets = draftStore.facets(accountId, {});
  const sum = (counts: object) => Object.values(counts).reduce((a: number, b: number) => a + b, 0);
  expect(facets.total + facets.trashed).toBe(all);
  expect(sum(facets.readiness)).toBe(facets.total);
  expect(sum(facets.sync)).toBe(facets.total);
  expect(facets.journals.reduce((total, { count }) => total + count, 0)).toBe(facets.total);
  expect(
    draftStore.list(accountId, {}, { by: 'title', direction: 'asc' }, { offset: 0, limit: 500 }),
  ).toMatchObject({ total: facets.total });
}
