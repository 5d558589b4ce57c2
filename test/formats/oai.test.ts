import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ordinaryChoices } from '../../src/main/formats/article/choices.ts';
import { readOai } from '../../src/main/formats/oai/readOai.ts';
import { isRecord, type ReadItem } from '../../src/main/formats/readRecord.ts';
import { saying } from '../helpers/saying.ts';
import { textOf } from '../helpers/textOf.ts';
import { sourceFile } from './sourceFile.ts';

async function read(xml: string | Uint8Array): Promise<ReadItem[]> {
  const items: ReadItem[] = [];
  for await (const item of readOai(sourceFile(xml), ordinaryChoices)) items.push(item);
  return items;
}

const response = (...records: string[]) =>
  `<?xml version="1.0"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2024-05-18T00:00:00Z</responseDate>
<ListRecords>${records.join('\n')}<resumptionToken>x</resumptionToken></ListRecords></OAI-PMH>`;
const record = (metadata: string) =>
  `<record><header><identifier>oai:j.example.org:article/41</identifier></header><metadata>${metadata}</metadata></record>`;
const dc = (inner: string) => record(`<oai_dc:dc>${inner}</oai_dc:dc>`);

async function bibjson(inner: string): Promise<unknown> {
  const [item] = await read(response(dc(inner)));
  if (!item || !isRecord(item)) throw new Error(JSON.stringify(item));
  return item.record.bibjson;
}

test('Dublin Core of OJS is read', async () => {
  expect(
    await bibjson(`<dc:title xml:lang="en-US">Soil &amp; water</dc:title><dc:title xml:lang="fr-CA">Sol</dc:title>
<dc:creator>Okoro, Ada</dc:creator><dc:creator>Byron, Bo; Univ X; Lima</dc:creator><dc:creator>WHO</dc:creator>
<dc:subject xml:lang="en-US">soil</dc:subject><dc:subject xml:lang="fr-CA">sol</dc:subject><dc:subject xml:lang="en-US">water; air</dc:subject>
<dc:description xml:lang="en-US">&lt;p&gt;One, p &amp;lt; 0.05&lt;/p&gt;&lt;p&gt;Two&lt;/p&gt;</dc:description>
<dc:publisher xml:lang="en-US">P</dc:publisher><dc:date>2024-05-01</dc:date><dc:type>info:eu-repo/semantics/article</dc:type>
<dc:format>application/pdf</dc:format><dc:identifier>https://j.example.org/soil/article/view/41</dc:identifier>
<dc:identifier>10.5555/s.41</dc:identifier>
<dc:source xml:lang="en-US">Soil Letters; Vol. 3 No. 2 (2024): Water; 12-19</dc:source><dc:source>2345-6787</dc:source><dc:source>0037-9999</dc:source>
<dc:language>eng</dc:language><dc:relation>https://j.example.org/soil/article/view/41/35</dc:relation><dc:rights>CC</dc:rights>`),
  ).toEqual({
    title: 'Soil & water',
    abstract: 'One, p < 0.05\nTwo',
    year: '2024',
    month: '5',
    keywords: ['soil', 'water', 'air'],
    identifier: [
      { type: 'doi', id: '10.5555/s.41' },
      { type: 'pissn', id: '0037-9999' },
      { type: 'eissn', id: '2345-6787' },
    ],
    journal: { title: 'Soil Letters', volume: '3', number: '2', start_page: '12', end_page: '19' },
    author: [{ name: 'Ada Okoro' }, { name: 'Bo Byron', affiliation: 'Univ X; Lima' }, { name: 'WHO' }],
    link: [
      { type: 'fulltext', content_type: 'HTML', url: 'https://j.example.org/soil/article/view/41' },
      { type: 'fulltext', content_type: 'PDF', url: 'https://j.example.org/soil/article/view/41/35' },
    ],
  });
});

test('Qualified Dublin Core of DSpace is read', async () => {
  const inner = `<dc:title>Quiet soil</dc:title><dc:creator>Okoro, Ada</dc:creator><dc:subject>soil</dc:subject>
<dcterms:abstract>On soil.</dcterms:abstract><dcterms:dateAccepted>2025-02-03T04:05:06Z</dcterms:dateAccepted>
<dcterms:available>2025-02-03T04:05:06Z</dcterms:available><dcterms:created>2025-02-03T04:05:06Z</dcterms:created>
<dcterms:issued>2024-05</dcterms:issued><dc:identifier>https://repo.example.org/handle/1/2</dc:identifier><dc:language>en</dc:language>`;
  const [item] = await read(response(record(`<qdc:qualifieddc>${inner}</qdc:qualifieddc>`)));
  expect(item).toMatchObject({
    record: {
      bibjson: {
        title: 'Quiet soil',
        abstract: 'On soil.',
        year: '2024',
        month: '5',
        author: [{ name: 'Ada Okoro' }],
        keywords: ['soil'],
        link: [{ url: 'https://repo.example.org/handle/1/2' }],
      },
    },
  });
});

test('Dublin Core of Janeway is read with its own elements', async () => {
  expect(
    await bibjson(`<dc:articleTitle>Soil</dc:articleTitle><dc:title>Soil</dc:title><dc:creator>Okoro Jr, Ada</dc:creator>
<dc:date>2024-05-01T10:00:00+00:00</dc:date><dc:volume>3</dc:volume><dc:issue>2</dc:issue><dc:journalTitle>Soil Letters</dc:journalTitle>
<dc:doi>10.5555/s.41</dc:doi><dc:identifier>https://doi.org/10.5555/s.41</dc:identifier>
<dc:fullTextUrl>https://j.example.org/article/id/41/</dc:fullTextUrl><dc:source>2345-6787</dc:source><dc:format.extent>1</dc:format.extent>`),
  ).toEqual({
    title: 'Soil',
    year: '2024',
    month: '5',
    identifier: [
      { type: 'doi', id: '10.5555/s.41' },
      { type: 'eissn', id: '2345-6787' },
    ],
    journal: { title: 'Soil Letters', volume: '3', number: '2' },
    author: [{ name: 'Ada Okoro Jr' }],
    link: [{ type: 'fulltext', content_type: 'HTML', url: 'https://j.example.org/article/id/41/' }],
  });
  expect(await bibjson('<dc:format.extent>12-19</dc:format.extent>')).toEqual({
    journal: { start_page: '12', end_page: '19' },
  });
});

test.each([
  [['2024-05-17T08:30:00Z', '2024-05-17T08:30:00Z', '2019'], { year: '2019' }],
  [['2024-05-17T08:30:00Z', '2024'], { year: '2024' }],
  [['2024-05-17T08:30:00Z', '2024-03-02'], { year: '2024', month: '3' }],
  [['2024-05-17T00:00:00Z', '2024'], { year: '2024', month: '5' }],
  [['2024-05-17T08:30:00Z', 'Undated'], { year: '2024', month: '5' }],
  [['2024-05-17T08:30:00Z'], { year: '2024', month: '5' }],
])('of the dates %j, the time of a deposit does not count', async (dates, expected) => {
  expect(await bibjson(dates.map((date) => `<dc:date>${date}</dc:date>`).join(''))).toEqual(expected);
});

describe('the source', () => {
  test.each([
    [
      'Solos; v. 3 n. 2 (2024); 12-19',
      { title: 'Solos', volume: '3', number: '2', start_page: '12', end_page: '19' },
    ],
    [
      'Suelos; Vol. 3 Núm. 2 (2024): Agua; sequía; e12',
      { title: 'Suelos', volume: '3', number: '2', start_page: 'e12' },
    ],
    ['Boden; Bd. 3 (2024); 12', { title: 'Boden', volume: '3', start_page: '12' }],
    ['Sols; No. 3-4 (2024)', { title: 'Sols', number: '3-4' }],
    ['Sols; Vol. 3 No. Suppl (2024); In Press', { title: 'Sols', volume: '3', number: 'Suppl' }],
  ])('%s', async (source, journal) => {
    expect(await bibjson(`<dc:source>${source}</dc:source>`)).toEqual({ journal });
  });

  test('that does not fit in full gives nothing', async () => {
    for (const source of [
      'Soil Letters',
      'Soil; 2024',
      'reponame:Repository; instname:X',
      'Soil Letters, Vol. 3',
    ])
      expect(await bibjson(`<dc:source>${source}</dc:source>`)).toEqual({});
  });
});

test('a title in no language is in that of the article, and the DOI is the only link if there is no other', async () => {
  expect(
    await bibjson(
      '<dc:title>Suelo</dc:title><dc:title xml:lang="en">Soil</dc:title><dc:language>es</dc:language><dc:subject>a, b</dc:subject><dc:identifier>doi:10.5555/A</dc:identifier>',
    ),
  ).toEqual({
    title: 'Suelo',
    keywords: ['a', 'b'],
    identifier: [{ type: 'doi', id: '10.5555/A' }],
    link: [{ type: 'fulltext', content_type: 'HTML', url: 'https://doi.org/10.5555/A' }],
  });
});

test('without a language of the article, its own is that of the first title', async () => {
  const dc = (first: string) =>
    `<dc:title${first}>Suelo</dc:title><dc:title xml:lang="en">Soil</dc:title>` +
    `<dc:description${first}>Hola</dc:description><dc:description xml:lang="en">Hello</dc:description>`;
  const own = { title: 'Suelo', abstract: 'Hola' };
  expect(await bibjson(dc(''))).toEqual(own);
  expect(await bibjson(dc(' xml:lang="es"'))).toEqual(own);
  expect(await bibjson(`${dc(' xml:lang="es"')}<dc:language>eng</dc:language>`)).toEqual({
    title: 'Soil',
    abstract: 'Hello',
  });
});

test.each<[string, object, string[]]>([
  ['Okoro, Ada; GND 118540238', {}, ['GND 118540238']],
  ['Okoro, Ada; (DE-588)118540238', {}, ['(DE-588)118540238']],
  ['Okoro, Ada; https://d-nb.info/gnd/118540238', {}, ['https://d-nb.info/gnd/118540238']],
  [
    'Okoro, Ada; Univ X; ISNI 0000-0001-2103-2683; Lima; VIAF: https://viaf.org/viaf/1',
    { affiliation: 'Univ X; Lima' },
    ['0000-0001-2103-2683', 'https://viaf.org/viaf/1'],
  ],
  ['Okoro, Ada; Univ X (https://x.example.org)', { affiliation: 'Univ X (https://x.example.org)' }, []],
  [
    'Okoro, Ada; https://orcid.org/0000-0002-1825-0097',
    { orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
    [],
  ],
  [
    'Okoro, Ada; 0000-0002-1825-0097; Univ X',
    { affiliation: 'Univ X', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
    [],
  ],
])('what identifies a person behind a creator is no affiliation: %s', async (text, more, left) => {
  const [item] = await read(response(dc(`<dc:title>A</dc:title><dc:creator>${text}</dc:creator>`)));
  if (!item || !isRecord(item)) throw new Error(JSON.stringify(item));
  expect(item.record.bibjson).toEqual({ title: 'A', author: [{ name: 'Ada Okoro', ...more }] });
  const notes = item.notes.map(textOf).join('\n');
  for (const identifier of left) expect(notes).toContain(identifier);
  if (left.length === 0) expect(notes).not.toContain('no part of names');
});

test.each([
  ['2434-561x', undefined, '2434-561X'],
  ['ISSN 0037-9999 (Print)', '0037-9999', undefined],
  ['PISSN: 0037-9999', '0037-9999', undefined],
  ['2434-561X (Online)', undefined, '2434-561X'],
  ['EISSN: 2434-561X', undefined, '2434-561X'],
  ['Soil Letters, 2434-5612', undefined, undefined],
])('a source is an ISSN of the kind that it names: %s', async (source, print, online) => {
  const { identifier } = (await bibjson(`<dc:title>A</dc:title><dc:source>${source}</dc:source>`)) as {
    identifier?: { type: string; id: string }[];
  };
  const ofType = (type: string) => identifier?.find((one) => one.type === type)?.id;
  expect([ofType('pissn'), ofType('eissn')]).toEqual([print, online]);
});

test('an identifier that names itself an ISSN is one', async () => {
  expect(
    await bibjson(
      '<dc:identifier>ISSN 2345-6787</dc:identifier><dc:identifier>oai:2049-3630</dc:identifier>',
    ),
  ).toEqual({ identifier: [{ type: 'eissn', id: '2345-6787' }] });
});

test('JATS and NLM inside are read in any namespace, deleted records are none, and other formats are refused', async () => {
  const article = (prefix: string) =>
    `<${prefix}article xml:lang="en"><${prefix}front><${prefix}article-meta><${prefix}title-group><${prefix}article-title>A</${prefix}article-title></${prefix}title-group></${prefix}article-meta></${prefix}front><${prefix}body><${prefix}p>x</${prefix}p></${prefix}body></${prefix}article>`;
  const items = await read(
    response(
      '<record><header status="deleted"><identifier>x</identifier></header></record>',
      record(article('')),
      record(article('jats:')),
      record('<marc:record/>').replace('marc:record', 'rfc1807'),
      '<record><header/></record>',
    ),
  );
  expect(items.map((item) => [item.index, item.line])).toEqual([
    [1, 3],
    [2, 4],
    [3, 5],
    [4, 6],
  ]);
  for (const item of items.slice(0, 2)) expect(item).toMatchObject({ record: { bibjson: { title: 'A' } } });
  const messages = items.flatMap((item) => (isRecord(item) ? [] : [textOf(item.message)]));
  expect(messages).toEqual([expect.stringContaining('rfc1807'), expect.stringContaining('no metadata')]);
});

describe('metadata in other formats are read as in files of their own', () => {
  const soil = {
    title: 'Soil',
    identifier: [
      { type: 'doi', id: '10.5555/s.41' },
      { type: 'pissn', id: '0037-9999' },
    ],
    journal: { title: 'Soil Letters', volume: '3', number: '2', start_page: '12', end_page: '19' },
    author: [{ name: 'Ada Okoro' }],
  };
  const titles =
    '<titles><title>Soil</title></titles><creators><creator><creatorName>Okoro, Ada</creatorName></creator></creators>';
  const datacite = `<resource xmlns="http://datacite.org/schema/kernel-4"><identifier identifierType="DOI">10.5555/s.41</identifier>${titles}
<resourceType resourceTypeGeneral="JournalArticle">Article</resourceType><relatedItems><relatedItem relationType="IsPublishedIn">
<relatedItemIdentifier relatedItemIdentifierType="ISSN">0037-9999 (print)</relatedItemIdentifier><titles><title>Soil Letters</title></titles>
<volume>3</volume><issue>2</issue><firstPage>12</firstPage><lastPage>19</lastPage></relatedItem></relatedItems></resource>`;
  const openaire = `<oaire:resource xmlns:oaire="http://namespace.openaire.eu/schema/oaire/"><datacite:titles><datacite:title>Soil</datacite:title></datacite:titles>
<datacite:creators><datacite:creator><datacite:creatorName>Okoro, Ada</datacite:creatorName></datacite:creator></datacite:creators>
<datacite:identifier identifierType="DOI">10.5555/s.41</datacite:identifier><datacite:relatedIdentifiers><datacite:relatedIdentifier relationType="IsPartOf" relatedIdentifierType="ISSN">0037-9999 (print)</datacite:relatedIdentifier></datacite:relatedIdentifiers>
<oaire:resourceType resourceTypeGeneral="literature" uri="http://purl.org/coar/resource_type/c_6501">journal article</oaire:resourceType>
<oaire:citationTitle>Soil Letters</oaire:citationTitle><oaire:citationVolume>3</oaire:citationVolume><oaire:citationIssue>2</oaire:citationIssue>
<oaire:citationStartPage>12</oaire:citationStartPage><oaire:citationEndPage>19</oaire:citationEndPage></oaire:resource>`;
  const journal = `<journal><journal_metadata><full_title>Soil Letters</full_title><issn media_type="print">0037-9999</issn></journal_metadata>
<journal_issue><journal_volume><volume>3</volume></journal_volume><issue>2</issue></journal_issue><journal_article><titles><title>Soil</title></titles>
<contributors><person_name contributor_role="author"><given_name>Ada</given_name><surname>Okoro</surname></person_name></contributors>
<pages><first_page>12</first_page><last_page>19</last_page></pages><doi_data><doi>10.5555/s.41</doi></doi_data></journal_article></journal>`;
  const doaj = `<title>Soil</title><doi>10.5555/s.41</doi><issn>0037-9999</issn><journalTitle>Soil Letters</journalTitle><volume>3</volume><issue>2</issue>
<startPage>12</startPage><endPage>19</endPage><authors><author><name>Ada Okoro</name></author></authors>`;
  const pubmed = `<Article><Journal><JournalTitle>Soil Letters</JournalTitle><ISSN IssnType="Print">0037-9999</ISSN><Volume>3</Volume><Issue>2</Issue></Journal><ArticleTitle>Soil</ArticleTitle>
<FirstPage>12</FirstPage><LastPage>19</LastPage><ELocationID EIdType="doi">10.5555/s.41</ELocationID><AuthorList><Author><FirstName>Ada</FirstName><LastName>Okoro</LastName></Author></AuthorList></Article>`;
  test.each([
    ['DataCite', datacite],
    [
      'DataCite of Zenodo',
      `<oai_datacite><schemaVersion>4</schemaVersion><payload>${datacite}</payload></oai_datacite>`,
    ],
    ['DataCite with prefixes', datacite.replace(/<(\/?)(?=\w)/g, '<$1d:').replace('xmlns=', 'xmlns:d=')],
    ['OpenAIRE', openaire],
    [
      'a deposit at Crossref',
      `<doi_batch><head><timestamp>1</timestamp></head><body>${journal}</body></doi_batch>`,
    ],
    [
      'a record of Crossref',
      `<c:doi_records><c:doi_record><c:crossref>${journal}</c:crossref></c:doi_record></c:doi_records>`,
    ],
    ['the directory', `<oai_doaj:doajArticle>${doaj}</oai_doaj:doajArticle>`],
    ['PubMed', `<ArticleSet>${pubmed}</ArticleSet>`],
  ])('%s', async (_, metadata) => {
    const items = await read(response(record(metadata), record(metadata)));
    expect(items).toHaveLength(2);
    for (const item of items) {
      if (!isRecord(item)) throw new Error(textOf(item.message));
      const { link, ...fields } = item.record.bibjson as Record<string, unknown>;
      expect(fields).toEqual(soil);
      expect(item.facts?.isDoubtful ?? false).toBe(false);
    }
  });

  test.each([
    ['MODS', '<mods:mods><mods:titleInfo><mods:title>A</mods:title></mods:titleInfo></mods:mods>', /“mods”/],
    ['MARCXML', '<marc:record><marc:datafield tag="245"/></marc:record>', /“record”/],
    [
      'MARCXML in its own namespace',
      '<record xmlns="http://www.loc.gov/MARC21/slim"><datafield/></record>',
      /“record”/,
    ],
    [
      'a book of Crossref',
      '<doi_batch><body><book><doi_data><resource>x</resource></doi_data></book></body></doi_batch>',
      /article/,
    ],
  ])('%s is refused, and the next record is read', async (_, metadata, message) => {
    const [refused, next] = await read(response(record(metadata), record(datacite)));
    expect(refused).toMatchObject({ index: 1, message: saying(message) });
    expect(next).toMatchObject({ record: { bibjson: { title: 'Soil' } } });
  });

  test.each([
    ['Text', 'Journal article', false],
    ['Text', 'Article', false],
    ['Text', 'Thesis', true],
    ['literature', 'journal article', false],
    ['Dataset', 'Journal article', true],
  ])('DataCite’s type %s with the publisher’s %s', async (type, own, isDoubtful) => {
    const text = datacite.replace(/"JournalArticle">Article/, `"${type}">${own}`);
    expect(await read(response(record(text)))).toMatchObject([{ facts: { isDoubtful } }]);
  });
});

test('a response without records and Dublin Core alone are read', async () => {
  const error = '<OAI-PMH><error code="noRecordsMatch">No matching records</error></OAI-PMH>';
  expect(await read(error)).toMatchObject([{ index: null, message: { key: 'import.read.noRecords' } }]);
  const alone = '<oai_dc:dc xmlns:oai_dc="x"><dc:title>A</dc:title></oai_dc:dc>';
  expect(await read(alone)).toMatchObject([{ index: 1, record: { bibjson: { title: 'A' } } }]);
});

describe('hostile responses', () => {
  const sample = response(
    dc('<dc:title>A &amp; B</dc:title><dc:source>J; Vol. 3 No. 2 (2024); 1</dc:source>'),
  );

  test('cut off at any byte give a problem and never an error', async () => {
    for (let end = 1; end < sample.length; end++)
      expect((await read(sample.slice(0, end))).some((item) => !isRecord(item))).toBe(true);
  });

  test('with any changes give items and never an error', async () => {
    const bytes = Buffer.from(sample);
    const change = fc.record({ at: fc.nat(bytes.length), byte: fc.nat(255), length: fc.nat(20) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 8 }), async (changes) => {
        let edited = bytes;
        for (const { at, byte, length } of changes)
          edited = Buffer.concat([edited.subarray(0, at), Buffer.from([byte]), edited.subarray(at + length)]);
        expect((await read(edited)).length).toBeGreaterThan(0);
      }),
    );
  });

  test('with long texts in every field are read in time', async () => {
    const long = 'a, b; Vol. 3 (2'.repeat(20_000);
    const names =
      'title creator subject description date source identifier relation format.extent language'.split(' ');
    const items = await read(response(dc(names.map((name) => `<dc:${name}>${long}</dc:${name}>`).join(''))));
    expect(items).toHaveLength(1);
  });
});
