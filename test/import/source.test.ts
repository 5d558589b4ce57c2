import { afterEach, beforeEach, expect, test } from 'vitest';
import { textWorkbook, zipOf } from '../formats/tables/workbookOf.ts';
import { encoded } from '../helpers/encoded.ts';
import { type ImportHost, startHost } from './importHost.ts';

let host: ImportHost;

beforeEach(() => {
  host = startHost();
});
afterEach(() => host.end());

/** The source of each record of a file, and of the row that the preview shows for it. */
async function sourcesOf(name: string, content: string | Uint8Array) {
  const { id, state } = await host.preview(name, content);
  if (state === 'mapping') {
    const { mapping } = await host.handlers['imports.mapping']({ id });
    await host.handlers['imports.readMapped']({ id, mapping });
    await host.reached(id, 'preview');
  }
  const rows = await host.rows(id);
  const found = [];
  for (const { title, position } of rows)
    found.push({ title, source: await host.handlers['imports.source']({ id, position }) });
  return found;
}

const textOf = (source: Awaited<ReturnType<typeof sourcesOf>>[number]['source']) =>
  source?.kind === 'text' ? source.text : null;

const doaj = (title: string, end = '') =>
  `<record>${end}<title>${title}</title><authors><author><name>Ada &amp; Okoro</name></author></authors></record>`;
const jats = (title: string) =>
  `<?xml version="1.0"?>\n<!DOCTYPE article>\n<article\n article-type="research-article"><front><article-meta>
<title-group><article-title>${title}</article-title></title-group></article-meta></front></article>`;

test.each([
  [
    'a.ris',
    'TY  - JOUR\nTI  - Soil\nER  - \n\nTY  - JOUR\nTI  - Mud\nN1  - x\nER  - \n',
    ['TY  - JOUR\nTI  - Soil\nER  -', 'TY  - JOUR\nTI  - Mud\nN1  - x\nER  -'],
  ],
  [
    'a.bib',
    '@article{a,\n title = {Soil}\n}\n@string{x = "y"}\n@article{b, title = {Mud}}\n',
    ['@article{a,\n title = {Soil}\n}', '@article{b, title = {Mud}}'],
  ],
  ['a.xml', `<records>\n${doaj('Soil')}\n${doaj('Mud', '\n')}</records>`, [doaj('Soil'), doaj('Mud', '\n')]],
  [
    'a.nbib',
    'PMID- 1\nTI  - Soil\nFAU - Okoro, Ada\n\nPMID- 2\nTI  - Mud\n      and more\nFAU - Okoro, Ada\n',
    ['PMID- 1\nTI  - Soil\nFAU - Okoro, Ada', 'PMID- 2\nTI  - Mud\n      and more\nFAU - Okoro, Ada'],
  ],
  [
    'a.enw',
    '%0 Journal Article\n%T Soil\n%A Okoro, Ada\n\n%0 Journal Article\n%T Mud\n%A Okoro, Ada\n',
    ['%0 Journal Article\n%T Soil\n%A Okoro, Ada', '%0 Journal Article\n%T Mud\n%A Okoro, Ada'],
  ],
  [
    'a.xml',
    `<records>${doaj('Soil')}<record>x</record>${doaj('Mud')}</records>`,
    [doaj('Soil'), '<record>x</record>', doaj('Mud')],
  ],
])('the lines of a record of %s are shown beside it', async (name, content, texts) => {
  const found = await sourcesOf(name, content);
  expect(found.map(({ source }) => textOf(source))).toEqual(texts);
});

test('records of a file in one line are told apart, wherever the file is cut into pieces', async () => {
  const titles = Array.from({ length: 12 }, (_, at) => `Soil ${at} ${'x'.repeat(3_937)}`);
  const found = await sourcesOf('a.xml', `<records>${titles.map((title) => doaj(title)).join('')}</records>`);
  expect(found.map(({ source }) => textOf(source))).toEqual(titles.map((title) => doaj(title)));
});

test('an object of JSON is shown with a value in each line', async () => {
  const records = [{ bibjson: { title: 'Soil' } }, { bibjson: { title: 'Mud' } }];
  const found = await sourcesOf('a.json', JSON.stringify(records));
  expect(found.map(({ source }) => textOf(source))).toEqual(
    records.map((record) => JSON.stringify(record, null, 2)),
  );
  expect(found[0]!.source).toMatchObject({ line: null, isCut: false });
});

test('an entry of a zip file is shown as its text', async () => {
  const zip = zipOf({ 'one/a.xml': jats('Soil'), 'two/a.xml': jats('Mud') });
  const found = await sourcesOf('a.zip', zip);
  expect(found.map(({ source }) => textOf(source))).toEqual(
    ['Soil', 'Mud'].map((title) => jats(title).slice(jats(title).indexOf('<article\n'))),
  );
});

test.each([
  ['a.csv', encoded('Tytuł;Autorzy;Uwagi\nŁąki;Nowak, Jan;x\nŻaba;Nowak, Jan;\n', 'windows-1250')],
  [
    'a.xlsx',
    textWorkbook({
      Sheet: [
        ['Tytuł', 'Autorzy', 'Uwagi'],
        ['Łąki', 'Nowak, Jan', 'x'],
        ['Żaba', 'Nowak, Jan', ''],
      ],
    }),
  ],
])('the cells of a row of %s are shown with their headings', async (name, content) => {
  const [first, second] = await sourcesOf(name, content);
  expect(first!.source).toEqual({
    kind: 'rows',
    isCut: false,
    rows: [
      {
        line: 2,
        cells: [
          { heading: 'Tytuł', value: 'Łąki' },
          { heading: 'Autorzy', value: 'Nowak, Jan' },
          { heading: 'Uwagi', value: 'x' },
        ],
      },
    ],
  });
  expect(second!.source).toMatchObject({ rows: [{ line: 3, cells: [{ value: 'Żaba' }, {}] }] });
});

test('a source of any size is cut', async () => {
  const long = `TY  - JOUR\nTI  - Soil\nN1  - ${'x'.repeat(100_000)}\n${'N1  - y\n'.repeat(3_000)}ER  - \n`;
  const [found] = await sourcesOf('a.ris', long);
  expect(found!.source).toMatchObject({ isCut: true });
  expect(textOf(found!.source)!.length).toBeLessThanOrEqual(20_000);
});

test('a record is shown as it will be imported, and a place that is gone is not', async () => {
  const { id } = await host.preview(
    'a.ris',
    'TY  - JOUR\nTI  - Soil\nAU  - Okoro, Ada\nAU  - Li, Ben\nER  - \n',
  );
  const { fields } = await host.handlers['imports.record']({ id, position: 1 });
  expect(fields).toEqual([
    { path: 'bibjson.title', text: 'Soil' },
    { path: 'bibjson.author', text: 'Ada Okoro\nBen Li' },
  ]);
  expect(() => host.handlers['imports.record']({ id, position: 2 })).toThrow();
  expect(await host.handlers['imports.source']({ id, position: 2 })).toBeNull();
  await host.accept(id);
  expect(await host.handlers['imports.source']({ id, position: 1 })).toBeNull();
});
