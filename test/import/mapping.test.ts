import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { spoolFile } from '../../src/main/platform/files/importSpool.ts';
import { AppError } from '../../src/shared/errors.ts';
import type { ColumnTarget } from '../../src/shared/tables/columnTargets.ts';
import type { MappingView } from '../../src/shared/tables/mappingView.ts';
import type { TableMapping } from '../../src/shared/tables/tableMapping.ts';
import { textWorkbook } from '../formats/tables/workbookOf.ts';
import { encoded } from '../helpers/encoded.ts';
import { type ImportHost, startHost } from './importHost.ts';

let host: ImportHost;

beforeEach(() => {
  host = startHost();
});
afterEach(() => host.end());

const table =
  'Titel der Arbeit;Wer;Erschienen;Ort\nSoil;Okoro, Ada|Lin, Bo;03/04/2024;Lagos\nWater;Lin, Bo;25/04/2024;\n';

/** The mapping of a view with other targets for some of its headings. */
function mapTo(view: MappingView, targets: Record<string, ColumnTarget>): TableMapping {
  const columns = view.mapping.columns.map((column) => ({
    ...column,
    target: targets[column.heading] ?? column.target,
  }));
  return { ...view.mapping, columns };
}

const targetsOf = ({ mapping }: MappingView) => mapping.columns.map(({ target }) => target);
const titlesOf = async (id: number) => (await host.rows(id)).map(({ title }) => title);

/** Asks for the mapping of a file. */
async function ask(name: string, content: string | Uint8Array) {
  const status = await host.preview(name, content);
  expect(status.state).toBe('mapping');
  return { id: status.id, view: await host.handlers['imports.mapping']({ id: status.id }) };
}

async function readMapped(id: number, mapping: TableMapping, saveAs?: string) {
  await host.handlers['imports.readMapped']({ id, mapping, saveAs });
  return host.reached(id, 'preview', 'failed');
}

const wanted: Record<string, ColumnTarget> = {
  'Titel der Arbeit': 'title',
  Wer: 'authors',
  Erschienen: 'date',
};

describe('a table that is not recognised', () => {
  test('waits for a mapping, with its columns, their first values and the first articles', async () => {
    const { id, view } = await ask('articles.csv', table);
    expect(view.mapping.columns.map(({ heading }) => heading)).toEqual([
      'Titel der Arbeit',
      'Wer',
      'Erschienen',
      'Ort',
    ]);
    expect(view.columns[0]).toEqual({ values: ['Soil', 'Water'], unclearDates: [] });
    expect(view).toMatchObject({ sheets: [], headingRow: 1 });
    const changed = await host.handlers['imports.changeMapping']({
      id,
      change: { mapping: mapTo(view, wanted) },
    });
    expect(changed.articles).toBe(2);
    expect(changed.columns[2]).toEqual({
      values: ['03/04/2024', '25/04/2024'],
      unclearDates: ['03/04/2024'],
    });
    expect(changed.first[0]!.fields).toContainEqual({ path: 'bibjson.title', text: 'Soil' });
    expect(changed.first[0]!.fields).toContainEqual({ path: 'bibjson.author', text: 'Ada Okoro; Bo Lin' });
    expect(host.hidden()).toBe(0);
  });

  test('is read by the mapping that the user made, and can be mapped again from its preview', async () => {
    const { id, view } = await ask('articles.csv', table);
    const mapping = { ...mapTo(view, wanted), dateOrder: 'month' as const };
    const status = await readMapped(id, mapping);
    expect(status).toMatchObject({ state: 'preview', created: 2, mappedBy: { by: 'user' }, format: 'csv' });
    expect(await titlesOf(id)).toEqual(['Soil', 'Water']);
    await host.handlers['imports.tick']({ id, filter: { show: 'all' }, isTicked: false });

    expect((await host.handlers['imports.mapAgain']({ id })).state).toBe('mapping');
    const again = await host.handlers['imports.mapping']({ id });
    expect(again.mapping).toEqual(mapping);
    const other = mapTo(again, { 'Titel der Arbeit': 'abstract', Ort: 'title' });
    expect(await readMapped(id, other)).toMatchObject({ state: 'preview', created: 2, leftOut: 0 });
    expect((await titlesOf(id)).sort()).toEqual(['', 'Lagos']);
    await host.accept(id);
    expect((await host.drafts()).map(({ title }) => title).sort()).toEqual(['', 'Lagos']);
    expect(existsSync(spoolFile(host.dataFolder, id))).toBe(false);
    expect(host.importStore.samples(id)).toBeNull();
    expect(host.hidden()).toBe(0);
  });

  test('is found again after a restart, with the mapping so far', async () => {
    const { id, view } = await ask('articles.csv', table);
    const mapping = mapTo(view, wanted);
    await host.handlers['imports.changeMapping']({ id, change: { mapping } });
    await host.stop();
    host = startHost({ dataFolder: host.dataFolder });
    await host.importJobs.recover();
    expect((await host.handlers['imports.mapping']({ id })).mapping).toEqual(mapping);
    expect(await readMapped(id, mapping)).toMatchObject({ state: 'preview', created: 2 });
  });

  test('can be mapped again after a restart with a preview', async () => {
    const { id, view } = await ask('articles.csv', table);
    await readMapped(id, mapTo(view, wanted));
    await host.stop();
    host = startHost({ dataFolder: host.dataFolder });
    await host.importJobs.recover();
    await host.handlers['imports.mapAgain']({ id });
    expect(await readMapped(id, mapTo(view, { Ort: 'title' }))).toMatchObject({ created: 1 });
  });

  test('is cancelled with its file and its samples', async () => {
    const { id } = await ask('articles.csv', table);
    await host.handlers['imports.cancel']({ id });
    await host.scope.idle();
    expect(existsSync(spoolFile(host.dataFolder, id))).toBe(false);
    expect(host.importStore.samples(id)).toBeNull();
  });

  test('is not asked about if nobody can answer', async () => {
    const status = await host.preview('a.csv', 'Title;DOI\nSoil;10.5555/1\n', undefined, false);
    expect(status).toMatchObject({ state: 'preview', created: 1, mappedBy: { by: 'guess' } });
  });
});

describe('a saved mapping', () => {
  test('is used for the next table with its headings, which goes on to the preview', async () => {
    const { id, view } = await ask('may.csv', table);
    await readMapped(id, { ...mapTo(view, wanted), dateOrder: 'day' }, 'From the press');
    const next = await host.preview('june.csv', table.replaceAll('Soil', 'Sand'));
    expect(next).toMatchObject({
      state: 'preview',
      created: 2,
      mappedBy: { by: 'saved', name: 'From the press' },
    });
    expect(await titlesOf(next.id)).toEqual(['Sand', 'Water']);
    await host.handlers['imports.mapAgain']({ id: next.id });
    await host.reached(next.id, 'mapping');
    const again = await host.handlers['imports.mapping']({ id: next.id });
    expect(targetsOf(again)).toEqual(['title', 'authors', 'date', 'ignored']);
  });

  test('is proposed, not used, if there is a new column or the order of dates is unknown', async () => {
    const { id, view } = await ask('may.csv', table);
    await readMapped(id, mapTo(view, wanted), 'From the press');
    const open = await ask('june.csv', table);
    expect(targetsOf(open.view)).toEqual(['title', 'authors', 'date', 'ignored']);
    const wider = await ask('july.csv', 'DOI;Wer;Titel der Arbeit;Erschienen\n10.5555/1;Lin, Bo;Soil;2024\n');
    expect(
      Object.fromEntries(wider.view.mapping.columns.map(({ heading, target }) => [heading, target])),
    ).toMatchObject({ ...wanted, DOI: 'doi' });
  });
});

describe('the names of saved mappings', () => {
  test('are distinct whatever their case; saving under a name replaces its mapping', async () => {
    const { view } = await ask('articles.csv', table);
    host.mappings.save('Press', view.mapping);
    host.mappings.save('Other', view.mapping);
    host.mappings.save('PRESS', mapTo(view, wanted));
    expect(host.mappings.list().map(({ name }) => name)).toEqual(['Other', 'PRESS']);
    expect(host.mappings.list()[1]!.mapping.columns[0]!.target).toBe('title');
    const [other, press] = host.mappings.list();
    expect(() => host.mappings.rename(other!.id, 'press')).toThrow('import.mapping.nameTaken.message');
    host.mappings.rename(press!.id, 'Press');
    expect(host.mappings.list().map(({ name }) => name)).toEqual(['Other', 'Press']);
    expect(() => host.mappings.rename(99, 'x')).toThrow(AppError);
  });
});

describe('a known system', () => {
  test('is recognised without a question, and the columns can still be changed', async () => {
    const content =
      'title,doi,author1_fname,author1_lname,calc_url,publication_date,disciplines\nSoil,10.5555/1,Ada,Okoro,https://x.org/1,2024-05-01,Mud\n';
    const status = await host.preview('bepress.csv', content);
    expect(status).toMatchObject({
      state: 'preview',
      created: 1,
      mappedBy: { by: 'preset', preset: 'digital-commons' },
    });
    await host.handlers['imports.mapAgain']({ id: status.id });
    expect((await host.reached(status.id, 'mapping')).state).toBe('mapping');
    const view = await host.handlers['imports.mapping']({ id: status.id });
    expect(view.mapping.preset).toBe('digital-commons');
    expect(view.articles).toBe(1);
  });

  test('counts articles, not rows', async () => {
    const rows = Array.from({ length: 150 }, (_, at) =>
      at % 3 === 0 ? `Article ${at},Ada,Okoro,Published` : ',Bo,Lin,',
    );
    const status = await host.preview(
      'janeway.csv',
      `Article title,Author given name,Author surname,Stage,Janeway ID\n${rows.map((row) => `${row},`).join('\n')}\n`,
    );
    expect(status).toMatchObject({
      state: 'preview',
      read: 50,
      mappedBy: { by: 'preset', preset: 'janeway' },
    });
    await host.handlers['imports.mapAgain']({ id: status.id });
    await host.reached(status.id, 'mapping');
    expect((await host.handlers['imports.mapping']({ id: status.id })).articles).toBe(50);
  });
});

describe('a workbook', () => {
  const notes = [['Exported on Monday'], ['by', 'Ada']];
  const articles = [
    ['Our articles'],
    ['Thema', 'Wer', 'Heft'],
    ['Soil', 'Okoro, Ada', '007'],
    ['Water', 'Lin, Bo', '12'],
  ];

  test('has its sheet and the row of its headings chosen', async () => {
    const { id, view } = await ask('a.xlsx', textWorkbook({ Notes: notes, Data: articles }));
    expect(view.sheets).toEqual(['Notes', 'Data']);
    const chosen = await host.handlers['imports.changeMapping']({
      id,
      change: { sheet: 'Data', headingRow: 2 },
    });
    expect(chosen.mapping.columns.map(({ heading }) => heading)).toEqual(['Thema', 'Wer', 'Heft']);
    expect(chosen.rows.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
    const mapping = mapTo(chosen, { Thema: 'title', Wer: 'authors', Heft: 'number' });
    expect(await readMapped(id, mapping)).toMatchObject({ created: 2, format: 'xlsx' });
    await host.accept(id);
    const [soil] = await host.drafts('Soil');
    const { record } = await host.handlers['drafts.get']({ id: soil!.id });
    expect(record.bibjson).toMatchObject({ journal: { number: '007' } });
  });
});

test.each(['utf8', 'windows-1251', 'koi8-r', 'utf-16le'])(
  'a saved mapping is found in %s',
  async (encoding) => {
    const text = 'Название;Кто;Когда\nТихая почва: полевой отчёт;Окорова Ада;2023\n';
    const { id, view } = await ask('first.csv', text);
    const mapping = mapTo(view, { Название: 'title', Кто: 'authors', Когда: 'year' });
    expect(await readMapped(id, mapping, 'Почва')).toMatchObject({ state: 'preview' });
    const status = await host.preview('second.csv', encoded(text, encoding));
    expect(status).toMatchObject({ state: 'preview', mappedBy: { by: 'saved', name: 'Почва' } });
    expect(await titlesOf(status.id)).toEqual(['Тихая почва: полевой отчёт']);
  },
);

describe('a question that was answered for a table', () => {
  const text = 'Überschrift;Wer;Wann\nBoden;Okoro, Ada;03.04.2024\n';

  test('is not asked again for the same headings, even if the answers were not saved', async () => {
    const { id, view } = await ask('first.csv', text);
    const mapping = mapTo(view, { Überschrift: 'title', Wer: 'authors', Wann: 'date' });
    await readMapped(id, { ...mapping, dateOrder: 'month' });
    await host.accept(id);
    const again = await host.preview('second.csv', text.replace('Boden', 'Wasser'));
    expect(again).toMatchObject({ state: 'preview', mappedBy: { by: 'earlier', name: 'first.csv' } });
    const { fields } = await host.handlers['imports.record']({ id: again.id, position: 1 });
    expect(fields).toContainEqual({ path: 'bibjson.month', text: '3' });
    await host.handlers['imports.mapAgain']({ id: again.id });
    await host.reached(again.id, 'mapping');
    expect((await host.handlers['imports.mapping']({ id: again.id })).mapping.dateOrder).toBe('month');
  });

  test('is not asked again for its records either', async () => {
    const journal = { title: 'Soil', pissn: '1234-5679', eissn: null };
    const { id, view } = await ask('first.csv', text);
    await readMapped(id, mapTo(view, { Überschrift: 'title', Wer: 'authors', Wann: 'ignored' }));
    const { choices } = host.importStore.get(id);
    await host.handlers['imports.choose']({ id, choices: { ...choices, journal, emptyCells: 'clear' } });
    await host.reached(id, 'preview');
    await host.accept(id);
    const again = await host.preview('second.csv', text.replace('Boden', 'Wasser'));
    expect(again.choices).toEqual({ ...choices, journal });
    const { fields } = await host.handlers['imports.record']({ id: again.id, position: 1 });
    expect(fields).toContainEqual({ path: 'bibjson.pissn', text: '1234-5679' });
  });

  test('is asked again where another column is open, and after an import that was discarded', async () => {
    const { id, view } = await ask('first.csv', text);
    const mapping = mapTo(view, { Überschrift: 'title', Wer: 'authors', Wann: 'ignored' });
    await readMapped(id, mapping);
    const other = text.replace('Wann', 'Wann;Wo').replace('2024', '2024;Wien');
    expect((await host.preview('third.csv', other)).state).toBe('mapping');
    await host.handlers['imports.cancel']({ id });
    await host.reached(id, 'cancelled');
    expect((await host.preview('fourth.csv', text)).state).toBe('mapping');
  });
});
