import { afterEach, beforeEach, expect, test } from 'vitest';
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

test('a table that is imported again clears the fields of cells that were emptied', async () => {
  await importTable('soil.csv', 'Title,DOI,Abstract,Volume\nSoil,10.5555/a,About soil,3\n');
  const again = await importTable('soil.csv', 'Title,DOI,Abstract,Volume\nSoil,10.5555/a,,3\n');
  expect(again).toMatchObject({ created: 0, updated: 1 });
  const bibjson = await bibjsonOf('Soil');
  expect(bibjson).not.toHaveProperty('abstract');
  expect(bibjson).toMatchObject({ journal: { volume: '3' } });
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
});
