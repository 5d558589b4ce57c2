import { describe, expect, test } from 'vitest';
import { guessMapping } from '../../../src/main/formats/tables/guessMapping.ts';
import { headingMeaning } from '../../../src/main/formats/tables/headings/headings.ts';
import { readTableText, recordsOf } from './readTableText.ts';

const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');

/** The part of the record that a table of one row gives, and the keys of its notes. */
async function readRow(columns: Record<string, string>, mapping?: unknown) {
  const text = `${quoted(['Title', ...Object.keys(columns)])}\n${quoted(['Soil', ...Object.values(columns)])}\n`;
  const items = await readTableText(text, { mapping });
  const [item] = items;
  if (items.length !== 1 || !item || !('record' in item)) throw new Error(JSON.stringify(items));
  const { title: _, ...bibjson } = item.record.bibjson as Record<string, unknown>;
  return { bibjson, notes: item.notes.map(({ key }) => key) };
}

const authors = async (cell: string, more: Record<string, string> = {}) =>
  (await readRow({ Authors: cell, ...more })).bibjson.author;
const names = (...list: string[]) => list.map((name) => ({ name }));

describe('headings', () => {
  test.each(['Date (received)', 'Author (corresponding)', 'Title (short)', '(required)'])(
    '%s has no field of its own',
    (heading) => expect(headingMeaning(heading)).toBeNull(),
  );

  test.each([
    ['E-ISSN', 'eissn'],
    ['ISSN-L', 'issn'],
    ['N°', 'number'],
    ['publicationDate', 'date'],
    ['FULL_TEXT_URL', 'url'],
    ['Author(s)', 'authors'],
    ['Auteur·e·s', 'authors'],
    ['start_page', 'startPage'],
    ['Título', 'title'],
    ['Schlüsselwörter', 'keywords'],
    ['Schluesselwoerter', 'keywords'],
    ['Authors (Last, First)', 'authors'],
    ['Autoren (Nachname, Vorname)', 'authors'],
    ['Date (YYYY-MM-DD)', 'date'],
    ['Title (required)', 'title'],
    ['DOI del artículo', 'doi'],
    ['Págs.', 'pages'],
    ['Journal ISSN (print)', 'pissn'],
    ['Full text URL (PDF)', 'pdfUrl'],
    ['Enlace al artículo', 'url'],
    ['Mots-clés / Keywords', 'keywords'],
    ['Palabras claves', 'keywords'],
    ['Titre original', 'title'],
    ['ISSN de la edición impresa', 'pissn'],
    ['e-ISSN (online)', 'eissn'],
    ['ISSN on-line', 'eissn'],
    ['Pages (from)', 'startPage'],
    ['Seiten bis', 'endPage'],
    ['Páginas (inicio-fin)', 'pages'],
    ['Verfasserinnen und Verfasser', 'authors'],
    ['Afiliación institucional', 'affiliations'],
    ['Lien vers le PDF', 'pdfUrl'],
    ['Full-text address', 'url'],
  ])('%s is %s', (heading, target) => expect(headingMeaning(heading)).toEqual({ target }));

  test.each([
    ['Author 2 last name', { target: 'authorFamily', author: 2 }],
    ['Nachname (Autor 3)', { target: 'authorFamily', author: 3 }],
    ['Author 1 (Family, Given)', { target: 'authorName', author: 1 }],
    ['Author 1 affiliation 2', { target: 'authorAffiliation', author: 1 }],
    ['Nom, prénom 2', { target: 'authorName', author: 2 }],
    ['First author', { target: 'authorName', author: 1 }],
    ['Segundo autor', { target: 'authorName', author: 2 }],
    ['3rd author affiliation', { target: 'authorAffiliation', author: 3 }],
    ['authors[0].orcid_id', { target: 'authorOrcid', author: 0 }],
    ['Affiliation 4', { target: 'authorAffiliation', author: 4 }],
    ['Title (en)', { target: 'title', language: 'en' }],
    ['abstract_de', { target: 'abstract', language: 'de' }],
    ['Resumo em inglês', { target: 'abstract', language: 'en' }],
    ['English keywords', { target: 'keywords', language: 'en' }],
  ])('%s has a number or language', (heading, meaning) => expect(headingMeaning(heading)).toEqual(meaning));

  test.each([
    'Section title',
    'Issue title',
    'Date received',
    'Date accepted',
    'Number of authors',
    'Corresponding author',
    'Journal abbreviation',
    'Article type',
    'Article',
    'Title / Year',
    'Title ID',
    'x'.repeat(1000),
    '',
  ])('%s has no field', (heading) => expect(headingMeaning(heading)).toBeNull());

  test('that say nothing are known by the values below them', () => {
    const values = [
      ['10.1234/a', '0037-9999', '2024', 'https://a.b/c.pdf', 'https://a.b/c', '0000-0002-1825-0097', 'x'],
      ['doi:10.1234/b', '2049-3630', '2023', '', 'https://a.b/d', '', 'y'],
    ];
    const { columns } = guessMapping(['a', 'b', 'c', 'd', 'e', 'f', 'g'], values);
    expect(columns.map(({ target }) => target)).toEqual([
      'doi',
      'issn',
      'year',
      'pdfUrl',
      'url',
      'orcids',
      'ignored',
    ]);
  });
});

describe('cells with several authors', () => {
  test.each([
    ['Okoro, Ada; Li, Bo', ['Ada Okoro', 'Bo Li']],
    ['Okoro, Ada|Li, Bo', ['Ada Okoro', 'Bo Li']],
    ['Okoro, Ada;\nLi, Bo;\n', ['Ada Okoro', 'Bo Li']],
    ['Okoro, Ada; Li, Bo;\nDay, Cy', ['Ada Okoro', 'Bo Li', 'Cy Day']],
    ['Okoro, Ada; Li, Bo\nDay, Cy; Ray, Eva', ['Ada Okoro', 'Bo Li', 'Cy Day', 'Eva Ray']],
    ['Soil Group; Lagos | Li, Bo', ['Soil Group; Lagos', 'Bo Li']],
    ['Ada Okoro, Bo Li, Cy De Witt', ['Ada Okoro', 'Bo Li', 'Cy De Witt']],
    ['Ada Okoro, Bo Li and Cy Day', ['Ada Okoro', 'Bo Li', 'Cy Day']],
    ['Okoro, Ada and Li, Bo', ['Ada Okoro', 'Bo Li']],
    ['Okoro, Ada', ['Ada Okoro']],
    ['van der Berg, Ada', ['Ada van der Berg']],
    ['Okoro, Ada, Jr.', ['Ada Okoro Jr.']],
    ['Ministry of Food and Agriculture', ['Ministry of Food and Agriculture']],
    ['Dr Ada Okoro; Li, Prof. Dr. Bo; Drew Day', ['Ada Okoro', 'Bo Li', 'Drew Day']],
    ['Mme Ada Okoro; Dr.-Ing. Bo Li; dr. Cy Day', ['Ada Okoro', 'Bo Li', 'Cy Day']],
    ['Plato', ['Plato']],
    ['Okoro, Ada; Li, Bo and Day, Cy', ['Ada Okoro', 'Bo Li', 'Cy Day']],
    ['Okoro, Ada; Li, Bo; and Day, Cy', ['Ada Okoro', 'Bo Li', 'Cy Day']],
    ['Okoro, Ada; Institute of Soil and Water', ['Ada Okoro', 'Institute of Soil and Water']],
    ['Okoro, A., Li, B. C. & Day, C.-D.', ['A. Okoro', 'B. C. Li', 'C.-D. Day']],
  ])('%j', async (cell, list) => expect(await authors(cell)).toEqual(names(...list)));

  test('may end in "et al.", with a note', async () => {
    const { bibjson, notes } = await readRow({ Authors: 'Okoro, Ada; Li, Bo; et al.' });
    expect(bibjson.author).toEqual(names('Ada Okoro', 'Bo Li'));
    expect(notes).toContain('import.note.etAl');
  });

  test('have their affiliations and ORCIDs in the same order, with empty places', async () => {
    const orcid_id = 'https://orcid.org/0000-0002-1825-0097';
    expect(
      await authors('A One; B Two; C Three', { Affiliations: 'X; ; Z', ORCID: `;${orcid_id};` }),
    ).toEqual([
      { name: 'A One', affiliation: 'X' },
      { name: 'B Two', orcid_id },
      { name: 'C Three', affiliation: 'Z' },
    ]);
    expect(await authors('A One; B Two', { Affiliations: 'X; Y | Z; W' })).toEqual([
      { name: 'A One', affiliation: 'X; Y' },
      { name: 'B Two', affiliation: 'Z; W' },
    ]);
    expect(await authors('A One; ; C Three', { Affiliations: 'X; Y; Z' })).toEqual([
      { name: 'A One', affiliation: 'X' },
      { name: 'C Three', affiliation: 'Z' },
    ]);
  });

  test('may have an empty place at the first line of a list beside them', async () => {
    expect(await authors('Okoro, Ada\nLi, Bo', { Affiliations: '\nUni B' })).toEqual([
      { name: 'Ada Okoro' },
      { name: 'Bo Li', affiliation: 'Uni B' },
    ]);
  });

  test('have the first of several columns for their affiliations, with a note', async () => {
    const columns = {
      'Author 1': 'Okoro, Ada',
      'Author 1 affiliation 1': 'Uni A',
      'Author 1 affiliation 2': 'Uni B',
    };
    const { bibjson, notes } = await readRow(columns);
    expect(bibjson.author).toEqual([{ name: 'Ada Okoro', affiliation: 'Uni A' }]);
    expect(notes).toContain('import.note.firstAffiliation');
  });

  test('leave out an anonymous author, with a note', async () => {
    const { bibjson, notes } = await readRow({
      Authors: 'Anonymous; Okoro, Ada',
      Affiliations: 'Uni A; Uni B',
    });
    expect(bibjson.author).toEqual([{ name: 'Ada Okoro', affiliation: 'Uni B' }]);
    expect(notes).toContain('import.note.anonymous');
  });

  test('may be repeated columns, each with its affiliation beside it', async () => {
    const rows = ['Title,Author,Affiliation,Author,Affiliation', 'Soil,Ada Okoro,,Bo Li,Uni B', ''];
    expect(recordsOf(await readTableText(rows.join('\n')))).toMatchObject([
      { bibjson: { author: [{ name: 'Ada Okoro' }, { name: 'Bo Li', affiliation: 'Uni B' }] } },
    ]);
  });

  test.each([
    ['Given name,Family name,Affiliation,Given name,Family name,Affiliation', 'Ada,Okoro,,Bo,Li,Uni B'],
    ['Given name,Given name,Family name,Family name,Affiliation,Affiliation', 'Ada,Bo,Okoro,Li,,Uni B'],
    ['Given name,Family name,Given name,Family name,Affiliation', 'Ada,Okoro,Bo,Li,Uni B'],
  ])('may be repeated columns of their parts: %s', async (headings, cells) => {
    const [record] = recordsOf(await readTableText(`Title,${headings}\nSoil,${cells}\n`));
    expect(record).toMatchObject({
      bibjson: { author: [{ name: 'Ada Okoro' }, { name: 'Bo Li', affiliation: 'Uni B' }] },
    });
  });

  test('are all imported if another column names only the first of them', async () => {
    const more = { 'First author': 'Okoro, Ada', 'ORCID 1': '0000-0002-1825-0097' };
    expect(await authors('Okoro, Ada; Li, Bo', more)).toEqual([
      { name: 'Ada Okoro', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
      { name: 'Bo Li' },
    ]);
  });

  test('may have ORCIDs beside the names, and more affiliations than authors are noted', async () => {
    expect(await authors('Ada Okoro (0000-0002-1825-0097); Bo Li')).toEqual([
      { name: 'Ada Okoro', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
      { name: 'Bo Li' },
    ]);
    const { notes } = await readRow({ Authors: 'A One; B Two', Affiliations: 'X; Y; Z' });
    expect(notes).toContain('import.note.surplusEntries');
  });
});

describe('an explicit mapping', () => {
  const title = { heading: 'Title', target: 'title' };

  test('says what separates lists and the parts of an author', async () => {
    const columns = [title, { heading: 'Who', target: 'authors' }];
    const mapping = { columns, listSeparators: ['//'], partSeparator: '|' };
    const { bibjson } = await readRow(
      { Who: 'Okoro, Ada | Univ; X | 0000-0002-1825-0097 // Li, Bo' },
      mapping,
    );
    expect(bibjson.author).toEqual([
      { name: 'Ada Okoro', affiliation: 'Univ; X', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
      { name: 'Bo Li' },
    ]);
  });

  test('says whether the day or the month is first', async () => {
    const columns = [title, { heading: 'When', target: 'date' }];
    const cell = { When: '03/04/2024' };
    expect(await readRow(cell, { columns })).toEqual({
      bibjson: { year: '2024', month: '4' },
      notes: ['import.note.dayFirst'],
    });
    expect(await readRow(cell, { columns, dateOrder: 'month' })).toEqual({
      bibjson: { year: '2024', month: '3' },
      notes: [],
    });
  });

  test('says so for each column, before what it says for the table', async () => {
    const columns = (dateOrder?: string) => [
      title,
      { heading: 'When', target: 'date', ...(dateOrder && { dateOrder }) },
    ];
    const cell = { When: '03/04/2024' };
    const monthFirst = { bibjson: { year: '2024', month: '3' }, notes: [] };
    expect(await readRow(cell, { columns: columns('month') })).toEqual(monthFirst);
    expect(await readRow(cell, { columns: columns('month'), dateOrder: 'day' })).toEqual(monthFirst);
    expect(await readRow(cell, { columns: columns('day'), dateOrder: 'month' })).toMatchObject({
      bibjson: { month: '4' },
    });
    const two = [...columns('month'), { heading: 'Printed', target: 'printDate', dateOrder: 'day' }];
    expect(await readRow({ When: '', Printed: '03/04/2024' }, { columns: two })).toMatchObject({
      bibjson: { month: '4' },
    });
  });

  test('finds headings without regard to case and blanks, and takes equal ones in order', async () => {
    const columns = [
      { heading: ' what ', target: 'title' },
      { heading: 'WHAT', target: 'subtitle' },
      { heading: 'Title', target: 'ignored' },
    ];
    const items = await readTableText('Some heading\n\nWhat,what,Title\nSoil,a study,x\n', {
      mapping: { columns },
    });
    expect(recordsOf(items)).toEqual([{ bibjson: { title: 'Soil: a study' } }]);
  });
});

describe('values', () => {
  test.each([
    ['0037-9999', [{ type: 'eissn', id: '0037-9999' }]],
    ['379999', [{ type: 'eissn', id: '0037-9999' }]],
    [
      '0037-9999; 2049-3630',
      [
        { type: 'pissn', id: '0037-9999' },
        { type: 'eissn', id: '2049-3630' },
      ],
    ],
    [
      '2049-3630 (Online), 0037-9999 (Print)',
      [
        { type: 'pissn', id: '0037-9999' },
        { type: 'eissn', id: '2049-3630' },
      ],
    ],
    [
      'ISSN 0037-9999 / e-ISSN 2049-3630',
      [
        { type: 'pissn', id: '0037-9999' },
        { type: 'eissn', id: '2049-3630' },
      ],
    ],
    ['0037 9999', [{ type: 'eissn', id: '0037-9999' }]],
    ['ISSN00379999', [{ type: 'eissn', id: '0037-9999' }]],
    ['unknown', [{ type: 'eissn', id: 'unknown' }]],
  ])('an ISSN cell %j', async (cell, identifier) => {
    expect((await readRow({ ISSN: cell })).bibjson.identifier).toEqual(identifier);
  });

  test.each(['0037-9999/2049-3630', '00379999 20493630', '2049-3630 (en ligne) 0037-9999 (papier)'])(
    'both ISSNs of %j',
    async (cell) => {
      expect((await readRow({ ISSN: cell })).bibjson.identifier).toEqual([
        { type: 'pissn', id: '0037-9999' },
        { type: 'eissn', id: '2049-3630' },
      ]);
    },
  );

  test.each([
    [{ Pages: 'pp. 12–19, 25' }, { start_page: '12', end_page: '25' }],
    [{ 'Start page': '12-19' }, { start_page: '12', end_page: '19' }],
    [{ Pages: 'e12' }, { start_page: 'e12' }],
    [{ Pages: '–', Volume: '1' }, { volume: '1' }],
    [{ 'Start page': '7', 'End page': '-' }, { start_page: '7' }],
    [
      { Volume: '007', Issue: '3-4' },
      { volume: '007', number: '3-4' },
    ],
    [{ 'Article number': 'e7' }, { start_page: 'e7' }],
  ])('%j', async (cells, journal) => {
    expect((await readRow(cells as Record<string, string>)).bibjson.journal).toEqual(journal);
  });

  test.each([
    [{ URL: 'https://doi.org/10.1234/a' }, '10.1234/a'],
    [{ URL: 'https://doi.org/10.1234/a', DOI: '10.1234/b' }, '10.1234/b'],
  ])('the DOI of %j is its own, or that of the address', async (cells, id) => {
    expect((await readRow(cells)).bibjson.identifier).toEqual([{ type: 'doi', id }]);
  });

  test('an abstract in HTML has its headings in front of their texts, without that of the whole', async () => {
    const html = '<h2>Abstract</h2><h3>Aim</h3><p>Soil.</p><h3>Results:</h3><p>Earth.</p><p>More.</p>';
    expect((await readRow({ Abstract: html })).bibjson.abstract).toBe('Aim: Soil.\nResults: Earth.\nMore.');
  });

  test('titles, abstracts and keywords are in the language of the article', async () => {
    const columns = {
      'Title (fr)': 'Sol',
      Abstract: 'Erde',
      'Abstract (fr)': 'Terre',
      'Keywords (fr)': 'terre',
      Keywords: 'Boden',
    };
    const texts = async (more: Record<string, string>) => {
      const { bibjson } = await readRow({ ...columns, ...more });
      return [bibjson.abstract, bibjson.keywords];
    };
    expect(await texts({})).toEqual(['Erde', ['Boden']]);
    expect(await texts({ Language: 'French' })).toEqual(['Terre', ['terre']]);
  });

  test('a date that is a season, or no date, is noted', async () => {
    expect(await readRow({ Date: 'Spring 2024' })).toEqual({
      bibjson: { year: '2024' },
      notes: ['import.note.monthDropped'],
    });
    expect(await readRow({ Date: 'soon' })).toEqual({ bibjson: {}, notes: ['import.note.noDate'] });
  });

  test.each(['2024-05-01', 'May 2024', '5', 'mai'])('the month of %j is 5', async (Month) => {
    expect((await readRow({ Year: '2024', Month })).bibjson).toEqual({ year: '2024', month: '5' });
  });

  test('a year that is none is noted', async () => {
    expect(await readRow({ Year: '24', Month: '5' })).toEqual({ bibjson: {}, notes: ['import.note.noDate'] });
  });

  test('one row for each author makes one article', async () => {
    const text =
      'Article title,Author given name,Author surname,Affiliation\nSoil,Ada,Okoro,X\n,Bo,Li,\nWater,Cy,Day,Z\n';
    expect(recordsOf(await readTableText(text))).toEqual([
      { bibjson: { title: 'Soil', author: [{ name: 'Ada Okoro', affiliation: 'X' }, { name: 'Bo Li' }] } },
      { bibjson: { title: 'Water', author: [{ name: 'Cy Day', affiliation: 'Z' }] } },
    ]);
  });
});
