import { describe, expect, test } from 'vitest';
import { readBibtex } from '../../src/main/formats/bibtex/readBibtex.ts';
import { readCrossref } from '../../src/main/formats/crossref/readCrossref.ts';
import { readCsl } from '../../src/main/formats/csl/workArticle.ts';
import { readDatacite } from '../../src/main/formats/datacite/readDatacite.ts';
import { detectXml } from '../../src/main/formats/detect/detectXml.ts';
import { readDoajXml } from '../../src/main/formats/doajXml/doajXmlArticle.ts';
import { readJats } from '../../src/main/formats/jats/readJats.ts';
import { readOai } from '../../src/main/formats/oai/readOai.ts';
import { readOjs } from '../../src/main/formats/ojs/readOjs.ts';
import type { Reader } from '../../src/main/formats/reader.ts';
import { readRis } from '../../src/main/formats/ris/readRis.ts';
import { readTextTable } from '../../src/main/formats/tables/csv/readTextTable.ts';
import { joinPages, type Pages, splitPages } from '../../src/main/formats/text/pages.ts';
import { yearAndMonth } from '../../src/main/formats/text/sourceDates.ts';
import { notesOf, readOne } from './readAll.ts';

/** A value is read by what it is, not by where it stands, and what is left out is named. */
async function read(reader: Reader, content: string) {
  const one = await readOne(reader, content);
  return { ...(one.record.bibjson as Record<string, unknown>), notes: notesOf(one).join('\n') };
}

describe('RIS', () => {
  const ris = (...lines: string[]) =>
    read(readRis, ['TY  - JOUR', 'TI  - T', ...lines, 'ER  - ', ''].join('\n'));

  test('a short number in SN is no ISSN', async () => {
    const article = await ris('SN  - 12345', 'SN  - 23456787');
    expect(article).toMatchObject({ identifier: [{ type: 'eissn', id: '2345-6787' }] });
    expect(article.notes).toContain('12345');
  });

  test.each([
    ['hr', 'DA  - 15. listopada 2024.', '10'],
    ['hrv', 'PY  - 2024///listopad', '10'],
    ['hr_HR', 'PY  - 2024/listopad/15', '10'],
    ['pl', 'DA  - 15 listopada 2024', '11'],
    ['cs', 'DA  - listopad 2024', '11'],
    ['hr', 'DA  - rujan-listopad 2024', undefined],
    ['en', 'DA  - listopad 2024', undefined],
    ['', 'DA  - listopad 2024', undefined],
  ])('in %s, the month of %s is %s', async (language, line, month) => {
    const article = await ris('PY  - 2024', `LA  - ${language}`, line);
    expect(article).toMatchObject({ year: '2024' });
    expect((article as { month?: string }).month).toBe(month);
    expect(article.notes.includes('listopad')).toBe(month === undefined);
  });

  test('a placeholder is no ISSN', async () => {
    const article = await ris('SN  - 0000-0000', 'SN  - 2345-6787');
    expect(article).toMatchObject({ identifier: [{ type: 'eissn', id: '2345-6787' }] });
    expect(article.notes).toContain('0000-0000');
  });

  test.each([
    [['M1  - 4', 'VL  - 3'], { volume: '3', number: '4' }],
    [['M1  - 4', 'IS  - 2'], { number: '2' }],
    [['M1  - not a number', 'VL  - 3'], { volume: '3' }],
  ])('%j: M1 is the issue where nothing else is', async (lines, journal) => {
    expect((await ris(...lines)) as object).toMatchObject({ journal });
    expect(Object.keys(((await ris(...lines)) as unknown as { journal: object }).journal)).toEqual(
      Object.keys(journal),
    );
  });

  test('T2 beside another journal is a second title', async () => {
    const article = await ris('T2  - The biennial', 'JF  - Imagined Times');
    expect(article).toMatchObject({ title: 'T', journal: { title: 'Imagined Times' } });
    expect(article.notes).toContain('The biennial');
    for (const abbreviation of ['Soil Lett.', 'J. Soil Lett'])
      expect(await ris('T2  - Journal of Soil Letters', `JF  - ${abbreviation}`)).toMatchObject({
        journal: { title: 'Journal of Soil Letters' },
        notes: expect.not.stringContaining('Soil Letters'),
      });
  });

  test('asterisks before keywords go with a remark, and a DOI with a fragment gets one', async () => {
    const article = await ris('KW  - *soil', 'KW  - water', 'DO  - 10.5555/a.1#frag');
    expect(article).toMatchObject({ keywords: ['soil', 'water'] });
    expect(article.notes).toMatch(/asterisk/i);
    expect(article.notes).toContain('10.5555/a.1#frag');
  });
});

describe('BibTeX', () => {
  const bib = (fields: string) => read(readBibtex, `@article{a, title = {T}, ${fields}}`);

  test.each([
    ['date = {2024-22}', '2024', '2024-22'],
    ['date = {2018-12/2019-01}', '2018', '2019'],
    ['year = {2525 [1982]}', '1982', '2525'],
    ['year = {2567}', undefined, '2567'],
    ['year = {1402}', undefined, '1402'],
    ['year = {in press}', undefined, 'in press'],
  ])('%s has the year %s and names %s', async (field, year, named) => {
    const article = await bib(field);
    expect(article).toHaveProperty('title', 'T');
    expect((article as { year?: string }).year).toBe(year);
    expect(article).not.toHaveProperty('month');
    expect(article.notes).toContain(named);
  });

  test('a list of keywords in a second pair of braces is divided', async () => {
    expect(await bib('keywords = {{soil water; quiet soils}}')).toMatchObject({
      keywords: ['soil water', 'quiet soils'],
    });
    expect(await bib('keywords = {{soil, water}, {quiet soils}}')).toMatchObject({
      keywords: ['soil, water', 'quiet soils'],
    });
  });
});

const dry = 'Drought in 1990\u00962000: it\u0092s dry';

test.each<[string, Reader, string]>([
  ['RIS', readRis, `TY  - JOUR\nTI  - ${dry}\nSP  - 12\u009619\nER  - \n`],
  ['BibTeX', readBibtex, `@article{a, title = {${dry}}, pages = {12\u009619}}`],
  ['a table', readTextTable, `Title,Pages\n${dry},12\u009619\n`],
  ['CSL-JSON', readCsl, JSON.stringify([{ type: 'article-journal', title: dry, page: '12\u009619' }])],
  [
    'OJS',
    readOjs,
    '<article xmlns="http://pkp.sfu.ca" current_publication_id="1"><publication publication_id="1"><title>Drought in 1990&#150;2000: it&#146;s dry</title><pages>12&#150;19</pages></publication></article>',
  ],
])('control characters in %s are the signs of Windows-1252 that they were', async (_, reader, content) => {
  expect(await read(reader, content)).toMatchObject({
    title: 'Drought in 1990–2000: it’s dry',
    journal: { start_page: '12', end_page: '19' },
  });
});

describe('volume and issue in one text', () => {
  const ris = (...lines: string[]) =>
    read(readRis, ['TY  - JOUR', 'TI  - T', ...lines, 'ER  - ', ''].join('\n'));

  test.each([
    [['VL  - 12(3)'], { volume: '12', number: '3' }],
    [['VL  - 12 (Suppl. 1)'], { volume: '12', number: 'Suppl. 1' }],
    [['IS  - Vol. 12 No. 3 (2020)'], { volume: '12', number: '3' }],
    [['VL  - 12', 'IS  - 12(3)'], { volume: '12', number: '3' }],
  ])('%j is divided, with a remark', async (lines, journal) => {
    const article = await ris(...lines);
    expect(article).toMatchObject({ journal });
    expect(article.notes).toMatch(/divided/);
  });

  test.each([
    [['VL  - 12(2020)'], { volume: '12(2020)' }],
    [['VL  - 12(3)', 'IS  - 4'], { volume: '12(3)', number: '4' }],
    [['VL  - 3-4'], { volume: '3-4' }],
    [['VL  - 12 S1'], { volume: '12 S1' }],
    [['IS  - 3 (45)'], { number: '3 (45)' }],
    [['IS  - 3-4(45–46)'], { number: '3-4(45–46)' }],
  ])('%j stays as it is', async (lines, journal) => {
    const article = await ris(...lines);
    expect((article as unknown as { journal: object }).journal).toEqual(journal);
    expect(article.notes).not.toMatch(/divided/);
  });

  test('its year counts where there is no other', async () => {
    expect(await ris('IS  - 12(3), 2020')).toMatchObject({ year: '2020' });
    expect(await ris('IS  - 12(3), 2020', 'PY  - 2021')).toMatchObject({ year: '2021' });
  });
});

describe('dates beside the chosen one', () => {
  const ris = (...lines: string[]) =>
    read(readRis, ['TY  - JOUR', 'TI  - T', ...lines, 'ER  - ', ''].join('\n'));

  test('a date that does not exist is named', async () => {
    const article = await ris('PY  - 2020', 'DA  - 2020-13-45');
    expect(article).toMatchObject({ year: '2020' });
    expect(article).not.toHaveProperty('month');
    expect(article.notes).toContain('2020-13-45');
  });

  test('in every format a remark says that the day was taken to come first', async () => {
    expect(await ris('DA  - 03/04/2020')).toMatchObject({
      month: '4',
      notes: expect.stringContaining('03/04/2020'),
    });
    expect((await ris('DA  - 13/04/2020')).notes).not.toContain('13/04/2020');
    expect(await read(readBibtex, '@article{a, title={T}, date={03/04/2020}}')).toMatchObject({
      month: '4',
      notes: expect.stringContaining('03/04/2020'),
    });
  });
});

test.each([
  ['10.5555/ab.\u00adc', '10.5555/ab.c'],
  [
    '10.5555/(SICI)1097(1998)17&lt;1661::AID&gt;3.0.CO;2-2',
    '10.5555/(SICI)1097(1998)17<1661::AID>3.0.CO;2-2',
  ],
])('the DOI %s', async (doi, id) => {
  expect(
    await read(
      readRis,
      `TY  - JOUR\nTI  - T\nDO  - ${doi}\nSN  - ISSN 2345 6787\nSN  - 978-3-16-148410-0\nER  - \n`,
    ),
  ).toMatchObject({
    identifier: [
      { type: 'doi', id },
      { type: 'eissn', id: '2345-6787' },
    ],
    notes: expect.stringContaining('978-3-16-148410-0'),
  });
});

describe('Dublin Core', () => {
  const dc = (inner: string) =>
    read(readOai, `<dc xmlns="http://purl.org/dc/elements/1.1/"><title>T</title>${inner}</dc>`);

  test('an ISSN alone is no range of pages', async () => {
    const article = await dc('<identifier>2345-6787</identifier><identifier>12-19</identifier>');
    expect(article).toMatchObject({
      identifier: [{ type: 'eissn', id: '2345-6787' }],
      journal: { start_page: '12', end_page: '19' },
    });
  });

  test.each(['hal-01234567', 'SOIL-2024', '2024-05'])(
    'the identifier %s is no range of pages',
    async (id) => {
      const article = await dc(`<identifier>${id}</identifier>`);
      expect(article).not.toHaveProperty('journal');
      expect(article.notes).toContain(id);
    },
  );

  test('provenance is no abstract, and other identifiers are named', async () => {
    const article = await dc(
      '<description>Submitted by L. (lib@press.example.org) on 2023-02-27T01:39:58Z No. of bitstreams: 1</description>' +
        '<description>We measured.</description><identifier>Li, B. (2020). Soil. Soil Letters 12(3), 12-19</identifier>',
    );
    expect(article).toMatchObject({ abstract: 'We measured.' });
    expect(article.notes).toContain('12(3)');
  });

  test.each([
    ['source', 'Soil Letters, 12(3), 12-19 (2020)'],
    ['source', 'Soil Letters; 2020; 12(3): 12-19'],
    ['source', 'Soil Letters, v. 12, n. 3, p. 12-19, 2020'],
    ['source', 'Soil Letters; Vol. 12 No. 3 (2020): Autumn; 12-19'],
    ['identifier', 'Soil Letters 12 (3), 12–19'],
  ])('a %s "%s" is divided', async (name, text) => {
    const article = await dc(`<date>2020</date><${name}>${text}</${name}>`);
    const journal = { title: 'Soil Letters', volume: '12', number: '3', start_page: '12', end_page: '19' };
    expect(article).toMatchObject({ journal, year: '2020' });
    expect(article.notes).not.toContain('identifier');
  });

  test.each([
    'Soil Letters 12(2020)',
    'Okoro, A. (2020). A soil. Soil Letters, 12(3), 12-19',
    'Soil Letters, 12(3), 12-19, with a supplement',
  ])('a source "%s" of which a part is not understood is named', async (text) => {
    const article = await dc(`<source>${text}</source>`);
    expect(article).not.toHaveProperty('journal');
    expect(article.notes).toContain(text);
  });

  test('numbers of characters that were escaped twice are read', async () => {
    expect(await dc('<subject>Solo&amp;#58; &amp;#225;gua</subject>')).toMatchObject({
      keywords: ['Solo: água'],
    });
  });

  test('relations state other identifiers', async () => {
    const relation = (text: string) => `<relation>info:eu-repo/semantics/altIdentifier/${text}</relation>`;
    expect(
      await dc(relation('eissn/2345-6787') + relation('pissn/1234-5679') + relation('doi/10.5555/x')),
    ).toMatchObject({
      identifier: [
        { type: 'doi', id: '10.5555/x' },
        { type: 'pissn', id: '1234-5679' },
        { type: 'eissn', id: '2345-6787' },
      ],
    });
  });
});

test('the issue that DataCite cut at its hyphen is no range of pages', async () => {
  const work = {
    titles: [{ title: 'T' }],
    types: { resourceTypeGeneral: 'JournalArticle' },
    container: { title: 'Soil Letters', firstPage: 'No 1', lastPage: '2 (2024)' },
    descriptions: [
      { descriptionType: 'SeriesInformation', description: 'Soil Letters, Vol 3, No 1-2 (2024)' },
    ],
    sizes: ['33–52 Pages'],
    publicationYear: 2024,
  };
  expect(await read(readDatacite, JSON.stringify(work))).toMatchObject({
    journal: { title: 'Soil Letters', volume: '3', number: '1-2', start_page: '33', end_page: '52' },
  });
});

test('a series and sizes of DataCite tell where an article stands', async () => {
  const work = {
    titles: [{ title: 'T' }],
    types: { resourceTypeGeneral: 'JournalArticle' },
    descriptions: [{ descriptionType: 'SeriesInformation', description: 'Soil Letters, 12(3), 5-16' }],
    sizes: ['12 pages'],
    publicationYear: 2024,
  };
  const journal = { title: 'Soil Letters', volume: '12', number: '3', start_page: '5', end_page: '16' };
  expect(await read(readDatacite, JSON.stringify(work))).toMatchObject({ journal });
  const sized = { ...work, sizes: ['pp. 33-44'], descriptions: [] };
  expect(await read(readDatacite, JSON.stringify(sized))).toMatchObject({
    journal: { start_page: '33', end_page: '44' },
  });
});

describe('JATS', () => {
  const jats = (meta: string) =>
    read(
      readJats,
      `<article><front><article-meta><title-group><article-title>T</article-title></title-group>${meta}</article-meta></front></article>`,
    );

  test('codes of a vocabulary are no part of a keyword', async () => {
    const part = (type: string, text: string) =>
      `<compound-kwd-part content-type="${type}">${text}</compound-kwd-part>`;
    expect(
      await jats(
        `<kwd-group><compound-kwd>${part('vocab-term-identifier', 'http://v.example.org/8')}${part('term', 'Soil physics')}</compound-kwd>` +
          `<compound-kwd>${part('code', '641')}${part('text', 'Groundwater')}</compound-kwd><compound-kwd>${part('code', 'A1')}</compound-kwd></kwd-group>`,
      ),
    ).toMatchObject({ keywords: ['Soil physics', 'Groundwater', 'A1'] });
  });

  test('several ranges of pages are named', async () => {
    const article = await jats(
      '<fpage>153</fpage><lpage>183</lpage><page-range>153-160, 180-183</page-range>',
    );
    expect(article).toMatchObject({ journal: { start_page: '153', end_page: '183' } });
    expect(article.notes).toContain('153-160, 180-183');
  });

  test('identifiers of a citation in an abstract are not read', async () => {
    expect(
      await jats(
        '<abstract><p>See [<mixed-citation><source>Soil Rev.</source> <volume>4</volume><issn>1234-5679</issn><pub-id>10.5555/s</pub-id></mixed-citation>].</p></abstract>',
      ),
    ).toMatchObject({ abstract: 'See [Soil Rev. 4].' });
  });
});

test('a Crossref deposit has the abstract in the language of the article', async () => {
  const abstract = (language: string) => `<abstract xml:lang="${language}"><p>In ${language}.</p></abstract>`;
  expect(
    await read(
      readCrossref,
      `<doi_batch><body><journal><journal_article language="cs"><titles><title>T</title></titles>${abstract('en')}${abstract('cs')}</journal_article></journal></body></doi_batch>`,
    ),
  ).toMatchObject({ abstract: 'In cs.' });
});

test.each([
  ['民國110年5月', '2021', '5'],
  ['平成30年', '2018', undefined],
  ['令和6年(2024年)3月', '2024', '3'],
  ['2563', undefined, undefined],
  ['in press', undefined, undefined],
  ['１２／２０２３', '2023', '12'],
])('the date %s is read, converted or named in every format', async (text, year, month) => {
  for (const article of [
    await read(readRis, `TY  - JOUR\nTI  - T\nPY  - ${text}\nER  - \n`),
    await read(readBibtex, `@article{a, title={T}, year={${text}}}`),
    await read(readBibtex, `@article{a, title={T}, date={${text}}}`),
    await read(
      readOai,
      `<dc:dc xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title><dc:date>${text}</dc:date></dc:dc>`,
    ),
    await read(
      readDatacite,
      JSON.stringify({ titles: [{ title: 'T' }], dates: [{ date: text, dateType: 'Issued' }] }),
    ),
    await read(
      readJats,
      `<article><front><article-meta><title-group><article-title>T</article-title></title-group><pub-date><string-date>${text}</string-date></pub-date></article-meta></front></article>`,
    ),
    await read(
      readOjs,
      `<article xmlns="http://pkp.sfu.ca" current_publication_id="1"><publication date_published="${text}" publication_id="1"><title>T</title></publication></article>`,
    ),
    await read(
      readDoajXml,
      `<records><record><title>T</title><publicationDate>${text}</publicationDate></record></records>`,
    ),
    await read(readCsl, JSON.stringify([{ type: 'article-journal', title: 'T', issued: { literal: text } }])),
    await read(readTextTable, `Title,Date\nT,${text}\n`),
  ]) {
    expect({
      year: (article as { year?: string }).year,
      month: (article as { month?: string }).month,
    }).toEqual({ year, month });
    if (!/20\d\d|２０/.test(text)) expect(article.notes).toContain(text);
  }
});

test('values that are read through damage, markup or TeX are not named as left out', async () => {
  const csv = await read(readTextTable, 'Title,Authors\nSoil,"MÃ¼ller, JÃ¶rg"\n');
  expect(csv).toMatchObject({ author: [{ name: 'Jörg Müller' }] });
  const ris = await read(
    readRis,
    'TY  - JOUR\nTI  - T\nAB  - &lt;p&gt;On &amp;lt;i&amp;gt;E. coli&amp;lt;/i&amp;gt;&lt;/p&gt;\nER  - \n',
  );
  expect(ris).toMatchObject({ abstract: 'On E. coli' });
  const bibtex = await read(
    readBibtex,
    String.raw`@article{a, title={At \SI{3e-5}{\meter} and \romannumeral 4}}`,
  );
  expect(bibtex).toMatchObject({ title: 'At 3×10⁻⁵ m and iv' });
  for (const { notes } of [csv, ris, bibtex]) expect(notes).not.toContain('Not imported');
});

test.each([
  ['de la Cruz, María José', ['María José de la Cruz']],
  ['de la Cruz, María José and von Neumann, Jan Piet', ['María José de la Cruz', 'Jan Piet von Neumann']],
  ['Jan von Neumann, Ana de la Vega', ['Jan von Neumann', 'Ana de la Vega']],
])('a family name with particles is no author by itself: %s', async (authors, names) => {
  const { author } = (await read(readTextTable, `Title,Authors\nSoil,"${authors}"\n`)) as {
    author?: { name: string }[];
  };
  expect(author?.map(({ name }) => name)).toEqual(names);
});

test('addresses with a comma between them are several', async () => {
  expect(
    await read(readTextTable, 'Title,Full text URL\nSoil,"https://e.org/a, https://e.org/b,c"\n'),
  ).toMatchObject({ link: [{ url: 'https://e.org/a' }, { url: 'https://e.org/b,c' }] });
});

test('a list of Arabic names is divided at its commas', async () => {
  expect(await read(readTextTable, 'العنوان;المؤلفون\nمياه النيل;أحمد محمد، فاطمة علي\n')).toMatchObject({
    author: [{ name: 'أحمد محمد' }, { name: 'فاطمة علي' }],
  });
});

test('a Buddhist year beside Thai text is Gregorian', async () => {
  expect(await read(readRis, 'TY  - JOUR\nTI  - ดิน\nPY  - 2563\nER  - \n')).toMatchObject({
    year: '2020',
    notes: expect.stringContaining('2563'),
  });
});

test.each(['Publisher: Abstract available from the publisher.', '[No abstract available]', 'N/A'])(
  'what a database writes in the place of an abstract is none: %s',
  async (text) => {
    const article = await read(readRis, `TY  - JOUR\nTI  - T\nAB  - ${text}\nER  - \n`);
    expect(article).not.toHaveProperty('abstract');
    expect(article.notes).toContain(text);
  },
);

test('addresses lose the signs around them, and references in them', async () => {
  const ris = (url: string) => read(readRis, `TY  - JOUR\nTI  - T\nUR  - ${url}\nER  - \n`);
  const link = (url: string) => ({ link: [{ url }] });
  expect(await ris('https://example.org/a?b=1&amp;c=2')).toMatchObject(link('https://example.org/a?b=1&c=2'));
  expect(await ris('<https://example.org/b>')).toMatchObject(link('https://example.org/b'));
});

test('article XML of the directory is known under other roots', () => {
  expect(detectXml('<import><record><journalTitle>J</journalTitle></record></import>')).toBe('doaj-xml');
  expect(detectXml('<import><other/></import>')).not.toBe('doaj-xml');
});

test.each<[string, Pages]>([
  ['91-5, viii', { start: '91', end: '5', ranges: '91-5, viii' }],
  ['12–19, 25', { start: '12', end: '25', ranges: '12–19, 25' }],
  ['iii-ix', { start: 'iii', end: 'ix' }],
  ['[3445 words; 18 paragraphs]', { start: '', end: '' }],
  ['153-83', { start: '153', end: '183', shortEnd: '83' }],
  ['pp. 1153–9, 1170-2', { start: '1153', end: '1172', shortEnd: '2', ranges: 'pp. 1153–9, 1170-2' }],
  ['153-53', { start: '153', end: '53' }],
  ['12-15+20', { start: '12', end: '20', ranges: '12-15+20' }],
  ['73+', { start: '73+', end: '' }],
  ['183-53', { start: '183', end: '53' }],
  ['12-9', { start: '12', end: '9' }],
  ['e101-e9', { start: 'e101', end: 'e109', shortEnd: 'e9' }],
  ['e101-S109', { start: 'e101', end: 'S109' }],
  ['vii + 20 p.', { start: '', end: '' }],
  ['12 p.', { start: '', end: '' }],
  ['12, 14-16', { start: '12', end: '16', ranges: '12, 14-16' }],
  ['頁12-19', { start: '12', end: '19' }],
  ['第5页', { start: '5', end: '' }],
  ['p. 5 à 16', { start: '5', end: '16' }],
  ['hlm. 12-19', { start: '12', end: '19' }],
  ['12-19.', { start: '12', end: '19' }],
  ['С. 5–12.', { start: '5', end: '12' }],
  ['[12-19]', { start: '12', end: '19' }],
  ['pp. (12-19).', { start: '12', end: '19' }],
  ['12-19 p.', { start: '12', end: '19' }],
  ['1–12 S.', { start: '1', end: '12' }],
  ['iii–ix.', { start: 'iii', end: 'ix' }],
  ['[12 p.]', { start: '', end: '' }],
  ['12(3)', { start: '12(3)', end: '' }],
  ['e232-9', { start: 'e232-9', end: '' }],
  ['S512-8', { start: 'S512', end: '8' }],
])('the pages %s', (text, pages) => {
  expect(splitPages(text)).toEqual(pages);
  expect(joinPages(text, pages.shortEnd ?? pages.end)).toEqual(pages);
});

test.each([
  ['2024-05-XX', { year: '2024', month: '5' }],
  ['15. siječnja 2024.', { year: '2024', month: '1' }],
  ['5 listopadu 2024', { year: '2024', month: '11' }],
  ['listopad 2024', { year: '2024', month: 'listopad 2024' }],
  ['2023-05~', { year: '2023', month: '5' }],
  ['2024-05-17Z', { year: '2024', month: '5' }],
  ['2024-05-17+02:00', { year: '2024', month: '5' }],
  ['2024-05-17-0530', { year: '2024', month: '5' }],
  ['2024-05-17T10:00:00Z', { year: '2024', month: '5' }],
  ['1998-2001', { year: '1998', month: '1998-2001' }],
  ['2024-XX-XX', { year: '2024', month: '' }],
  ['Spring 2024', { year: '2024', month: 'Spring 2024' }],
  ['2024', { year: '2024', month: '' }],
  ['[2024]', { year: '2024', month: '' }],
  ['c2024', { year: '2024', month: '' }],
])('the date %s', (text, date) => {
  expect(yearAndMonth(text)).toEqual(date);
});
