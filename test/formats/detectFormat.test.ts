import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { detectFormat } from '../../src/main/formats/detectFormat.ts';
import { saying } from '../helpers/saying.ts';
import { sourceFile } from './sourceFile.ts';

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
    ['zeros', Buffer.alloc(5_000), /neither/],
    ['plain text', 'Dear editor', /neither/],
    ['a Word document', 'PK\u0003\u0004word/document.xml', /text document/],
  ])('is refused with advice: %s', async (_name, content, words) => {
    expect(await detect(content)).toMatchObject({ index: null, message: saying(words) });
  });
});

test('a zip file is a workbook if it has the entry of one, even at its end', async () => {
  const zip = Buffer.from(`PK\u0003\u0004${'x'.repeat(300_000)}xl/workbook.xml`, 'latin1');
  expect(await detectFormat(sourceFile(zip, { onDisk: true }), false)).toBe('xlsx');
  expect(await detect('PK\u0003\u0004articles/a.xml')).toBe('jats-zip');
  for (const short of ['P', 'PK', 'PK\u0003'])
    expect(await detect(short)).toEqual({
      index: null,
      line: 1,
      message: { key: 'import.read.unknownFormat' },
    });
});

test('UTF-32 is refused by its name', async () => {
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
    expect(await detect(bytes)).toMatchObject({ message: saying(/UTF-32/) });
});
