import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ordinaryChoices } from '../../src/main/formats/article/choices.ts';
import { formats } from '../../src/main/formats/formats.ts';
import { isRecord, type ReadItem } from '../../src/main/formats/readRecord.ts';
import type { ImportFormat } from '../../src/shared/draft/fileFormats.ts';
import { textOf } from '../helpers/textOf.ts';
import { readText, titles } from '../import/readText.ts';
import { sourceFile } from './sourceFile.ts';

const doajRecord = (title: string, more = '') =>
  `<record><journalTitle>J</journalTitle><publicationDate>2024</publicationDate><title>${title}</title>${more}</record>`;
const endnoteRecord = (title: string, more = '') =>
  `<record><ref-type name="Journal Article">17</ref-type><titles><title>${title}</title></titles>${more}</record>`;
const ojsArticle = (title: string, more = '') =>
  `<article locale="en" current_publication_id="1"><publication locale="en" status="3"><id type="internal">1</id><title locale="en">${title}</title>${more}</publication></article>`;
const pubmedArticle = (title: string, more = '') =>
  `<Article><Journal><JournalTitle>J</JournalTitle></Journal><ArticleTitle>${title}</ArticleTitle>${more}</Article>`;

const samples: [format: ImportFormat, text: string, record: RegExp][] = [
  ['doaj-xml', `<records>\n${doajRecord('A')}\n${doajRecord('B')}\n</records>`, /<record>/g],
  ['doaj-xml', `<export>\n<list>${doajRecord('A')}\n${doajRecord('B')}</list>\n</export>`, /<record>/g],
  [
    'endnote-xml',
    `<xml><records>\n${endnoteRecord('A')}\n${endnoteRecord('B')}\n</records></xml>`,
    /<record>/g,
  ],
  [
    'ojs-native',
    `<articles xmlns="http://pkp.sfu.ca">\n${ojsArticle('A')}\n${ojsArticle('B')}\n</articles>`,
    /<article /g,
  ],
  [
    'pubmed',
    `<!DOCTYPE ArticleSet PUBLIC "-//NLM//DTD PubMed 2.8//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/in/PubMed.dtd">\n<ArticleSet>${pubmedArticle('A')}\n${pubmedArticle('B')}\n</ArticleSet>`,
    /<Article>/g,
  ],
  [
    'datacite',
    '<resource xmlns="http://datacite.org/schema/kernel-4"><titles><title>A</title></titles></resource>',
    /<resource /g,
  ],
];

async function itemsOf(format: ImportFormat, content: string | Uint8Array, pieceSize?: number) {
  const reader = await formats[format].read();
  const items: ReadItem[] = [];
  for await (const item of reader(
    sourceFile(content, pieceSize === undefined ? {} : { pieceSize }),
    ordinaryChoices,
  ))
    items.push(item);
  return items;
}

describe.each(samples)('%s', (format, text, record) => {
  const count = text.match(record)!.length;

  test('is recognised by its content and read', async () => {
    const read = await readText(text);
    expect(read.format).toBe(format);
    expect(read.problems).toEqual([]);
    expect(titles(read)).toEqual(['A', 'B'].slice(0, count));
    expect(read.records.map(({ index }) => index)).toEqual([1, 2].slice(0, count));
  });

  test('is the same with prefixes, in small pieces and in UTF-16', async () => {
    const expected = await itemsOf(format, text);
    const prefixed = text.replace(/<(\/?)(?=[a-zA-Z])/g, '<$1x:').replace('xmlns=', 'xmlns:x=');
    expect(await itemsOf(format, prefixed)).toEqual(expected);
    expect(await itemsOf(format, text, 7)).toEqual(expected);
    expect(await itemsOf(format, Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual(expected);
  });

  test('that breaks off is a problem after the records before', async () => {
    const end = text.lastIndexOf('</');
    const items = await itemsOf(format, text.slice(0, text.indexOf('A', text.search(record)) + 1));
    expect(items.map(isRecord)).toEqual([false]);
    const later = await itemsOf(format, text.slice(0, end - 1));
    expect(later.some((item) => !isRecord(item))).toBe(true);
  });

  test('never makes the reader throw, whatever bytes are changed', async () => {
    const bytes = Buffer.from(text);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(20)), { maxLength: 8 }),
        async (edits) => {
          let edited: Buffer = bytes;
          for (const [at, byte, cut] of edits)
            edited = Buffer.concat([edited.subarray(0, at), Buffer.from([byte]), edited.subarray(at + cut)]);
          for (const { index } of await itemsOf(format, edited))
            expect(index === null || index > 0).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('never makes the reader throw for tags in any order', async () => {
    const parts = text.match(/<[^>]*>|[^<]+/g)!;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...parts, '&x;', '<![CDATA[', ']]>', '<!--'), { maxLength: 40 }),
        async (list) => {
          await itemsOf(format, list.join(''));
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a broken record', () => {
  test.each([
    [
      'doaj-xml',
      `<records>${doajRecord('A')}${doajRecord('B').replace('</title>', '')}${doajRecord('C')}</records>`,
    ],
    [
      'ojs-native',
      `<articles>${ojsArticle('A')}${ojsArticle('B').replace('</title>', '')}${ojsArticle('C')}</articles>`,
    ],
    [
      'pubmed',
      `<ArticleSet>${pubmedArticle('A')}${pubmedArticle('B').replace('</ArticleTitle>', '')}${pubmedArticle('C')}</ArticleSet>`,
    ],
  ] as const)('of %s does not lose the next one', async (format, text) => {
    const items = await itemsOf(format, text);
    expect(items.map((item) => [item.index, isRecord(item)])).toEqual([
      [1, true],
      [2, false],
      [3, true],
    ]);
  });
});

describe('OJS', () => {
  const issue = (number: number, articles: string, published = 1) =>
    `<issue published="${published}"><issue_identification><volume>${number}</volume></issue_identification>` +
    `<date_published>200${number}-05-01</date_published><sections><section ref="A"><title>S</title></section></sections>` +
    `<articles>${articles}</articles></issue>`;

  test('gives each article the data of its own issue', async () => {
    const text = `<issues xmlns="http://pkp.sfu.ca">${issue(1, ojsArticle('A'))}<issue published="0"><articles>${ojsArticle('B')}</articles></issue>${issue(3, ojsArticle('C') + ojsArticle('D'))}</issues>`;
    const { records } = await readText(text);
    expect(records.map(({ record }) => record.bibjson)).toEqual([
      { title: 'A', year: '2001', month: '5', journal: { volume: '1' } },
      { title: 'B' },
      { title: 'C', year: '2003', month: '5', journal: { volume: '3' } },
      { title: 'D', year: '2003', month: '5', journal: { volume: '3' } },
    ]);
    expect(records[1]!.notes.map(textOf)).toEqual(['The article is not published.']);
  });

  test('of version 2 is read with its document type, which is not fetched', async () => {
    const text = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE issues PUBLIC "-//PKP//OJS Articles and Issues XML//EN" "http://pkp.sfu.ca/ojs/dtds/2.4/native.dtd">
<issues><issue published="true"><title locale="en_US">I</title><volume>3</volume><number>1</number><year>2009</year>
<section><title locale="en_US">S</title><article locale="en_US"><title locale="en_US">A</title><author><firstname>Ada</firstname><lastname>Okoro</lastname></author></article></section></issue></issues>`;
    const read = await readText(text);
    expect(read.format).toBe('ojs-native');
    expect(read.records[0]!.record.bibjson).toEqual({
      title: 'A',
      year: '2009',
      journal: { volume: '3', number: '1' },
      author: [{ name: 'Ada Okoro' }],
    });
  });

  test('with large embedded files, also as covers of an issue, is read without collecting them', async () => {
    const embed = (size: number) => `<embed encoding="base64">${'QUJD\n'.repeat(size / 5)}</embed>`;
    const file = `<submission_file id="1"><name locale="en">a</name><file>${embed(8_000_000)}</file></submission_file>`;
    const covers = `<issue_covers><cover>${embed(8_000_000)}</cover></issue_covers>`;
    const article = ojsArticle('A').replace('<publication', `${file}<publication`);
    const text = `<issues xmlns="http://pkp.sfu.ca"><issue published="1"><issue_identification><volume>1</volume></issue_identification>${covers}<articles>${article}${ojsArticle('B')}</articles></issue></issues>`;
    const read = await readText(text);
    expect(read.problems).toEqual([]);
    expect(read.records.map(({ record }) => record.bibjson)).toEqual([
      { title: 'A', journal: { volume: '1' } },
      { title: 'B', journal: { volume: '1' } },
    ]);
    expect(read.records[0]!.notes.map(textOf)).toEqual(['Not imported (no matching field): embedded files.']);
  });
});

test('PubMed books are reported, and articles inside MEDLINE’s records are not counted twice', async () => {
  const text =
    '<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>A</ArticleTitle></Article></MedlineCitation></PubmedArticle>' +
    '<PubmedBookArticle><BookDocument/></PubmedBookArticle><DeleteCitation><PMID>9</PMID></DeleteCitation></PubmedArticleSet>';
  const read = await readText(text);
  expect(titles(read)).toEqual(['A']);
  expect(read.problems.map(({ index }) => index)).toEqual([2]);
});

test('XML in a declared encoding of one byte is read in it', async () => {
  const text = `<?xml version="1.0" encoding="ISO-8859-1"?><records>${doajRecord('Café')}</records>`;
  expect(titles(await readText(Buffer.from(text, 'latin1')))).toEqual(['Café']);
});

test('elements nested too deeply are a problem of their record alone', async () => {
  const deep = '<b>'.repeat(300) + '</b>'.repeat(300);
  const read = await readText(`<records>${doajRecord('A', deep)}${doajRecord('B')}</records>`);
  expect(titles(read)).toEqual(['B']);
  expect(read.problems).toHaveLength(1);
});

test.each([
  [
    'ojs-native',
    `<articles>${ojsArticle('A', '<title locale="en">T</title><subtitle locale="en">S</subtitle><prefix locale="en">P</prefix>'.repeat(20_000))}</articles>`,
  ],
  [
    'datacite',
    `<resource><titles>${'<title>T</title><title titleType="Subtitle">S</title>'.repeat(20_000)}</titles></resource>`,
  ],
  ['doaj-xml', `<records>${doajRecord('A', `<abstract>${'a\n\n'.repeat(500_000)}</abstract>`)}</records>`],
  [
    'doaj-xml',
    `<records>${doajRecord('A', `<authors>${'<author><name>N</name><affiliationId>1</affiliationId></author>'.repeat(20_000)}</authors>`)}</records>`,
  ],
] as const)('%s with very many parts is read', async (format, text) => {
  expect((await itemsOf(format, text)).map(isRecord)).toEqual([true]);
});
