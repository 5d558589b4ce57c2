import { expect, test } from 'vitest';
import { comparisonHandlers } from '../../src/main/handlers/comparisons.ts';
import { undoableRemovals } from '../../src/main/handlers/undo.ts';
import { createDraftsToCompare } from '../../src/main/store/comparisons/draftsToCompare.ts';
import { createFunderStore } from '../../src/main/store/compliance/funderStore.ts';
import { createMatrixStore } from '../../src/main/store/compliance/matrixStore.ts';
import { createSearchStore } from '../../src/main/store/searches/searchStore.ts';
import type { Matrix } from '../../src/shared/compliance/complianceCheck.ts';
import { literal } from '../../src/shared/message.ts';
import { context } from '../helpers/storeParts.ts';
import { accountId, openUndoWorld, type UndoWorld } from './undoWorld.ts';

/** The calls that remove data, over the real stores. */
function openRemovals(world: UndoWorld) {
  const { db, undo, clock, transaction } = world;
  const [matrices, searches, funders] = [createMatrixStore(db), createSearchStore(db), createFunderStore(db)];
  const shown = (id: number): Matrix => ({ ...matrices.get(id), secondsLeft: null });
  const calls = undoableRemovals({
    undo,
    transaction,
    clock,
    publish: () => undefined,
    search: searches.get,
    handlers: {
      'matrix.pause': ({ id }) => {
        if (matrices.get(id).state === 'running') matrices.setState(id, 'paused', null, null);
        return shown(id);
      },
      'matrix.get': ({ id }) => shown(id),
      'matrix.cells': ({ id }) => matrices.cells(id),
      'matrix.remove': ({ id }) => {
        matrices.remove(id);
        return null;
      },
      'search.remove': ({ id }) => {
        searches.remove(id);
        return null;
      },
      'compliance.funders': () => funders.list(),
      'compliance.removeFunder': ({ id }) => {
        funders.remove(id);
        return null;
      },
    },
  });
  return { matrices, searches, funders, calls };
}

const newest = ({ undo }: UndoWorld) => undo.list(accountId)[0]!;

test('a removed matrix is restored with its answers, paused until the user resumes it', async () => {
  const world = openUndoWorld();
  const { matrices, calls } = openRemovals(world);
  const { id } = matrices.create({
    name: 'Autumn',
    journals: [
      { issn: '1234-5679', title: 'Annals' },
      { issn: '2049-3630', title: 'Bulletin' },
    ],
    funders: [{ id: 'wellcome', name: 'Wellcome' }],
    organisations: [{ ror: '', name: '' }],
    lang: 'en',
    maxAge: 7,
    createdAt: '2026-03-01T00:00:00.000Z',
  });
  matrices.fail(matrices.cells(id)[0]!.id, literal('No answer.'));
  const before = matrices.cells(id);
  await calls['matrix.remove']({ id });
  expect(matrices.list()).toEqual([]);
  const step = newest(world);
  expect(step).toMatchObject({ kind: 'removeMatrix', name: 'Autumn', accountId: null });
  await world.undo.take(step.id, { at: '2026-03-02T00:00:00.000Z', context: () => context });
  expect(matrices.get(id)).toMatchObject({ name: 'Autumn', state: 'paused', cells: 2, failed: 1 });
  expect(matrices.cells(id)).toEqual(before);
});

test('a saved search and a funder are restored unchanged', async () => {
  const world = openUndoWorld();
  const { searches, funders, calls } = openRemovals(world);
  const asked = { accountId, kind: 'journal' as const, query: 'moths', sort: '' };
  const search = searches.save({ ...asked, name: 'Moths' });
  const own = { id: 'own', name: 'Own Fund', abbr: 'OF', country: 'Norway', aliases: [], favourite: true };
  const funder = funders.save(own);
  await calls['search.remove']({ id: search.id });
  await calls['compliance.removeFunder']({ id: 'own' });
  expect([searches.list(accountId).saved, funders.get('own')]).toEqual([[], null]);
  for (const { id } of world.undo.list(accountId)) await world.handlers['undo.take']({ id });
  expect([searches.list(accountId).saved, funders.get('own')]).toEqual([[search], funder]);
});

test('a comparison is restored with its rows and exclusions', async () => {
  const world = openUndoWorld();
  const { db, comparisonStore, comparison, clock, undo, transaction } = world;
  await world.setAside(world.rowIds.slice(0, 2), true);
  const before = [comparisonStore.get(comparison), world.rows()];
  const handlers = comparisonHandlers({
    crossrefReadings: {
      start: comparisonStore.get,
      stop: async (id) => comparisonStore.get(id),
      recover: async () => undefined,
    },
    refuseIfOff: () => undefined,
    propose: (draft) => draft,
    comparisons: {
      start: () => comparisonStore.get(comparison),
      stop: async (id) => comparisonStore.get(id),
      remove: (id) => comparisonStore.remove(id),
      recover: async () => undefined,
    },
    store: comparisonStore,
    drafts: createDraftsToCompare(db),
    context: () => context,
    clock,
    undo,
    transaction,
    publish: () => undefined,
  });
  await handlers['comparisons.remove']({ id: comparison });
  expect([comparisonStore.find(comparison), world.rows()]).toEqual([null, []]);
  const step = newest(world);
  expect(step).toMatchObject({ kind: 'removeComparison', name: 'Annals of Lepidoptera 2025' });
  await world.handlers['undo.take']({ id: step.id });
  expect([comparisonStore.get(comparison), world.rows()]).toEqual(before);
});
