import { gzipSync } from 'node:zlib';
import { maxRecords, smallRecords } from '../../src/main/formats/readRecord.ts';
import type { ImportFormat } from '../../src/shared/draft/fileFormats.ts';
import { workbookOf, zipOf } from '../formats/tables/workbookOf.ts';

/** A file too large for the normal tests: its bytes in pieces, and the expected result. */
export interface HostileFile {
  name: string;
  format?: ImportFormat;
  pieces(): Iterable<string | Buffer>;
  /** Records that are read; everything else is reported as a problem. */
  records: number;
}

const million = 1_000_000;
const article = (title: string, more = '') =>
  `<journal_article><titles><title>${title}</title></titles>${more}</journal_article>`;
const opening = '<?xml version="1.0" encoding="UTF-8"?><doi_batch><body><journal>';
const closing = '</journal></body></doi_batch>';
const json = (at: number) =>
  `{"bibjson":{"title":"Title ${at}","identifier":[{"type":"doi","id":"10.5555/${at}"}]}}`;
const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`);

/** 200 million bytes of the same text repeated. */
function* repeated(text: string): Generator<string> {
  const piece = text.repeat(Math.ceil(million / text.length)).slice(0, million);
  for (let at = 0; at < 200; at++) yield piece;
}

/** Each text repeated, in pieces of a thousand. */
function* many(count: number, text: (at: number) => string): Generator<string> {
  for (let from = 0; from < count; from += 1_000)
    yield Array.from({ length: Math.min(1_000, count - from) }, (_, at) => text(from + at)).join('');
}

function* around(before: string, inner: Iterable<string>, after: string): Generator<string> {
  yield before;
  yield* inner;
  yield after;
}

/** How many very small records are read from so many bytes. */
const smallest = (bytes: number) => Math.floor(smallRecords.free + bytes / smallRecords.bytes);

/** Its headings reach the last column, with nothing between them. */
function wideHeadings(): Buffer {
  const text = (place: string, words: string) => `<c r="${place}" t="inlineStr"><is><t>${words}</t></is></c>`;
  const rows = [...many(300, (at) => `<row r="${at + 2}">${text(`A${at + 2}`, 'Soil')}</row>`)];
  return zipOf(
    workbookOf({ Articles: `<row r="1">${text('A1', 'Title')}${text('XFD1', 'DOI')}</row>${rows.join('')}` }),
  );
}

function wideWorkbook(): Buffer {
  const heading = '<row r="1"><c r="A1" t="inlineStr"><is><t>Title</t></is></c></row>';
  const rows = [...many(100_000, (at) => `<row r="${at + 2}"><c r="XFD${at + 2}"><v>1</v></c></row>`)];
  return zipOf(workbookOf({ Articles: heading + rows.join('') }));
}

const tinyTitles = `Title\n${[...many(100_000, (at) => `T${at}\n`)].join('')}`;
const chain = [...many(20_000, (at) => `@article{a${at},crossref={a${at + 1}}}\n`)].join('');

export const hostileFiles: HostileFile[] = [
  {
    name: 'XML: one record of 200 MB',
    pieces: () =>
      around(`${opening}<journal_article><titles><title>`, repeated('soil '), `</title></titles>${closing}`),
    records: 0,
  },
  {
    name: 'XML: 200 MB of records',
    pieces: () =>
      around(
        opening,
        many(10_000, (at) => article(`T${at}`, `<a>${'soil '.repeat(4_000)}</a>`)),
        closing,
      ),
    // Up to 50 MB, the most of a deposit that is read.
    records: 2_480,
  },
  {
    name: 'XML: an attribute of 200 MB',
    pieces: () => around('<doi_batch a="', repeated('x'), '"><body/></doi_batch>'),
    records: 0,
  },
  {
    name: 'XML: attributes of 200 MB together',
    pieces: () =>
      around(
        '<doi_batch ',
        many(12 * million, (at) => `a${at}="12" `),
        '><body/></doi_batch>',
      ),
    records: 0,
  },
  {
    name: 'XML: elements within elements, 200 MB',
    pieces: () => around('<doi_batch>', repeated('<a>'), ''),
    records: 0,
  },
  {
    name: 'XML: a comment of 200 MB',
    pieces: () => around('<doi_batch><!--', repeated('-x'), ''),
    records: 0,
  },
  {
    name: 'XML: a billion laughs',
    pieces: () => [
      `<!DOCTYPE doi_batch [<!ENTITY e0 "ha">${entities.join('')}]>${opening}${article('&e9;')}${closing}`,
    ],
    records: 0,
  },
  {
    name: 'XML: entities from elsewhere',
    pieces: () => [
      `<!DOCTYPE doi_batch SYSTEM "http://127.0.0.1:9/x.dtd" [<!ENTITY x SYSTEM "file:///etc/passwd">]>${opening}${article('&x;')}${closing}`,
    ],
    records: 0,
  },
  {
    name: 'JSON: one record of 200 MB',
    pieces: () => around('[{"bibjson":{"title":"', repeated('soil '), '"}}]'),
    records: 0,
  },
  { name: 'JSON: lists within lists, 200 MB', pieces: () => repeated('['), records: 0 },
  { name: 'JSON: objects within objects, 200 MB', pieces: () => repeated('{"a":'), records: 0 },
  { name: 'JSON: a number of 200 MB', pieces: () => around('[{"bibjson":', repeated('7'), '}]'), records: 0 },
  {
    name: 'JSON: backslashes, 200 MB',
    pieces: () => around('[{"bibjson":"', repeated('\\'), '"}]'),
    records: 0,
  },
  {
    name: 'JSON: 333,333 empty objects',
    pieces: () => [`[${'{},'.repeat(333_332)}{}]`],
    records: smallest(1_000_000),
  },
  {
    name: 'JSON lines: one line of 200 MB',
    format: 'jsonl',
    pieces: () => around('{"bibjson":{"title":"', repeated('soil '), '"}}'),
    records: 0,
  },
  { name: 'JSON lines: 200 MB of line ends', format: 'jsonl', pieces: () => repeated('\n'), records: 0 },
  { name: '200 MB of zeros', pieces: () => repeated('\0'), records: 0 },
  {
    name: '200 MB that are no UTF-8',
    pieces: () => [...Array(200)].map(() => Buffer.alloc(million, 0xff)),
    records: 0,
  },
  {
    name: 'JSON in UTF-16 with its mark',
    pieces: () => [Buffer.from(`\ufeff[${json(1)},${json(2)}]`, 'utf16le')],
    records: 2,
  },
  { name: 'JSON with a mark of UTF-8', pieces: () => [`\ufeff[${json(1)},${json(2)}]`], records: 2 },
  {
    name: 'JSON: 10,000 titles that turn round what follows',
    pieces: () =>
      around(
        '[',
        many(10_000, (at) => `{"bibjson":{"title":"\u202e${at} gnihtemos"}},`),
        `${json(1)}]`,
      ),
    records: 10_001,
  },
  ...(['json', 'jsonl', 'crossref'] as const).map((format) => ({
    name: `a zip of 200 MB given as ${format}`,
    format,
    pieces: () => around('PK\u0003\u0004\u0014\0', repeated('\u0001zip'), ''),
    records: 0,
  })),
  { name: 'a gzip of 200 MB', pieces: () => [gzipSync(Buffer.alloc(200 * million, ' '))], records: 0 },
  {
    name: 'a table of 50,000 columns and 200 lines',
    pieces: () => [`${'column,'.repeat(50_000)}\n`, ...Array<string>(200).fill(`${'1,'.repeat(50_000)}\n`)],
    records: 0,
  },
  {
    name: 'JSON: one record of 1,500,000 members',
    pieces: () =>
      around(
        '[{"bibjson":{"title":"Soil",',
        many(1.5 * million, (at) => `"m${at}":1,`),
        '"z":1}}]',
      ),
    records: 0,
  },
  {
    name: 'CSV: 200 MB of empty lines',
    pieces: () => around('Title,DOI\n', repeated('\n'), 'Soil,10.5555/1\n'),
    records: 1,
  },
  {
    name: 'CSV: 200 MB of empty rows',
    pieces: () => around('Title,DOI\n', repeated(',\n'), 'Soil,10.5555/1\n'),
    records: 1,
  },
  {
    name: 'CSV: a line of 200 MB',
    pieces: () => around('Title,DOI\n', repeated('x,'), '\nSoil,10.5555/1\n'),
    records: 1,
  },
  {
    name: 'RIS: 200 MB of empty tags',
    pieces: () => around('TY  - JOUR\n', repeated('AU  - \n'), 'ER  - \n'),
    records: 0,
  },
  {
    name: 'Web of Science: 200 MB of authors on lines of their own',
    pieces: () => around('PT J\nAU ', repeated('   Okoro, A\n'), 'ER\n'),
    records: 0,
  },
  {
    name: 'BibTeX: 200 MB of empty fields',
    pieces: () => around('@article{a,\n', repeated('a={},'), '}\n'),
    records: 0,
  },
  {
    name: 'XML: 200 MB of empty elements',
    pieces: () => around(`${opening}<journal_article>`, repeated('<a/>'), `</journal_article>${closing}`),
    records: 0,
  },
  { name: 'XLSX: a heading in the last column', pieces: () => [wideHeadings()], records: 300 },
  { name: 'CSV: 100,000 titles', pieces: () => [tinyTitles], records: smallest(tinyTitles.length) },
  { name: 'BibTeX: a chain of 20,000 entries', pieces: () => [chain], records: smallest(chain.length) },
  { name: 'XLSX: a cell in the last column of every row', pieces: () => [wideWorkbook()], records: 0 },
  {
    name: 'JSON: 1,000,000 records',
    pieces: () =>
      around(
        '[',
        many(million, (at) => `${json(at)},`),
        `${json(million)}]`,
      ),
    records: maxRecords,
  },
];
