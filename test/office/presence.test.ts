import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import { fieldChanges, type HistoryVersion } from '../../src/shared/office/fieldChanges.ts';
import { type OfficeColophon, openTwo } from '../helpers/officeColophon.ts';
import { type OfficeWorld, startOfficeWorld } from '../helpers/officeWorld.ts';
import { withPostgres } from '../helpers/postgres.ts';

describe('A record that is open in an office', withPostgres, () => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await startOfficeWorld();
  });
  afterAll(() => world?.remove());

  async function shareDraft() {
    const { anna, ben, drafts } = await openTwo(world, ['Rivers']);
    await ben.untilTitle('Rivers');
    const bens = ben.db.prepare<[], number>(`SELECT id FROM drafts WHERE title = 'Rivers'`).pluck().get()!;
    return { anna, ben, id: drafts[0]!.id, bens };
  }

  const show = ({ handlers }: OfficeColophon, id: number | null, window = 'one') =>
    handlers['office.setOpen']({ window, record: id === null ? null : { kind: 'article', id } });
  const openFor = async (colophon: OfficeColophon) => (await colophon.status()).open;
  const save = async ({ handlers }: OfficeColophon, id: number, path: string, value: string) => {
    const { version, record } = await handlers['drafts.get']({ id });
    await handlers['drafts.save']({ id, version, record: setAt(record, path, value) });
  };

  test('is known to the colleagues until every window has closed it, or its Colophon has ended', async () => {
    const { anna, ben, id, bens } = await shareDraft();
    await show(anna, id);
    await show(anna, id, 'another');
    await ben.when(async () => (await openFor(ben)).length > 0);
    expect(await openFor(ben)).toEqual([{ person: 'anna', kind: 'article', id: bens }]);
    expect(await openFor(anna)).toEqual([]);
    await show(anna, null);
    await show(ben, bens);
    await anna.when(async () => (await openFor(anna)).length > 0);
    expect(await openFor(ben)).toHaveLength(1);
    await show(anna, null, 'another');
    await ben.when(async () => (await openFor(ben)).length === 0);
    await ben.close();
    await anna.when(async () => (await openFor(anna)).length === 0);
  });

  test('tells its window what a colleague changed, and no other window', async () => {
    const { anna, ben, id, bens } = await shareDraft();
    const heard = (colophon: OfficeColophon) =>
      colophon.received.filter(({ name }) => name === 'office.merged');
    await show(ben, bens);
    await anna.when(async () => (await openFor(anna)).length > 0);
    await save(anna, id, 'bibjson.abstract', 'By Anna');
    await ben.when(() => heard(ben).length > 0);
    expect(heard(ben)[0]!.data).toMatchObject({
      ...{ kind: 'article', id: bens, person: 'anna' },
      before: { bibjson: { title: 'Rivers' } },
      after: { bibjson: { title: 'Rivers', abstract: 'By Anna' } },
    });
    expect(heard(anna)).toEqual([]);
  });

  test('can be asked about without a report that leads to the next question', async () => {
    const { anna, id } = await shareDraft();
    const ask = () => anna.handlers['office.fieldChanges']({ kind: 'article', id });
    await anna.untilState('current');
    await anna.handlers['office.status']({ waits: true });
    // Ben's arrival is reported, too.
    await anna.when(async () => (await anna.status()).people.length === 2);
    await ask();
    anna.received.length = 0;
    // The second answer comes after the report of the round that gave the first one.
    await ask();
    await ask();
    expect(anna.received.filter(({ name }) => name === 'office.changed')).toEqual([]);
  });

  test('goes on being shared if the database tells rubbish of the colleagues, who are not shown then', async () => {
    const { office, anna, ben } = await openTwo(world);
    await anna.when(async () => (await anna.status()).people.length > 0);
    await office.sql(`CREATE OR REPLACE FUNCTION colophon.colleagues(run uuid) RETURNS text LANGUAGE sql AS
      $$ SELECT '{"people": 5}' $$`);
    await ben.add('Rivers');
    await anna.untilTitle('Rivers');
    await anna.when(async () => (await anna.status()).people.length === 0);
    expect(await anna.status()).toMatchObject({ state: 'current', people: [], senders: [] });
  });

  test('says who last changed each field', async () => {
    const { anna, ben, id, bens } = await shareDraft();
    await save(anna, id, 'bibjson.abstract', 'By Anna');
    await ben.when(async () => (await ben.drafts([bens]))[0]!.version > 1);
    await save(ben, bens, 'bibjson.year', '2026');
    const record = { kind: 'article', id } as const;
    await anna.when(async () => (await anna.handlers['office.fieldChanges'](record)).length > 1);
    expect(await anna.handlers['office.fieldChanges'](record)).toMatchObject([
      { path: 'bibjson.year', person: 'ben' },
      { path: 'bibjson.abstract', person: 'anna' },
    ]);
  });
});

test('the last change of a field counts, and a list is one field', () => {
  const versions: HistoryVersion[] = [
    { record: { bibjson: { title: 'C', keywords: ['a', 'b'] } }, person: 'anna', at: '3' },
    { record: { bibjson: { title: 'B', keywords: ['a'] } }, person: 'ben', at: '2' },
    { record: { bibjson: { title: 'A', keywords: ['a'], year: '2026' } }, person: 'anna', at: '1' },
  ];
  expect(fieldChanges(versions)).toEqual([
    { path: 'bibjson.title', person: 'anna', at: '3' },
    { path: 'bibjson.keywords', person: 'anna', at: '3' },
    { path: 'bibjson.year', person: 'ben', at: '2' },
  ]);
});

test('identifiers are fields of their own, named by their type', () => {
  const [doi, other, issn] = [
    { type: 'doi', id: '10.5555/1' },
    { type: 'doi', id: '10.5555/2' },
    { type: 'pissn', id: '1234-5679' },
  ];
  const versionOf = (person: string, ...identifier: (typeof doi)[]) => ({
    record: { bibjson: { identifier } },
    person,
    at: '1',
  });
  const changes = fieldChanges([
    versionOf('anna', issn, other),
    versionOf('ben', doi, issn),
    versionOf('ben', doi),
  ]);
  expect(changes.map(({ path, person }) => `${path} ${person}`)).toEqual([
    'bibjson.identifier.doi anna',
    'bibjson.identifier.pissn ben',
  ]);
});
