import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectFormat } from '../../../src/main/formats/detect/detectFormat.ts';
import type { ImportFormat } from '../../../src/shared/draft/fileFormats.ts';
import { saying } from '../../helpers/saying.ts';
import { sourceFile } from '../sourceFile.ts';
import { zipOf } from '../tables/workbookOf.ts';
import { zipBytes } from '../zipBytes.ts';

const detect = (content: string | Uint8Array, name = 'articles') =>
  detectFormat(sourceFile(content, { name }), true);

describe('XML is recognised by its root element', () => {
  const kernel = 'http://datacite.org/schema/kernel-4';
  test.each([
    ['<records><record><title>A</title></record></records>', 'doaj-xml'],
    ['<doi_batch xmlns="http://www.crossref.org/schema/5.3.1"/>', 'crossref'],
    ['<cr:doi_batch xmlns:cr="http://www.crossref.org/schema/4.4.2"/>', 'crossref'],
    ['<crossref_result><query_result/></crossref_result>', 'crossref'],
    ['<article article-type="research-article"><front/></article>', 'jats'],
    ['<article><front><article-meta/></front></article>', 'jats'],
    ['<j:article xmlns:j="http://jats.nlm.nih.gov"><j:front/></j:article>', 'jats'],
    ['<!DOCTYPE article PUBLIC "-//NLM//DTD JATS v1.2//EN" "JATS.dtd" [<!ENTITY a "]">]><article>', 'jats'],
    ['<articles><article><front/></article></articles>', 'jats'],
    ['<pmc-articleset><article><front/></article></pmc-articleset>', 'jats'],
    ['<article xmlns="http://pkp.sfu.ca" locale="en"><id>1</id></article>', 'ojs-native'],
    ['<ojs:issues xmlns:ojs="http://pkp.sfu.ca"/>', 'ojs-native'],
    ['<!DOCTYPE articles SYSTEM "http://pkp.sfu.ca/ojs/dtds/native.dtd"><articles/>', 'ojs-native'],
    ['<article locale="en_US"><id type="doi">10.5555/a</id><title>A</title></article>', 'ojs-native'],
    ['<ArticleSet><Article/></ArticleSet>', 'pubmed'],
    ['<?xml version="1.0"?>\n<!-- a <b> -->\n<PubmedArticleSet/>', 'pubmed'],
    [`<resource xmlns="${kernel}"/>`, 'datacite'],
    [`<d:resource\n xmlns:d='${kernel}'/>`, 'datacite'],
    ['<xml><records><record><rec-number>1</rec-number></record></records></xml>', 'endnote-xml'],
    ['<records><record><ref-type name="Book">6</ref-type></record></records>', 'endnote-xml'],
    ['<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"/>', 'oai'],
    ['<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/"/>', 'oai'],
  ])('%s', async (xml, format) => {
    expect(await detect(xml)).toBe(format);
    expect(await detect(`\ufeff\n${xml}`)).toBe(format);
    expect(await detect(Buffer.from(`\ufeff${xml}`, 'utf16le'))).toBe(format);
  });

  test('also after blank lines or messages of the program that wrote it', async () => {
    const xml = '<?xml version="1.0"?>\n<records><record><title>A</title></record></records>';
    for (const before of ['\n \n', '<br />\n<b>Warning</b>: Undefined, at line 5<br />\n', 'Notice: a, b\n'])
      expect(await detect(before + xml)).toBe('doaj-xml');
    expect(await detect(`TY  - JOUR\nTI  - ${xml}\nER  - \n`)).toBe('ris');
  });

  test('and other XML and saved web pages are refused with their names', async () => {
    expect(await detect('\n<feed/>')).toEqual({
      index: null,
      line: 2,
      message: saying(/begins with “feed”/),
    });
    for (const html of ['<!doctype html><title>Login</title>', '<HTML><body>', '<html xmlns="x"/>'])
      expect(await detect(html, 'articles.xml')).toMatchObject({ message: saying(/web page/) });
  });
});

describe('JSON is recognised by the members of the first record', () => {
  test.each([
    [{ bibjson: { title: ['x'] } }, 'json'],
    [[{ id: 'a', admin: {}, bibjson: {} }], 'json'],
    [{ total: 1, results: [{ bibjson: {} }] }, 'json'],
    [{ title: 'A', author: [{ name: 'B' }] }, 'json'],
    [{ status: 'ok', 'message-type': 'work-list', message: { items: [] } }, 'crossref-json'],
    [{ message: { items: [{ title: ['A'], issued: {} }] } }, 'crossref-json'],
    [[{ issued: {}, title: ['A'] }], 'crossref-json'],
    [{ reference: [{ title: 'no' }], type: 'journal-article', title: ['A'] }, 'crossref-json'],
    [[{ type: 'article-journal', title: 'A', issued: {} }], 'csl'],
    [{ id: 'a', author: [{ type: 'x' }], title: 'A "[b]"', type: 'article' }, 'csl'],
    [{ data: { attributes: { creators: [], titles: [] } } }, 'datacite'],
    [{ data: [{ id: 'a', attributes: { titles: [{ title: 'A' }] } }] }, 'datacite'],
    [{ doi: '10.5555/a', creators: [] }, 'datacite'],
    [{ title: 'A bibliography', references: [{ type: 'book', title: 'A' }] }, 'csl'],
    [{ items: [{ type: 'book', DOI: '10.5555/a' }] }, 'csl'],
    [{ 'container-title': 'J', author: [{ family: 'B' }] }, 'csl'],
    [[{ indexed: {}, DOI: '10.5555/a' }], 'crossref-json'],
    [{ 'container-title': ['J'], DOI: '10.5555/a' }, 'crossref-json'],
    [[], 'json'],
  ])('%j', async (value, format) => {
    expect(await detect(JSON.stringify(value))).toBe(format);
    expect(await detect(JSON.stringify(value, null, 2))).toBe(format);
  });

  test('and JSON lines by their lines', async () => {
    expect(await detect('{"bibjson":{}}\n{"bibjson":{}}\n')).toBe('jsonl');
    expect(await detect('{"bibjson":{}}', 'a.jsonl')).toBe('jsonl');
    expect(await detect('{"bibjson":\n{}}')).toBe('json');
    expect(await detect('{"results":[\n{"bibjson":{}},\n{"bibjson":{}}\n]}')).toBe('json');
    expect(await detect('{"type":"book","title":"A"}\n{"type":"book","title":"B"}\n')).toBe('csl');
  });

  test('also if it breaks off or is not JSON at all', async () => {
    for (const text of ['{"bibjson": {"title": "A', '{', '[[[[', '{]}', '{"a', ':::', '{"a":"\\'.repeat(20)])
      if (/^[{[]/.test(text)) expect(await detect(text)).toBe('json');
    expect(await detect('['.repeat(100_000))).toBe('json');
    expect(await detect(`{"a":"${'\\"'.repeat(100_000)}`)).toBe('json');
  });
});

describe('a text file is recognised by its tags or separators', () => {
  test.each([
    ['TY  - JOUR\nTI  - A, b\nER  - \n', 'ris'],
    ['TY - JOUR\nER - ', 'ris'],
    ['Provider: x, y\r\nContent: text/plain\r\n\r\nTY  - JOUR\r\n', 'ris'],
    ['PMID- 1\nOWN - NLM\nTI  - A, b\n', 'nbib'],
    ['\r\nPMID- 1\r\nTI  - A\r\nER  - x\r\n', 'nbib'],
    ['%0 Journal Article\n%T A, b\n', 'enw'],
    ['%A Okoro, A.\n%T A, b\n%D 2024\n', 'enw'],
    ['% a comment\n%T is a macro\n@article{a, title = {A}}', 'bibtex'],
    ['RT Journal Article\nSR Print(0)\nT1 A, b\n', 'refworks'],
    ['RT Book, Whole\r\nID 1\r\n', 'refworks'],
    ['FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\n', 'web-of-science'],
    ['PT J\nAU Okoro, A\n   Smith, B\nER\n', 'web-of-science'],
    ['@article{a,\n  title = {A},\n  doi = {10.5555/a},\n}\n', 'bibtex'],
    ['% from a manager\n% of references\n@book (b,\ntitle = {B, c},\n)', 'bibtex'],
    ['Made by a program, on Monday\n\n@string{a = "b"}', 'bibtex'],
    ['title;doi\nA;1\n', 'csv'],
    ['title,doi', 'csv'],
    ['Titel\nBoden\nWasser\n', 'csv'],
    [`Title,Year\n${'A'.repeat(200_000)},2024\n`, 'csv'],
    ['Our articles\n\ntitle,abstract\n"A","one\ntwo; three; four"\n', 'csv'],
    ['title\tdoi, bare\nA, b\t10.5555/a\n', 'tsv'],
    [`${'a,'.repeat(50_000)}\n${'1,'.repeat(50_000)}\n`, 'csv'],
    ['@someone, hello\nto, you', 'csv'],
  ])('%s', async (text, format) => {
    expect(await detect(text)).toBe(format);
    expect(await detect(Buffer.from(`\ufeff${text}`, 'utf16le'))).toBe(format);
  });

  test('and the file for updating journals is handed over', async () => {
    const heading = 'Journal title,Journal ISSN (print version),Journal EISSN (online version)\n';
    expect(await detect(heading)).toMatchObject({ message: saying(/journals are updated/) });
  });
});

describe('a file of another type', () => {
  test.each([
    ['an old office document', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /\.xlsx/],
    ['a gzip', gzipSync('[]'), /compressed/],
    ['a PDF', '%PDF-1.7\n', /PDF/],
    ['nothing', '', /empty/],
    ['blanks', ' \n\n', /empty/],
    ['zeros', Buffer.alloc(5_000), /does not recognise/],
    ['plain text', 'Dear editor', /does not recognise/],
    ['a Word document', zipOf({ 'word/document.xml': '<w/>' }), /text document/],
  ])('is refused with advice: %s', async (_name, content, words) => {
    expect(await detect(content)).toMatchObject({ index: null, message: saying(words) });
  });
});

test('a zip file is a workbook if it has the entry of one, even at its end', async () => {
  const photo = randomBytes(300_000).toString('latin1');
  const zip = zipOf({ 'docProps/photo': photo, 'xl/workbook.xml': '<workbook/>' });
  expect(await detectFormat(sourceFile(zip, { onDisk: true }), false)).toBe('xlsx');
  expect(await detect('PK\u0003\u0004articles/a.xml')).toBe('jats-zip');
  for (const short of ['P', 'PK', 'PK\u0003'])
    expect(await detect(short)).toEqual({
      index: null,
      line: 1,
      message: { key: 'import.read.unknownFormat' },
    });
});

test('UTF-32 is text like any other', async () => {
  const text = '<records><record/></records>';
  const wide = (order: 'LE' | 'BE', mark: string) =>
    Buffer.concat(
      [...mark, ...text].map((sign) => {
        const bytes = Buffer.alloc(4);
        bytes[order === 'LE' ? 'writeUInt32LE' : 'writeUInt32BE'](sign.codePointAt(0)!);
        return bytes;
      }),
    );
  for (const bytes of [wide('LE', '\ufeff'), wide('BE', '\ufeff'), wide('LE', ''), wide('BE', '')])
    expect(await detect(bytes)).toEqual(await detect(text));
});

/** Formats whose files are not one text, or are told from another only by its members: they have tests of their own above. */
type SampledElsewhere = 'jsonl' | 'crossref-json' | 'xlsx' | 'jats-zip';

/** A file of each format with a text in it, as the format writes such a text ("a format" in CONTRIBUTING.md). */
const samples: Record<string, (text: string) => string> = {
  json: (text) => JSON.stringify([{ bibjson: { title: 'Soil', abstract: text } }], null, 1),
  csl: (text) =>
    JSON.stringify([{ type: 'article-journal', title: 'Soil', DOI: '10.5555/1', abstract: text }]),
  ris: (text) => `TY  - JOUR\nTI  - Soil\nAB  - ${text}\nER  - \n`,
  nbib: (text) => `PMID- 1\nTI  - Soil\nAB  - ${text}\n`,
  enw: (text) => `%0 Journal Article\n%T Soil\n%X ${text}\n`,
  refworks: (text) => `RT Journal Article\nT1 Soil\nAB ${text}\n`,
  'web-of-science': (text) => `FN Clarivate Analytics\nVR 1.0\nPT J\nTI Soil\nAB ${text}\nER\n`,
  'endnote-xml': (text) =>
    `<xml><records><record><ref-type name="Journal Article">17</ref-type><a><![CDATA[${text}]]></a></record></records></xml>`,
  bibtex: (text) => `@article{soil,\n  title = {Soil},\n  abstract = {${text}},\n}\n`,
  csv: (text) => `Title,Abstract,DOI\nSoil,"${text.replaceAll('"', '""')}",10.5555/1\nSand,,10.5555/2\n`,
  tsv: (text) =>
    `Title\tAbstract\tDOI\nSoil\t"${text.replaceAll('"', '""')}"\t10.5555/1\nSand\t\t10.5555/2\n`,
  crossref: (text) =>
    `<?xml version="1.0"?><doi_batch><body><journal><journal_article><a><![CDATA[${text}]]></a></journal_article></journal></body></doi_batch>`,
  jats: (text) =>
    `<article><front><article-meta><abstract><![CDATA[${text}]]></abstract></article-meta></front></article>`,
  'ojs-native': (text) =>
    `<articles><article locale="en"><title>Soil</title><abstract><![CDATA[${text}]]></abstract></article></articles>`,
  'doaj-xml': (text) =>
    `<records><!-- ${text} --><record><title>Soil</title><abstract><![CDATA[${text}]]></abstract></record></records>`,
  oai: (text) =>
    `<OAI-PMH><ListRecords><record><metadata><![CDATA[${text}]]></metadata></record></ListRecords></OAI-PMH>`,
  pubmed: (text) => `<PubmedArticleSet><PubmedArticle><![CDATA[${text}]]></PubmedArticle></PubmedArticleSet>`,
  datacite: (text) =>
    `<resource xmlns="http://datacite.org/schema/kernel-4"><d><![CDATA[${text}]]></d></resource>`,
} satisfies Record<Exclude<ImportFormat, SampledElsewhere>, (text: string) => string>;
/** Lines by which formats are recognised where they begin a file. */
const marks = [
  ...[
    'TY  - JOUR',
    'ER  - ',
    'PMID- 1',
    '%0 Journal Article',
    'RT Journal Article',
    'FN Clarivate Analytics',
    'PT J',
    '@article{soil,',
    '@string{a = "b"}',
    'Title,Authors,DOI',
    'Title\tAuthors\tDOI',
  ],
  ...[
    '<?xml version="1.0"?>',
    '<doi_batch>',
    '<article><front>',
    '<records><record>',
    '<OAI-PMH>',
    '<header/><metadata/>',
  ],
  ...[
    '{"bibjson":{}}',
    '[{"type":"article-journal"}]',
    '%PDF-1.7',
    'xl/workbook.xml',
    'pkp.sfu.ca',
    'datacite.org JATS',
  ],
  ...['Journal ISSN (print version),Journal EISSN (online version)'],
];

test('a format is recognised where it begins, whatever marks of others a text in it has', async () => {
  for (const [format, write] of Object.entries(samples))
    expect(await detect(write('About soil'))).toBe(format);
  const text = fc.array(fc.constantFrom(...marks, 'About soil, and water; in wet years.', ''), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(samples)), text, async (format, lines) => {
      expect(await detect(samples[format]!(`Abstract\n${lines.join('\n')}\nEnd`))).toBe(format);
    }),
    { numRuns: 500 },
  );
});

test('text before the first record changes nothing', async () => {
  const before = 'Provider: A Database\nContent: text/plain; charset="UTF-8"\n\n';
  expect(await detect(before + samples.ris!('About soil'))).toBe('ris');
  expect(await detect(`Exported, by a program\n${samples.bibtex!('TY  - JOUR')}`)).toBe('bibtex');
});

test('a zip file whose text names an office document holds articles', async () => {
  const zip = zipBytes([
    { name: 'a.xml', content: samples.jats!('xl/workbook.xml, word/document.xml'), isStored: true },
  ]);
  expect(await detectFormat(sourceFile(zip, { onDisk: true }), true)).toBe('jats-zip');
});
