import { expect, test } from 'vitest';
import { literal } from '../../src/shared/message.ts';
import { context } from '../helpers/storeParts.ts';
import { accountId, openUndoWorld, type UndoWorld } from './undoWorld.ts';

const newest = ({ undo }: UndoWorld) => undo.list(accountId)[0]!;

test('a removed matrix is restored with its answers, paused until the user resumes it', async () => {
  const world = openUndoWorld();
  const { matrices } = world.app.stores;
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
  await world.handlers['matrix.remove']({ id });
  expect(matrices.list()).toEqual([]);
  const step = newest(world);
  expect(step).toMatchObject({ kind: 'removeMatrix', name: 'Autumn', accountId: null });
  await world.undo.take(step.id, { at: '2026-03-02T00:00:00.000Z', context: () => context });
  expect(matrices.get(id)).toMatchObject({ name: 'Autumn', state: 'paused', cells: 2, failed: 1 });
  expect(matrices.cells(id)).toEqual(before);
});

test('a saved search and a funder are restored unchanged', async () => {
  const world = openUndoWorld();
  const { searches, funders } = world.app.stores;
  const asked = { accountId, kind: 'journal' as const, query: 'moths', sort: '' };
  const search = searches.save({ ...asked, name: 'Moths' });
  const own = { id: 'own', name: 'Own Fund', abbr: 'OF', country: 'Norway', aliases: [], favourite: true };
  const funder = funders.save(own);
  await world.handlers['search.remove']({ id: search.id });
  await world.handlers['compliance.removeFunder']({ id: 'own' });
  expect([searches.list(accountId).saved, funders.get('own')]).toEqual([[], null]);
  for (const { id } of world.undo.list(accountId)) await world.handlers['undo.take']({ id });
  expect([searches.list(accountId).saved, funders.get('own')]).toEqual([[search], funder]);
});

test('a comparison is restored with its rows and exclusions', async () => {
  const world = openUndoWorld();
  const { comparisonStore, comparison } = world;
  await world.setAside(world.rowIds.slice(0, 2), true);
  const before = [comparisonStore.get(comparison), world.rows()];
  await world.handlers['comparisons.remove']({ id: comparison });
  expect([comparisonStore.find(comparison), world.rows()]).toEqual([null, []]);
  const step = newest(world);
  expect(step).toMatchObject({ kind: 'removeComparison', name: 'Annals of Lepidoptera 2025' });
  await world.handlers['undo.take']({ id: step.id });
  expect([comparisonStore.get(comparison), world.rows()]).toEqual(before);
});

test('a later comparison neither takes the rows of a removed one, nor is changed by an undo of what was taken from it', async () => {
  const world = openUndoWorld();
  const { comparisonStore, comparison, ids } = world;
  const taken = world.takeRows([world.rowIds[3]!])!;
  const count = world.rows().length;
  await world.handlers['comparisons.remove']({ id: comparison });
  const removal = newest(world);
  const later = comparisonStore.create({
    accountId,
    journalTitle: 'Bulletin',
    issns: ['2049-3630'],
    year: '2024',
    at: '2026-03-02T00:00:00.000Z',
  });
  const row = {
    outcome: 'different' as const,
    title: 'Another article',
    doi: '',
    draftId: ids[5]!,
    draftVersion: 1,
    remoteId: 'other',
    differences: [],
    keys: ['id:other'],
    record: '{}',
  };
  comparisonStore.addRows(
    later,
    Array.from({ length: count }, () => row),
  );
  const before = world.rows();
  await world.handlers['undo.take']({ id: taken });
  expect(world.rows()).toEqual(before);
  await world.handlers['undo.take']({ id: removal.id });
  expect(comparisonStore.allRowIds(comparison)).toHaveLength(count);
});

test('a removed matrix is restored with all its answers after another one was made', async () => {
  const world = openUndoWorld();
  const { matrices } = world.app.stores;
  const create = (name: string) =>
    matrices.create({
      name,
      journals: [{ issn: '1234-5679', title: 'Annals' }],
      funders: [{ id: 'wellcome', name: 'Wellcome' }],
      organisations: [{ ror: '', name: '' }],
      lang: 'en',
      maxAge: 7,
      createdAt: '2026-03-01T00:00:00.000Z',
    }).id;
  const id = create('Autumn');
  const before = matrices.cells(id);
  await world.handlers['matrix.remove']({ id });
  const step = newest(world);
  create('Winter');
  await world.handlers['undo.take']({ id: step.id });
  expect(matrices.cells(id)).toEqual(before);
});
