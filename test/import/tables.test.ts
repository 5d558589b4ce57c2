import { afterEach, beforeEach, expect, test } from 'vitest';
import { tableHeadings } from '../../src/main/formats/tables/tableColumns.ts';
import { draftKey } from '../../src/main/store/drafts/draftKey.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { type ImportHost, startHost } from './importHost.ts';

let host: ImportHost;

beforeEach(() => {
  host = startHost();
});
afterEach(() => host.end());

const importTable = async (name: string, text: string) =>
  host.accept((await host.preview(name, text, undefined, false)).id);

async function bibjsonOf(title: string): Promise<DraftRecord> {
  const row = (await host.drafts()).find((one) => one.title === title);
  return (await host.handlers['drafts.get']({ id: row!.id })).record.bibjson as DraftRecord;
}

const soil = 'Title,DOI,Abstract,Volume\nSoil,10.5555/a,About soil,3\n';
const emptied = 'Title,DOI,Abstract,Volume\nSoil,10.5555/a,,4\n';

test('empty cells keep the values of the draft, and the preview offers to clear them', async () => {
  await importTable('soil.csv', soil);
  const { id } = await host.preview('soil.csv', emptied);
  const { mapping } = await host.handlers['imports.mapping']({ id });
  await host.handlers['imports.readMapped']({ id, mapping });
  const status = await host.reached(id, 'preview');
  expect(status.found).toMatchObject({ emptyCells: { kept: 1, cleared: 0 } });
  expect((await host.rows(status.id))[0]?.changes.map(({ path }) => path)).toEqual([
    'bibjson.journal.volume',
  ]);

  await host.handlers['imports.choose']({
    id: status.id,
    choices: { ...status.choices, emptyCells: 'clear' },
  });
  const cleared = await host.reached(status.id, 'preview');
  expect(cleared.found).toMatchObject({ emptyCells: { kept: 1, cleared: 0 } });
  expect((await host.rows(status.id))[0]?.changes).toContainEqual({
    path: 'bibjson.abstract',
    before: 'About soil',
    after: '',
  });
  await host.handlers['imports.choose']({
    id: status.id,
    choices: { ...status.choices, emptyCells: 'keep' },
  });
  await host.reached(status.id, 'preview');
  await host.accept(status.id);
  expect(await bibjsonOf('Soil')).toMatchObject({ abstract: 'About soil', journal: { volume: '4' } });
});

test("empty cells clear values in Colophon's own table, unless somebody edited the draft and nobody sees it", async () => {
  await importTable('soil.csv', soil);
  const [draft] = await host.drafts();
  const { record, version } = await host.handlers['drafts.get']({ id: draft!.id });
  const own = () => {
    const row = tableHeadings.map((heading) =>
      heading === 'Title' ? 'Soil' : heading === 'DOI' ? '10.5555/a' : '',
    );
    return `${tableHeadings.join(',')}\n${row.join(',')}\n`;
  };
  const asked = await host.preview('colophon.csv', own());
  expect(asked.found).toMatchObject({ emptyCells: { kept: 0, cleared: 1 } });
  expect((await host.rows(asked.id))[0]?.changes.map(({ path }) => path)).toContain('bibjson.abstract');
  const edited = { ...record, bibjson: { ...(record.bibjson as DraftRecord), abstract: 'Mine' } };
  await host.handlers['drafts.save']({ id: draft!.id, version, record: edited });
  await importTable('colophon.csv', own());
  expect(await bibjsonOf('Soil')).toMatchObject({ abstract: 'Mine' });
});

test('a table does not change the fields for which it has no column', async () => {
  await importTable('soil.csv', 'Title,DOI,Abstract,Volume\nSoil,10.5555/a,About soil,3\n');
  await importTable('short.csv', 'Title,DOI\nThe soil,10.5555/a\n');
  expect(await bibjsonOf('The soil')).toMatchObject({ abstract: 'About soil', journal: { volume: '3' } });
});

test('a returned table is read with the mapping of the table that it was, without asking', async () => {
  const text = 'Name of it;Number of it\nSoil;10.5555/soil\n';
  const id = await host.send('own.csv', text);
  await host.handlers['imports.read']({ id });
  await host.reached(id, 'mapping');
  const { mapping } = await host.handlers['imports.mapping']({ id });
  const columns = [
    { heading: 'Name of it', target: 'title' as const },
    { heading: 'Number of it', target: 'doi' as const },
  ];
  await host.handlers['imports.readMapped']({ id, mapping: { ...mapping, columns } });
  await host.reached(id, 'preview');
  await host.accept(id);
  const [draft] = host.db
    .prepare<[], { id: number; createdAt: string }>('SELECT id, created_at createdAt FROM drafts')
    .all();
  const key = draftKey({ ...draft!, accountId: 'sandbox' });
  const returned = `Name of it;Number of it;Problem (Colophon);ID (Colophon)\nClean soil;10.5555/soil;;${key}\n`;
  const again = await host.send('own-problems.csv', returned);
  await host.handlers['imports.read']({ id: again });
  expect(await host.reached(again, 'preview', 'mapping')).toMatchObject({ state: 'preview', updated: 1 });

  // A cell that was emptied in the returned table clears the value, because nobody edited the draft since.
  const cleared = returned.replace('10.5555/soil', '');
  const third = await host.preview('own-problems.csv', cleared);
  expect((await host.rows(third.id))[0]?.changes).toMatchObject([
    { before: 'Soil' },
    { before: '10.5555/soil', after: '' },
  ]);
  const { version, record } = await host.handlers['drafts.get']({ id: draft!.id });
  await host.handlers['drafts.save']({ id: draft!.id, version, record: { ...record, note: 'edited' } });
  const fourth = await host.preview('own-problems.csv', cleared);
  expect((await host.rows(fourth.id))[0]?.changes).toMatchObject([{ before: 'Soil' }]);
  expect(fourth.found).toMatchObject({ emptyCells: { kept: 1, cleared: 0 } });
});
