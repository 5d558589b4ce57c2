import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { proposeMapping } from '../../../src/main/formats/tables/proposeMapping.ts';
import type { ImportStatus } from '../../../src/shared/draft/importing.ts';
import { encoded } from '../../helpers/encoded.ts';
import { type ImportHost, startHost } from '../../import/importHost.ts';

let host: ImportHost;

beforeEach(() => {
  host = startHost();
});
afterEach(() => host.end());

const record = (title: string, author: string, more = '') =>
  `TY  - JOUR\nTI  - ${title}\nAU  - ${author}\nPY  - 2024\n${more}ER  - \n`;
const polish = [
  'Łąki i pastwiska w Małopolsce',
  'Żywność a środowisko',
  'Gęstość zaludnienia miast śląskich',
];
const inPolish = (more = '') => polish.map((title) => record(title, 'Wiśniewska, Małgorzata', more)).join('');
/** One letter does not tell the encoding. */
const short = record('Ala ma kota i żaba', 'Nowak, Jan');

async function choose(status: ImportStatus, encoding: string): Promise<ImportStatus> {
  const { id, choices } = status;
  await host.handlers['imports.choose']({ id, choices: { ...choices, encodings: { 0: encoding } } });
  return host.reached(id, 'preview', 'mapping', 'failed');
}

const titlesOf = async (id: number) => (await host.rows(id)).map(({ title }) => title);
const notesOf = async (id: number) =>
  (await host.rows(id)).flatMap(({ notes }) => notes.map(({ key }) => key));

describe('the encoding of a file that shows none', () => {
  test('is named once for the file and not on its records', async () => {
    const { id, encodings } = await host.preview('a.ris', encoded(inPolish(), 'windows-1250'));
    expect(encodings).toEqual([{ file: 0, name: 'a.ris', encoding: 'Windows-1250', by: 'guess' }]);
    expect(await titlesOf(id)).toEqual(polish);
    expect(await notesOf(id)).toEqual([]);
  });

  test('can be chosen among candidates, each with the first titles in it, the likeliest first', async () => {
    const status = await host.preview('a.ris', encoded(inPolish(), 'windows-1250'));
    const candidates = await host.handlers['imports.encodings']({ id: status.id, file: 0 });
    expect(candidates[0]).toEqual({ name: 'Windows-1250', texts: polish });
    const others = Object.fromEntries(candidates.map(({ name, texts }) => [name, texts[0]]));
    expect(others['Windows-1251']).toBe('Ј№ki i pastwiska w Maіopolsce');
    // No record can be read in it.
    expect(others).not.toHaveProperty('UTF-16LE');
    const chosen = await choose(status, 'Windows-1251');
    expect(chosen.encodings).toMatchObject([{ encoding: 'Windows-1251', by: 'user' }]);
    expect((await titlesOf(status.id))[0]).toBe('Ј№ki i pastwiska w Maіopolsce');
    await expect(choose(chosen, 'windows-1')).rejects.toThrow();
  });

  test('is asked about while it is doubtful, and drafts that are imported without an answer keep the doubt', async () => {
    const asked = await host.preview('a.ris', encoded(short, 'windows-1250'));
    expect(asked.encodings).toMatchObject([{ by: 'doubt' }]);
    expect(await notesOf(asked.id)).toEqual(['import.note.doubtfulEncoding']);
    const answered = await choose(asked, 'Windows-1250');
    expect(answered.encodings).toMatchObject([{ encoding: 'Windows-1250', by: 'user' }]);
    expect(await titlesOf(asked.id)).toEqual(['Ala ma kota i żaba']);
    expect(await notesOf(asked.id)).toEqual([]);
  });

  test('is the one in which a saved mapping finds its headings, whatever the letters suggest', async () => {
    const table = 'Tytuł;Osoba\nAla;Nowak, Jan\n';
    const rows = [
      { line: 1, cells: ['Tytuł', 'Osoba'] },
      { line: 2, cells: ['Ala', 'Nowak, Jan'] },
    ];
    const sample = { sheet: null, rows, patterns: [], unclearDates: [] };
    const mapping = proposeMapping([sample], { saved: [] });
    host.mappings.save('Press', {
      ...mapping,
      columns: mapping.columns.map((column, at) => ({ ...column, target: at === 0 ? 'title' : 'authors' })),
    });
    const known = await host.preview('b.csv', encoded(table, 'iso-8859-2'));
    expect(known).toMatchObject({ state: 'preview', mappedBy: { by: 'saved', name: 'Press' } });
    expect(known.encodings).toMatchObject([{ by: 'heading' }]);
  });

  test('can be chosen while the columns of a table are mapped, which are then proposed anew', async () => {
    const text = 'Tytuł;Co to?\nAla ma kota i żaba;x\n';
    const asked = await host.preview('a.csv', encoded(text, 'windows-1250'));
    expect(asked).toMatchObject({ state: 'mapping', encodings: [{ by: 'doubt' }] });
    const again = await choose(asked, 'Windows-1250');
    expect(again.state).toBe('mapping');
    const view = await host.handlers['imports.mapping']({ id: asked.id });
    expect(view.rows[0]!.cells[0]).toBe('Tytuł');
  });
});

describe('XML and JSON', () => {
  const doaj = (declaration: string) =>
    `${declaration}<records><record><journalTitle>Sols</journalTitle><title>Étude des sols près de la forêt</title><abstract>Résumé des études.</abstract></record></records>`;
  const title = 'Étude des sols près de la forêt';

  test.each([
    ['without a declaration', doaj(''), 'windows-1252', 'Windows-1252'],
    ['that declare UTF-8', doaj('<?xml version="1.0" encoding="UTF-8"?>'), 'windows-1252', 'Windows-1252'],
    [
      'that declare Latin-1 and are UTF-8',
      doaj('<?xml version="1.0" encoding="ISO-8859-1"?>'),
      'utf-8',
      'UTF-8',
    ],
  ])('%s are read in their encoding, and another one can be chosen', async (_, text, bytes, name) => {
    const status = await host.preview('a.xml', encoded(text, bytes));
    expect(status.encodings).toMatchObject([{ encoding: name }]);
    expect(await titlesOf(status.id)).toEqual([title]);
    const candidates = await host.handlers['imports.encodings']({ id: status.id, file: 0 });
    expect(candidates[0]).toEqual({ name, texts: [title] });
    await choose(status, 'KOI8-R');
    expect(await titlesOf(status.id)).not.toEqual([title]);
  });

  test('are asked about if they are JSON', async () => {
    const json = JSON.stringify({ bibjson: { title, author: [{ name: 'Hélène Lefèvre' }] } });
    const status = await host.preview('a.json', encoded(json, 'windows-1252'));
    expect(status.encodings).toMatchObject([{ encoding: 'Windows-1252' }]);
    expect(await titlesOf(status.id)).toEqual([title]);
  });

  test('are UTF-8 even if a character is damaged', async () => {
    const bytes = encoded(doaj(''), 'utf-8');
    bytes[bytes.indexOf('des sols')] = 0xff;
    const { encodings } = await host.preview('a.xml', bytes);
    expect(encodings).toEqual([]);
  });

  test('in the encoding that they state are not asked about', async () => {
    const text = doaj('<?xml version="1.0" encoding="windows-1252"?>');
    const { id, encodings } = await host.preview('a.xml', encoded(text, 'windows-1252'));
    expect(encodings).toEqual([]);
    expect(await titlesOf(id)).toEqual([title]);
  });
});

test('remarks that most records have are counted for the file, and others are not', async () => {
  const many = [1, 2, 3].map((n) => record(`Soil ${n}`, 'Okoro, Ada', 'DO  - no doi\n')).join('');
  const { found } = await host.preview('a.ris', many + record('Mud', 'Okoro, Ada', 'DO  - none\n'));
  expect(found!.remarks).toEqual([
    { message: { key: 'import.note.notADoi', params: { text: 'no doi' } }, records: 3 },
  ]);
});
