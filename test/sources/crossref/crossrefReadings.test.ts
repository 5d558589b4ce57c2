import { assert, describe, expect, test } from 'vitest';
import { createScope } from '../../../src/main/platform/scope.ts';
import { createCrossrefReadings } from '../../../src/main/sources/crossref/crossrefReadings.ts';
import { createComparisonStore } from '../../../src/main/store/comparisons/comparisonStore.ts';
import type { Comparison, ComparisonOutcome } from '../../../src/shared/comparisons/comparison.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { getAt } from '../../../src/shared/draft/fieldPath.ts';
import { textOf } from '../../helpers/textOf.ts';
import { openSourceWorld, type SourceWorld } from '../sourceWorld.ts';

const jose = '2577-3569';
const doi = '10.5555/jose.2023.001';

/** A finished comparison of a journal’s year. */
async function compared(world: SourceWorld, year: string, issn = jose): Promise<Comparison> {
  const { id } = await world.handlers['comparisons.start']({ accountId: 'sandbox', issn, year });
  const now = () => world.handlers['comparisons.get']({ id });
  await world.services.when(async () => (await now()).state !== 'running');
  expect(await now()).toMatchObject({ state: 'done', crossref: null });
  return now();
}

async function asked(world: SourceWorld, id: number): Promise<Comparison> {
  await world.handlers['comparisons.askCrossref']({ id });
  const now = () => world.handlers['comparisons.get']({ id });
  await world.services.when(async () => (await now()).crossref?.state !== 'running');
  return now();
}

async function rows(world: SourceWorld, id: number, ...outcomes: ComparisonOutcome[]) {
  const filter = { id, outcomes, aside: false, offset: 0, limit: 500 };
  return (await world.handlers['comparisons.rows'](filter)).rows;
}

function draftOf(bibjson: DraftRecord): DraftRecord {
  const identifier = [
    { type: 'doi', id: doi },
    { type: 'eissn', id: jose },
  ];
  return {
    bibjson: { title: 'A course on version control', year: '2023', journal: {}, identifier, ...bibjson },
  };
}

describe('what Crossref registered for a comparison', () => {
  test('stands beside each article, with those that only Crossref has', async () => {
    const world = await openSourceWorld();
    const [here] = world.services.addDrafts([draftOf({})], 'sandbox');
    const { id } = await compared(world, '2023');
    const run = await asked(world, id);
    expect(run.crossref).toMatchObject({ state: 'done', message: null });
    const [row] = (await rows(world, id, 'different')).filter(({ draftId }) => draftId === here);
    expect(row).toMatchObject({ doi, isAtCrossref: true });
    const versions = await world.handlers['comparisons.versions']({ id, rowId: row!.id });
    const title = 'A course on version control taught without a computer';
    expect(versions).toMatchObject({
      directory: { bibjson: { title } },
      crossref: { bibjson: { title, year: '2023', month: '6' } },
      draft: { bibjson: { title: 'A course on version control' } },
      proposed: { bibjson: { title, month: '6' } },
    });
    expect(getAt(versions.crossref!, 'bibjson.abstract')).toBeUndefined();
    const [list] = (await world.asked()).filter(({ address }) => address.includes('/works?'));
    const query = new URL(list!.address).searchParams;
    expect(query.get('filter')).toContain(`issn:${jose}`);
    expect(query.get('filter')).toContain('type:journal-article,from-pub-date:2023,until-pub-date:2023');
    expect([query.get('cursor'), query.get('mailto')]).toEqual(['*', 'editor@press.example']);
  });

  test('is read over several pages, and what nobody else has becomes a draft', async () => {
    const world = await openSourceWorld();
    const { id } = await compared(world, '1907');
    const run = await asked(world, id);
    expect(run).toMatchObject({
      crossref: { state: 'done', total: 450, read: 450 },
      counts: { 'crossref-only': 450 },
    });
    expect((await world.asked()).filter(({ address }) => address.includes('/works?'))).toHaveLength(3);
    const [first] = await rows(world, id, 'crossref-only');
    expect(first).toMatchObject({ title: 'Registered 1', doi: '10.5555/cr.1907.1', isAtCrossref: true });
    const take = { id, outcome: 'crossref-only' as const, rowIds: [first!.id] };
    const { taken, undoId } = await world.handlers['comparisons.take'](take);
    expect(taken).toBe(1);
    const [moved] = await rows(world, id, 'missing-there');
    expect(moved).toMatchObject({ id: first!.id, title: 'Registered 1' });
    const draft = await world.handlers['drafts.get']({ id: moved!.draftId! });
    expect(draft).toMatchObject({
      sync: 'never',
      record: { bibjson: { title: 'Registered 1', year: '1907', month: '3' } },
    });
    await world.handlers['undo.take']({ id: undoId! });
    expect((await world.handlers['comparisons.get']({ id })).counts['crossref-only']).toBe(450);
  });

  test('ends with an empty page if the last one was full', async () => {
    const world = await openSourceWorld();
    const { id } = await compared(world, '1906');
    expect((await asked(world, id)).crossref).toMatchObject({ state: 'done', total: 400, read: 400 });
    expect((await world.asked()).filter(({ address }) => address.includes('/works?'))).toHaveLength(3);
  });

  test('may lack most members', async () => {
    const world = await openSourceWorld();
    const { id } = await compared(world, '1904');
    expect(await asked(world, id)).toMatchObject({
      crossref: { state: 'done' },
      counts: { 'crossref-only': 2 },
    });
  });

  test('leaves out what a draft or the directory has under another year', async () => {
    const world = await openSourceWorld();
    const { id } = await compared(world, '1904');
    await asked(world, id);
    const [one, other] = await rows(world, id, 'crossref-only');
    world.services.addDrafts(
      [
        draftOf({
          year: '1905',
          identifier: [
            { type: 'doi', id: one!.doi.toUpperCase() },
            { type: 'eissn', id: jose },
          ],
        }),
      ],
      'sandbox',
    );
    expect((await asked(world, id)).counts['crossref-only']).toBe(1);
    world.services.db
      .prepare(`INSERT INTO ledger (account_id, remote_id, doi_key) VALUES ('sandbox', 'r', ?)`)
      .run(other!.doi);
    expect((await asked(world, id)).counts['crossref-only']).toBe(0);
  });

  test('succeeds after a temporary refusal', async () => {
    const world = await openSourceWorld();
    const { id } = await compared(world, '1901');
    expect((await asked(world, id)).crossref).toMatchObject({ state: 'done', total: 0 });
    expect((await world.asked()).map(({ status }) => status)).toEqual([429, 200]);
  });

  test.each([
    ['pages that repeat', '1902', /same page twice/],
    ['broken JSON', '1903', /could not be read/],
    ['refusals that do not end', '1905', /busy|later|requests/i],
  ])('fails with a message for %s, and leaves nothing', async (_, year, message) => {
    const world = await openSourceWorld();
    const { id } = await compared(world, year);
    const run = await asked(world, id);
    expect(run.crossref?.state).toBe('failed');
    expect(textOf(run.crossref!.message!)).toMatch(message);
    expect(run.counts['crossref-only']).toBe(0);
  });

  test('can be repeated, with the current data', async () => {
    const world = await openSourceWorld();
    const { id } = await compared(world, '1904');
    await asked(world, id);
    expect((await asked(world, id)).counts['crossref-only']).toBe(2);
  });

  test('is not asked for while sources are off', async () => {
    const world = await openSourceWorld({ sources: { isOn: false } });
    const { id } = await compared(world, '2023');
    await expect(world.handlers['comparisons.askCrossref']({ id })).rejects.toMatchObject({ code: 'state' });
    expect(await world.asked()).toEqual([]);
  });

  test('can be stopped, and leaves nothing', async () => {
    const world = await openSourceWorld();
    const { id } = await compared(world, '1907');
    await world.handlers['comparisons.askCrossref']({ id });
    const run = await world.handlers['comparisons.stopCrossref']({ id });
    expect(run).toMatchObject({ crossref: { state: 'stopped' }, counts: { 'crossref-only': 0 } });
  });

  test('was not read to the end if the program ended meanwhile', async () => {
    const world = await openSourceWorld();
    const { id } = await compared(world, '1904');
    await asked(world, id);
    world.services.db
      .prepare(`UPDATE comparisons SET crossref = json_set(crossref, '$.state', 'running')`)
      .run();
    const readings = createCrossrefReadings({
      ...world.services,
      crossref: { journalYear: () => assert.fail('Crossref is asked only by the user') },
      store: createComparisonStore(world.services.db),
      isKnown: () => false,
      journals: () => null,
      publish: () => undefined,
      log: { error: assert.fail },
      scope: createScope({ log: { warn: assert.fail, error: assert.fail } }),
    });
    await readings.recover();
    const run = await world.handlers['comparisons.get']({ id });
    expect(run).toMatchObject({ crossref: { state: 'stopped' }, counts: { 'crossref-only': 0 } });
  });
});

describe('a part taken from Crossref', () => {
  test('changes the draft and can be undone', async () => {
    const world = await openSourceWorld();
    const [draftId] = world.services.addDrafts([draftOf({})], 'sandbox');
    const { id } = await compared(world, '2023');
    await asked(world, id);
    const [row] = (await rows(world, id, 'different')).filter((one) => one.draftId === draftId);
    const take = (path: string) => world.handlers['comparisons.takeCrossref']({ id, rowId: row!.id, path });
    const { isTaken, undoId } = await take('bibjson.title');
    expect(isTaken).toBe(true);
    const title = async () =>
      getAt((await world.handlers['drafts.get']({ id: draftId! })).record, 'bibjson.title');
    expect(await title()).toBe('A course on version control taught without a computer');
    const after = await world.handlers['comparisons.row']({ id, rowId: row!.id });
    expect(after!.differences.map(({ path }) => path)).not.toContain('bibjson.title');
    expect((await take('bibjson.title')).isTaken).toBe(false);
    await world.handlers['undo.take']({ id: undoId! });
    expect(await title()).toBe('A course on version control');
  });

  test('makes an identical article different from the directory’s', async () => {
    const world = await openSourceWorld();
    const { id } = await compared(world, '2023');
    const [there] = (await rows(world, id, 'missing-here')).filter((one) => one.doi === doi);
    await world.handlers['comparisons.take']({ id, outcome: 'missing-here', rowIds: [there!.id] });
    world.services.db
      .prepare(`UPDATE comparison_rows SET crossref = ? WHERE id = ?`)
      .run(JSON.stringify({ bibjson: { title: 'The registered title' } }), there!.id);
    const take = { id, rowId: there!.id, path: 'bibjson.title' };
    expect((await world.handlers['comparisons.takeCrossref'](take)).isTaken).toBe(true);
    expect(await world.handlers['comparisons.row']({ id, rowId: there!.id })).toMatchObject({
      outcome: 'different',
      differences: [{ path: 'bibjson.title', after: 'The registered title' }],
    });
    await world.handlers['comparisons.takeField'](take);
    expect(await world.handlers['comparisons.row']({ id, rowId: there!.id })).toMatchObject({
      outcome: 'same',
    });
  });

  test('does not change a draft that was edited since the comparison', async () => {
    const world = await openSourceWorld();
    const [draftId] = world.services.addDrafts([draftOf({})], 'sandbox');
    const { id } = await compared(world, '2023');
    await asked(world, id);
    const [row] = (await rows(world, id, 'different')).filter((one) => one.draftId === draftId);
    const { version } = await world.handlers['drafts.get']({ id: draftId! });
    await world.handlers['drafts.save']({ id: draftId!, version, record: draftOf({ month: '1' }) });
    const take = { id, rowId: row!.id, path: 'bibjson.title' };
    expect((await world.handlers['comparisons.takeCrossref'](take)).isTaken).toBe(false);
  });
});
