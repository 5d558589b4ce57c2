import { describe, expect, test } from 'vitest';
import { detectFormat } from '../../src/main/formats/detect/detectFormat.ts';
import { readEndnote } from '../../src/main/formats/endnote/readEndnote.ts';
import { readRefer } from '../../src/main/formats/endnote/readRefer.ts';
import { readNbib } from '../../src/main/formats/pubmed/readNbib.ts';
import type { Reader } from '../../src/main/formats/reader.ts';
import { readRefworks } from '../../src/main/formats/refworks/readRefworks.ts';
import { readRis } from '../../src/main/formats/ris/readRis.ts';
import { readWebOfScience } from '../../src/main/formats/webOfScience/readWebOfScience.ts';
import { bibjsonOf, notesOf, readAll, readOne } from './readAll.ts';
import { sourceFile } from './sourceFile.ts';
import { endnote, nbib, refer, refworks, webOfScience } from './taggedSamples.ts';

const doi = { type: 'doi', id: '10.5555/soil.1' };
const article = (fields: object) => ({
  title: 'Soil moisture',
  year: '2024',
  month: '5',
  keywords: ['clay', 'soil moisture'],
  identifier: [doi, { type: 'eissn', id: '0037-9999' }],
  journal: { title: 'Journal of Soil', volume: '14', number: '2', start_page: '153', end_page: '183' },
  author: [{ name: 'Ada B. Okoro' }, { name: 'John Smith Jr.' }, { name: 'World Health Organization' }],
  link: [{ type: 'fulltext', content_type: 'HTML', url: 'https://example.org/soil/1' }],
  ...fields,
});
const bothIssns = [doi, { type: 'pissn', id: '0037-9999' }, { type: 'eissn', id: '2049-3630' }];

describe('every tag of a full record goes to its field', () => {
  test.each<[string, Reader, string, object, string[]]>([
    [
      'PubMed',
      readNbib,
      nbib,
      {
        title: 'Soil moisture in the delta: a study of the upper layers of clay.',
        abstract: 'BACKGROUND: Soil dries. METHODS: We measured it for many years. RESULTS: It dried.',
        year: '2024',
        month: '4',
        keywords: ['clay', 'soil moisture'],
        identifier: bothIssns,
        journal: {
          title: 'Journal of soil',
          volume: '14',
          number: '2',
          start_page: '1153',
          end_page: '1183',
        },
        author: [
          {
            name: 'Ada B Okoro',
            affiliation: 'Department of Soil, University of Lagos, Nigeria.',
            orcid_id: 'https://orcid.org/0000-0002-1825-0097',
          },
          { name: 'John Smith Jr', orcid_id: 'https://orcid.org/0000-0001-5109-3700' },
          { name: 'Delta Study Group' },
        ],
        link: [{ type: 'fulltext', content_type: 'HTML', url: 'https://doi.org/10.5555/soil.1' }],
      },
      [
        'The asterisks of major topics before keywords were left out.',
        'E-mail addresses must not be part of a record and were not imported: ada@lagos.example.',
        'Ada B Okoro has 2 affiliations. The directory stores one, so the first was imported.',
        expect.stringMatching(
          /other identifiers \(39000001; e12 \[pii\].*licence \(\(c\) 2024 The Authors\.\), place of publication \(England\), “MH” \(Soil\/\*chemistry\)/,
        ),
      ],
    ],
    [
      'Refer and EndNote',
      readRefer,
      refer,
      article({ abstract: 'First paragraph.\nSecond paragraph.' }),
      [
        'The file does not say which ISSN is print and which is online. Check them.',
        'The last page is written as “83”, which is short for 183.',
        'Links that are no complete web addresses were not imported: internal-pdf://1/soil.pdf.',
        'Not imported (no matching field): joint address of the authors (University of Lagos), publisher (Example Press).',
      ],
    ],
    [
      'RefWorks',
      readRefworks,
      refworks,
      article({
        abstract: 'First paragraph.\nA paragraph that begins with a capital letter.',
        author: [{ name: 'Ada B. Okoro' }, { name: 'John Smith Jr' }],
      }),
      [
        'The file does not say which ISSN is print and which is online. Check them.',
        'The last page is written as “83”, which is short for 183.',
        'Not imported (no matching field): joint address of the authors (University of Lagos).',
      ],
    ],
    [
      'Web of Science',
      readWebOfScience,
      webOfScience,
      article({
        title: 'Soil moisture in the delta: a study',
        abstract: 'Soil dries. We measured it.',
        month: '4',
        keywords: ['clay', 'soil moisture', 'sand'],
        identifier: bothIssns,
        journal: { title: 'JOURNAL OF SOIL', volume: '14', number: '2', start_page: '153', end_page: '183' },
        author: [
          {
            name: 'Ada B. Okoro',
            affiliation: 'Univ Lagos, Dept Soil, Lagos, Nigeria.',
            orcid_id: 'https://orcid.org/0000-0002-1825-0097',
          },
          {
            name: 'John Smith',
            affiliation: 'Univ Lagos, Dept Soil, Lagos, Nigeria.',
            orcid_id: 'https://orcid.org/0000-0001-5109-3700',
          },
          { name: 'Delta Study Grp' },
        ],
        link: [{ type: 'fulltext', content_type: 'HTML', url: 'https://doi.org/10.5555/soil.1' }],
      }),
      [
        'ORCID iDs of persons who are not among the authors were not imported: Doe, Jane/0000-0002-1694-233X.',
        'The item number e12 was not imported.',
        'John Smith has 2 affiliations. The directory stores one, so the first was imported.',
        expect.stringMatching(
          /e-mail addresses, document type \(Review; Early Access\), “ID” \(WATER; DYNAMICS\), other details of authors \(Okoro, AB \(corresponding author\).*other identifiers \(WOS:000001\)/,
        ),
      ],
    ],
    [
      'XML of EndNote',
      readEndnote,
      endnote,
      article({
        title: '10³ drops of CO2',
        abstract: 'First paragraph.',
        identifier: bothIssns,
        author: [{ name: 'Ada B. Okoro' }, { name: 'John Smith Jr.' }, { name: 'Delta Study Group' }],
        link: [
          { type: 'fulltext', content_type: 'HTML', url: 'https://example.org/soil/1' },
          { type: 'fulltext', content_type: 'PDF', url: 'https://example.org/soil/1.pdf' },
        ],
      }),
      [
        'Contributors who are not authors were not imported: Jane Doe (editor).',
        'The last page is written as “83”, which is short for 183.',
        'Not imported (no matching field): technical details of the file (a.enl; EndNote; EN; x), joint address of the authors (University of Lagos), “custom1” (ours).',
      ],
    ],
  ])('%s', async (_, reader, text, expected, notes) => {
    const { records, problems } = await readAll(reader, text);
    expect(problems).toEqual([]);
    expect(records.map(({ record }) => (record.bibjson as { title: string }).title.slice(0, 4))).toEqual([
      expect.any(String),
      'Sand',
    ]);
    expect(records[0]!.record).toEqual({ bibjson: expected });
    expect(notesOf(records[0]!)).toEqual(notes);
  });
});

const lines = (...all: string[]) => `${all.join('\n')}\n`;
const people = (...names: string[]) => ({ author: names.map((name) => ({ name })) });

describe('PubMed', () => {
  const nbibOf = (...fields: string[]) => lines('PMID- 1', ...fields);
  test.each<[string, string[], object]>([
    [
      'short names where there are no others',
      ['AU  - Okoro AB', 'AU  - van der Berg J 3rd'],
      people('AB Okoro', 'J van der Berg 3rd'),
    ],
    ['no “et al.”', ['FAU - Okoro, Ada', 'AU  - Okoro A', 'AU  - et al.'], people('Ada Okoro')],
    ['only the full one of two names', ['FAU - Okoro, Ada', 'AU  - Okoro A'], people('Ada Okoro')],
    [
      'the affiliation before the names, which is that of the first author',
      ['AD  - University of Lagos', 'FAU - Okoro, Ada', 'FAU - Smith, Jo'],
      { author: [{ name: 'Ada Okoro', affiliation: 'University of Lagos' }, { name: 'Jo Smith' }] },
    ],
    ['no month for a season', ['DP  - 2024 Spring'], { year: '2024' }],
    ['no month for two of them', ['DP  - 2023 Dec-2024 Jan'], { year: '2023' }],
    [
      'the date of electronic publication first',
      ['DP  - 2024 May', 'DEP - 20231102'],
      { year: '2023', month: '11' },
    ],
    [
      'pages without those of the discussion',
      ['PG  - 91-5; discussion 96'],
      { journal: { start_page: '91', end_page: '95' } },
    ],
    [
      'electronic pages whose last one is shortened',
      ['PG  - e232-9'],
      { journal: { start_page: 'e232', end_page: 'e239' } },
    ],
    ['an article number as the first page', ['PG  - e12'], { journal: { start_page: 'e12' } }],
    [
      'the title and the abstract in its own language',
      ['TI  - [Soil.]', 'LA  - ger', 'TT  - Boden.', 'AB  - In English.', 'OAB - Auf Deutsch.', 'OABL- ger'],
      { title: 'Boden.', abstract: 'Auf Deutsch.' },
    ],
    ['a translated title without its brackets', ['TI  - [Soil.]', 'LA  - ger'], { title: 'Soil.' }],
    [
      'the DOI at the end of the citation',
      ['SO  - J Soil. 2001;1:2. doi: 10.5555/a(b).'],
      { identifier: [{ type: 'doi', id: '10.5555/a(b)' }] },
    ],
  ])('has %s', async (_, fields, expected) => {
    expect(await bibjsonOf(readNbib, nbibOf(...fields))).toMatchObject(expected);
  });

  test.each([
    ['PT  - Retracted Publication', 'This article has been retracted.'],
    ['RIN - J Soil. 2024;1:2', 'This article has been retracted.'],
    ['ROF - J Soil. 2023;1:2', 'This is the retraction of another article.'],
    ['PT  - Published Erratum', 'This is a correction of another article.'],
    ['EIN - J Soil. 2024;1:2', 'A correction of this article has been published.'],
    ['ECI - J Soil. 2024;1:2', 'An expression of concern about this article has been published.'],
    ['PT  - Editorial', 'This is an editorial.'],
  ])('says what kind of article it is: %s', async (field, note) => {
    expect(notesOf(await readOne(readNbib, nbibOf(field)))).toContain(note);
  });
});

describe('records are divided', () => {
  const titles = async (reader: Reader, text: string) => {
    const { records } = await readAll(reader, text);
    return records.map(({ record }) => (record.bibjson as { title?: string }).title);
  };
  const both = ['Soil', 'Sand'];
  test.each<[string, Reader, string]>([
    [
      'by a blank line, without types',
      readRefer,
      lines('%A Okoro, A.', '%T Soil', '', '', '%T Sand', '%D 2024'),
    ],
    [
      'by the type, with a blank line after each line',
      readRefer,
      lines('%0 Journal Article', '', '%T Soil', '', '%0 Journal Article', '', '%T Sand'),
    ],
    [
      'by the type, without a blank line',
      readRefer,
      lines('%0 Journal Article', '%T Soil', '%0 Journal Article', '%T Sand'),
    ],
    [
      'by the number, without a blank line',
      readNbib,
      lines('PMID- 1', 'TI  - Soil', 'PMID- 2', 'TI  - Sand'),
    ],
    [
      'after lines of a program',
      readNbib,
      lines('Sent by a program', '', 'PMID- 1', 'TI  - Soil', '', 'PMID- 2', 'TI  - Sand'),
    ],
    [
      'by the type, whatever else begins a line',
      readRefworks,
      lines(
        'RT Journal Article',
        'T1 Soil',
        'AB One',
        '',
        'RTOS is no tag.',
        'RT Journal Article',
        'T1 Sand',
      ),
    ],
    [
      'by ER, in files that were put together',
      readWebOfScience,
      lines(
        'FN Clarivate',
        'VR 1.0',
        'PT J',
        'TI Soil',
        'ER',
        '',
        'EF',
        'FN Clarivate',
        'VR 1.0',
        'PT J',
        'TI Sand',
        'ER',
        'EF',
      ),
    ],
    [
      'after a byte order mark, in files that were put together',
      readRefer,
      lines('%0 Journal Article', '%T Soil', '\ufeff%0 Journal Article', '%T Sand'),
    ],
    [
      'after a byte order mark, also of RIS',
      readRis,
      lines('TY  - JOUR', 'TI  - Soil', 'ER  - ', '\ufeffTY  - JOUR', 'TI  - Sand', 'ER  - '),
    ],
    ['by the next type, without ER', readWebOfScience, lines('PT J', 'TI Soil', 'PT J', 'TI Sand')],
  ])('%s', async (_, reader, text) => {
    expect(await titles(reader, text)).toEqual(both);
    expect(await titles(reader, text.replaceAll('\n', '\r\n'))).toEqual(both);
  });
});

describe('Web of Science', () => {
  const of = (...fields: string[]) => lines('PT J', ...fields, 'ER');
  const persons = ['AU Okoro, A', '   Smith, J', '   Smith, K'];
  test.each<[string, string[], object[]]>([
    [
      'an address without names to the only author',
      ['AU Okoro, A', 'C1 Univ Lagos.'],
      [{ name: 'A Okoro', affiliation: 'Univ Lagos.' }],
    ],
    [
      'an address to authors under their short names',
      [...persons, 'C1 [Smith, K] Univ Lagos.'],
      [{ name: 'A Okoro' }, { name: 'J Smith' }, { name: 'K Smith', affiliation: 'Univ Lagos.' }],
    ],
    [
      'an ORCID to the author with that initial',
      ['AU Okoro, A', '   Smith, J', 'OI Smith, John B/0000-0001-5109-3700'],
      [{ name: 'A Okoro' }, { name: 'J Smith', orcid_id: 'https://orcid.org/0000-0001-5109-3700' }],
    ],
    [
      'an ORCID to the author with a longer given name',
      ['AU Garcia, J', 'AF García, José Luis', 'OI García, Jose/0000-0002-1825-0097'],
      [{ name: 'José Luis García', orcid_id: 'https://orcid.org/0000-0002-1825-0097' }],
    ],
    [
      'no ORCID of somebody else with that initial',
      ['AU Smith, J', 'AF Smith, Jane', 'OI Smith, John/0000-0001-5109-3700'],
      [{ name: 'Jane Smith' }],
    ],
  ])('gives %s', async (_, fields, author) => {
    expect(await bibjsonOf(readWebOfScience, of(...fields))).toEqual({ author });
  });

  test('gives what two namesakes may have to neither', async () => {
    const author = [{ name: 'Wei Li' }, { name: 'Wei Li' }];
    const fields = ['AU Li, Wei', '   Li, Wei', 'C1 [Li, Wei] Univ A.', 'OI Li, Wei/0000-0001-5109-3700'];
    expect(await bibjsonOf(readWebOfScience, of(...fields))).toEqual({ author });
  });

  test.each([
    [
      'addresses without names beside several authors',
      [...persons, 'C1 Univ Lagos.'],
      /joint address of the authors/,
    ],
    [
      'an ORCID that may belong to two authors',
      ['AU Smith, Jo', '   Smith, Ja', 'OI Smith, J/0000-0001-5109-3700'],
      /Smith, J\/0000-0001-5109-3700/,
    ],
    [
      'an ORCID of a short name that two authors have',
      ['AU Wang, Y', '   Wang, Y', 'AF Wang, Yan', '   Wang, Yu', 'OI Wang, Y/0000-0002-1825-0097'],
      /Wang, Y\/0000-0002-1825-0097/,
    ],
    [
      'an ORCID of two namesakes',
      ['AU Li, Wei', '   Li, Wei', 'OI Li, Wei/0000-0001-5109-3700'],
      /Li, Wei\/0000-0001-5109-3700/,
    ],
    ['an address of two namesakes', ['AU Li, Wei', '   Li, Wei', 'C1 [Li, Wei] Univ A.'], /joint address/],
    ['an anonymous author', ['AU [Anonymous]'], /anonymous/],
    ['a proceedings paper', ['DT Proceedings Paper'], /document type/],
    ['a retraction', ['DT Retraction; Early Access'], /retraction of another article/],
    ['supplements and parts', ['SU 1', 'PN 2'], /“SU” \(1\), “PN” \(2\)/],
  ])('names %s', async (_, fields, note) => {
    expect(notesOf(await readOne(readWebOfScience, of(...fields))).join(' ')).toMatch(note);
  });
});

test('EndNote’s article number is in its seventh own field', async () => {
  const number = { journal: { start_page: 'e12' } };
  expect(await bibjsonOf(readRefer, '%0 Journal Article\n%] e12\n')).toEqual(number);
  const xml = '<xml><records><record><custom7>e12</custom7></record></records></xml>';
  expect(await bibjsonOf(readEndnote, xml)).toEqual(number);
});

test('authors with the same name are several, if they stand under the same tag', async () => {
  const xml =
    '<xml><records><record><contributors><authors><author>Li, Wei</author><author>Li, Wei</author>' +
    '<author corp-name="X">X</author></authors></contributors></record></records></xml>';
  expect(await bibjsonOf(readEndnote, xml)).toEqual(people('Wei Li', 'Wei Li', 'X'));
  const both = ['AU  - Li, Wei', 'AU  - Li, Wei', 'A1  - Li, Wei', 'A1  - Li, Wei', 'A1  - Okoro, Ada'];
  expect(await bibjsonOf(readRis, lines('TY  - JOUR', ...both, 'ER  - '))).toEqual(
    people('Wei Li', 'Wei Li', 'Ada Okoro'),
  );
});

test('Refer as CNKI writes it is read', async () => {
  const text = lines(
    '%0 Journal Article',
    '%A 王阳;李娜;',
    '%+ 某大学;',
    '%T 土壤水分',
    '%J 土壤学报',
    '%D 2024',
    '%V 14',
    '%N 02',
    '%K 土壤;水分;',
    '%P 12-15+20',
    '%@ 0037-9999',
    '%L 11-1234/S',
    '%W CNKI',
  );
  expect(await bibjsonOf(readRefer, text)).toEqual({
    title: '土壤水分',
    year: '2024',
    keywords: ['土壤', '水分'],
    identifier: [{ type: 'eissn', id: '0037-9999' }],
    journal: { title: '土壤学报', volume: '14', number: '02', start_page: '12', end_page: '20' },
    author: [{ name: '王阳' }, { name: '李娜' }],
  });
});

test.each<[string, Reader, string]>([
  ['PubMed', readNbib, lines('PMID- 1', 'OT  - soil; clay', 'OT  - sand, wet;')],
  ['RefWorks', readRefworks, lines('RT Journal Article', 'K1 soil; clay', 'K1 sand, wet')],
  ['Refer', readRefer, lines('%0 Journal Article', '%K soil', 'clay', 'sand, wet')],
  [
    'EndNote',
    readEndnote,
    '<xml><records><record><keywords><keyword>soil; clay</keyword><keyword>sand, wet</keyword></keywords></record></records></xml>',
  ],
])('keywords are divided at semicolons and lines: %s', async (_, reader, text) => {
  expect(await bibjsonOf(reader, text)).toEqual({ keywords: ['soil', 'clay', 'sand, wet'] });
});

test.each<[string, Reader, string]>([
  ['RIS', readRis, 'TY  - JOUR\nN1  - doi: 10.5555/soil.1\nER  - \n'],
  ['RefWorks', readRefworks, 'RT Journal Article\nNO doi: 10.5555/soil.1\n'],
  ['Refer', readRefer, '%0 Journal Article\n%Z 10.5555/soil.1\n'],
])('a remark that is only the DOI is the DOI: %s', async (_, reader, text) => {
  const read = await readOne(reader, text);
  expect(read.record.bibjson).toMatchObject({ identifier: [doi] });
  expect(notesOf(read)).toEqual([]);
});

test('the preamble of a file of RefWorks is no record', async () => {
  const preamble =
    'Refworks Export Tagged Format\n\nTag legend\n*****\nRT=Reference Type\nA1=Primary Authors\n\n*****\n';
  const text = `${preamble}BEGIN EXPORTED REFERENCES\n\n\nRT Journal Article\nT1 Soil\n`;
  expect(await detectFormat(sourceFile(text), true)).toBe('refworks');
  expect(await bibjsonOf(readRefworks, text)).toEqual({ title: 'Soil' });
});

test('references that are no articles of journals are doubtful', async () => {
  const doubts = await Promise.all([
    readOne(readNbib, 'PMID- 1\nBTI - Soils of the world\n'),
    readOne(readRefer, '%0 Book\n'),
    readOne(readRefworks, 'RT Book, Section\nT1 A\n'),
    readOne(readWebOfScience, 'PT B\nTI A\nER\n'),
    readOne(
      readEndnote,
      '<xml><records><record><ref-type name="Thesis">32</ref-type></record></records></xml>',
    ),
  ]);
  expect(doubts.map(({ facts }) => facts?.isDoubtful)).toEqual([true, true, true, true, true]);
});
