import { expect, test } from 'vitest';
import { readTableText, recordsOf } from './readTableText.ts';

const article = {
  title: 'Quiet Soil',
  year: '2024',
  month: '5',
  keywords: ['soil', 'groundwater'],
  identifier: [
    { type: 'doi', id: '10.5555/a.1' },
    { type: 'eissn', id: '2345-6787' },
  ],
  journal: { title: 'Soil Letters', volume: '12', number: '3', start_page: '1', end_page: '15' },
  author: [
    { name: 'Ada Okoro', affiliation: 'Imagined Univ, Lagos' },
    { name: 'Ben Li', affiliation: 'Second Inst, Kyoto' },
  ],
};

function lines(separator: string, columns: Record<string, string>): string {
  const cells = (list: readonly string[]) => list.map((cell) => `"${cell}"`).join(separator);
  return `${cells(Object.keys(columns))}\n${cells(Object.values(columns))}\n`;
}

const scopus = {
  Authors: 'Okoro A.; Li B.',
  'Author full names': 'Okoro, Ada (57000000001); Li, Ben (57000000002)',
  'Author(s) ID': '57000000001; 57000000002',
  Title: 'Quiet Soil',
  Year: '2024',
  'Source title': 'Soil Letters',
  Volume: '12',
  Issue: '3',
  'Art. No.': '',
  'Page start': '1',
  'Page end': '15',
  'Cited by': '4',
  DOI: '10.5555/a.1',
  Link: 'https://www.scopus.com/inward/record.uri?eid=2-s2.0-1',
  Affiliations: 'Imagined Univ, Lagos; Second Inst, Kyoto',
  'Authors with affiliations': 'Okoro A., Imagined Univ, Lagos; Li B., Second Inst, Kyoto',
  Abstract: '[No abstract available]',
  'Author Keywords': 'soil; groundwater',
  ISSN: '23456787',
  'Document Type': 'Article',
  EID: '2-s2.0-1',
};
const wos = {
  PT: 'J',
  AU: 'Okoro, A; Li, B',
  AF: 'Okoro, Ada; Li, Ben',
  TI: 'Quiet Soil',
  SO: 'Soil Letters',
  DE: 'soil; groundwater',
  ID: 'EARTH',
  C1: '[Okoro, Ada] Imagined Univ, Lagos; [Li, Ben] Second Inst, Kyoto',
  OI: 'Okoro, Ada/0000-0002-1825-0097',
  EI: '2345-6787',
  PD: 'MAY 17',
  PY: '2024',
  VL: '12',
  IS: '3',
  SP: 'A sponsor',
  BP: '1',
  EP: '15',
  DI: '10.5555/a.1',
  UT: 'WOS:1',
};
const dimensions = {
  Rank: '1',
  'Publication ID': 'pub.1',
  DOI: '10.5555/a.1',
  Title: 'Quiet Soil',
  'Source title': 'Soil Letters',
  ISSN: '2345-6787',
  'Publication date': '2024-05-17',
  PubYear: '2024',
  Volume: '12',
  Issue: '3',
  Pagination: '1-15',
  'Publication Type': 'Article',
  Authors: 'Okoro, Ada; Li, Ben',
  'Authors (Raw Affiliation)': 'Okoro, Ada (Imagined Univ, Lagos); Li, Ben (Second Inst, Kyoto)',
  'Dimensions URL': 'https://app.dimensions.ai/details/publication/pub.1',
};

test.each([
  ['Scopus', lines(',', scopus), { month: undefined }],
  ['Web of Science', lines('\t', wos), {}],
  [
    'Dimensions',
    `"About the data: Exported on May 17, 2024"\n\n${lines(',', dimensions)}`,
    { keywords: undefined },
  ],
])('a table of %s', async (_, text, more) => {
  const [record] = recordsOf(await readTableText(text)) as { bibjson: Record<string, unknown> }[];
  const { link: __, ...bibjson } = record!.bibjson;
  const authors = (bibjson.author as Record<string, unknown>[]).map(({ orcid_id: ___, ...author }) => author);
  expect({ ...bibjson, author: authors }).toEqual(JSON.parse(JSON.stringify({ ...article, ...more })));
});

const [lei, li] = ['Lei Wang', 'Li Wang'];
const orcid = '0000-0002-1825-0097';
test.each<[string, string, object, object[]]>([
  [
    'Web of Science',
    '\t',
    {
      ...wos,
      AF: 'Wang, Lei; Wang, Li',
      C1: '[Wang, Lei] Univ A, China; [Wang, Li] Univ B, China',
      OI: `Wang, Li/${orcid}`,
    },
    [
      { name: lei, affiliation: 'Univ A, China' },
      { name: li, affiliation: 'Univ B, China', orcid_id: `https://orcid.org/${orcid}` },
    ],
  ],
  [
    'Web of Science, where an initial may be of both',
    '\t',
    { ...wos, AF: 'Wang, Lei; Wang, Li', C1: '[Wang, L.] Univ A, China', OI: `Wang, L./${orcid}` },
    [{ name: lei }, { name: li }],
  ],
  [
    'Scopus, where each has the own place',
    ',',
    {
      ...scopus,
      Authors: 'Wang L.; Wang L.',
      'Author full names': 'Wang, Lei (1); Wang, Li (2)',
      'Authors with affiliations': 'Wang L., Univ A, China; Wang L., Univ B, China',
    },
    [
      { name: lei, affiliation: 'Univ A, China' },
      { name: li, affiliation: 'Univ B, China' },
    ],
  ],
  [
    'Dimensions',
    ',',
    {
      ...dimensions,
      Authors: 'Wang, Lei; Wang, Li',
      'Authors (Raw Affiliation)': 'Wang, Lei (Univ A, China); Wang, Li (Univ B, China)',
    },
    [
      { name: lei, affiliation: 'Univ A, China' },
      { name: li, affiliation: 'Univ B, China' },
    ],
  ],
])('authors with the same initial have their own in a table of %s', async (_, separator, table, author) => {
  const [record] = recordsOf(await readTableText(lines(separator, table as Record<string, string>)));
  expect((record as { bibjson: { author: object[] } }).bibjson.author).toEqual(author);
});

test.each([
  [scopus, 'Author full names', `Okoro, Ada${' '.repeat(100_000)}(1); Li, Ben (2)`],
  [wos, 'C1', `[Okoro, Ada; Li, Ben] Imagined Univ${'; '.repeat(100_000)}x`],
])('cells of any length are read in linear time', async (table, column, cell) => {
  const separator = table === wos ? '\t' : ',';
  const [record] = recordsOf(await readTableText(lines(separator, { ...table, [column]: cell })));
  expect(record).toMatchObject({ bibjson: { author: [{ name: 'Ada Okoro' }, { name: 'Ben Li' }] } });
});

test('a correction in Scopus is not an article of its own', async () => {
  const [item] = await readTableText(lines(',', { ...scopus, 'Document Type': 'Erratum' }));
  expect(item).toMatchObject({ facts: { isDoubtful: true } });
});

test('a table of Lens', async () => {
  const text = lines(',', {
    'Lens ID': '000-1',
    Title: 'Quiet Soil',
    'Date Published': '2024-05-17',
    'Source Title': 'Soil Letters',
    ISSNs: '23456787',
    'Author/s': 'Ada Okoro; Ben Li',
    'Issue Number': '3',
    'External URL': 'https://www.lens.org/000-1',
    DOI: '10.5555/a.1',
  });
  expect(recordsOf(await readTableText(text))).toMatchObject([
    {
      bibjson: {
        month: '5',
        author: [{ name: 'Ada Okoro' }, { name: 'Ben Li' }],
        link: [{ url: 'https://doi.org/10.5555/a.1' }],
      },
    },
  ]);
});

const tool = {
  journalPath: 'soils',
  locale: 'en',
  articleTitle: 'Quiet Soil',
  articlePrefix: 'The',
  articleGalleyFilename: 'a1.pdf',
  authors: 'Ada,Okoro,ada@press.example.org,Example University;Suharti,,,Institut Contoh, Bandung',
  issueVolume: '12',
  issueNumber: '3',
  issueYear: '2024',
};

test.each([
  [tool.authors, ['Ada Okoro', 'Suharti']],
  ['Ben,Li,,', ['Ben Li']],
  ['Okoro, Ada; Li, Ben', ['Ada Okoro', 'Ben Li']],
])('the import tool of OJS has authors as %s', async (authors, names) => {
  const [item] = await readTableText(lines(',', { ...tool, authors }));
  if (!item || !('record' in item)) throw new Error(JSON.stringify(item));
  const { bibjson } = item.record as { bibjson: Record<string, unknown> };
  expect(bibjson).toMatchObject({
    title: 'The Quiet Soil',
    year: '2024',
    journal: { volume: '12', number: '3' },
  });
  expect((bibjson.author as { name: string }[]).map(({ name }) => name)).toEqual(names);
  expect(JSON.stringify(item.record)).not.toMatch(/@|a1\.pdf/);
  expect(JSON.stringify(item.notes)).toContain('articleGalleyFilename');
});

test('the import tool of OMP has addresses behind the names', async () => {
  const text = lines(',', {
    pressPath: 'p',
    title: 'Soil',
    authorString: 'Ada Okoro<a@b.org>;Ben Li<c@d.org>',
  });
  const [item] = await readTableText(text);
  expect(item).toMatchObject({
    record: { bibjson: { author: [{ name: 'Ada Okoro' }, { name: 'Ben Li' }] } },
  });
  expect(JSON.stringify(item)).not.toContain('@');
});

test('a table for tsvConverter has titles by language, authors by number and addresses of galleys', async () => {
  const text = lines(',', {
    title: 'Quiet Soil',
    prefix: 'The',
    articleSeq: '1',
    'fi:title': 'Hiljainen maa',
    issueVolume: '12',
    authorGivenname1: 'Ada',
    authorFamilyname1: 'Okoro',
    fileName1: 'https://press.example.org/1.pdf',
    fileName2: 'a.epub',
  });
  const [item] = await readTableText(text);
  expect(item).toMatchObject({
    record: {
      bibjson: {
        title: 'The Quiet Soil',
        author: [{ name: 'Ada Okoro' }],
        link: [{ content_type: 'PDF', url: 'https://press.example.org/1.pdf' }],
      },
    },
  });
  expect(JSON.stringify(item)).toContain('fileName2');
});

test.each([
  ['PDF galley', 'https://x.example.org/download/7', 'PDF'],
  ['HTML galley', 'https://x.example.org/view/7', 'HTML'],
  ['Galleys', 'https://x.example.org/7.epub', 'ePUB'],
  ['XML', 'https://x.example.org/view/7', 'XML'],
])('a column %s has addresses of full texts', async (heading, url, content_type) => {
  const [record] = recordsOf(await readTableText(lines(',', { Title: 'Soil', [heading]: url })));
  expect(record).toMatchObject({ bibjson: { link: [{ content_type, url }] } });
});
