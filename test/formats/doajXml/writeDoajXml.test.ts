import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { articleOf } from '../../../src/main/formats/article/articleOf.ts';
import { doajXmlArticle } from '../../../src/main/formats/doajXml/doajXmlArticle.ts';
import { writeDoajXml } from '../../../src/main/formats/doajXml/writeDoajXml.ts';
import { childrenOf } from '../../../src/main/formats/xml/xmlTree.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { anyRecord } from '../anyRecord.ts';
import { schemaProblems } from '../directorySchema.ts';
import { parseXml } from '../parseXml.ts';
import { writeTo } from '../writeTo.ts';

function readBack(xml: string): unknown[] {
  return childrenOf(parseXml(xml), 'record').map((record) => articleOf(doajXmlArticle(record)).record);
}

const least = { title: 'Soil', year: '2024', link: [{ type: 'fulltext', url: 'https://example.org/soil' }] };

function write(bibjson: DraftRecord[string], titles?: Map<string, string>) {
  return writeTo(writeDoajXml, [{ bibjson }], titles);
}

describe('the directory’s XML', () => {
  test('holds every field of a record', async () => {
    const record: DraftRecord = {
      admin: { publisher_record_id: '4711' },
      bibjson: {
        title: 'Soil & <water>',
        abstract: 'First.\nSecond.',
        year: '2024',
        month: '5',
        keywords: ['soil', 'water, clean'],
        identifier: [
          { type: 'doi', id: '10.1234/soil' },
          { type: 'pissn', id: '0037-9999' },
          { type: 'eissn', id: '2049-3630' },
        ],
        journal: {
          title: 'Journal of Soil',
          publisher: 'Soil Press',
          language: ['FR'],
          volume: '007',
          number: '3-4',
          start_page: '12',
          end_page: '19',
        },
        author: [
          {
            name: 'Ada Okoro',
            affiliation: 'University of Lagos',
            orcid_id: 'https://orcid.org/0000-0002-1825-0097',
          },
          { name: 'Bello, Bola', affiliation: 'University of Ibadan' },
          { name: 'Tola Ade', affiliation: 'University of Lagos' },
        ],
        link: [{ type: 'fulltext', content_type: 'PDF', url: 'https://example.org/soil?a=1&b=2' }],
      },
    };
    const { text, lost, leftOut } = await writeTo(writeDoajXml, [record]);
    expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<records>
  <record>
    <language>fre</language>
    <publisher>Soil Press</publisher>
    <journalTitle>Journal of Soil</journalTitle>
    <issn>0037-9999</issn>
    <eissn>2049-3630</eissn>
    <publicationDate>2024-05</publicationDate>
    <volume>007</volume>
    <issue>3-4</issue>
    <startPage>12</startPage>
    <endPage>19</endPage>
    <doi>10.1234/soil</doi>
    <publisherRecordId>4711</publisherRecordId>
    <title>Soil &amp; &lt;water&gt;</title>
    <authors>
      <author>
        <name>Ada Okoro</name>
        <affiliationId>1</affiliationId>
        <orcid_id>https://orcid.org/0000-0002-1825-0097</orcid_id>
      </author>
      <author>
        <name>Bello, Bola</name>
        <affiliationId>2</affiliationId>
      </author>
      <author>
        <name>Tola Ade</name>
        <affiliationId>1</affiliationId>
      </author>
    </authors>
    <affiliationsList>
      <affiliationName affiliationId="1">University of Lagos</affiliationName>
      <affiliationName affiliationId="2">University of Ibadan</affiliationName>
    </affiliationsList>
    <abstract>First.

Second.</abstract>
    <fullTextUrl format="PDF">https://example.org/soil?a=1&amp;b=2</fullTextUrl>
    <keywords>
      <keyword>soil</keyword>
      <keyword>water, clean</keyword>
    </keywords>
  </record>
</records>
`);
    expect({ lost, leftOut }).toEqual({ lost: [], leftOut: [] });
    expect(await schemaProblems(text)).toEqual([]);
  });

  test('is valid for any records, which come back the same', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord, { minLength: 1, maxLength: 20 }), async (records) => {
        const { text, lost, leftOut } = await writeTo(writeDoajXml, records);
        expect({ lost, leftOut }).toEqual({ lost: [], leftOut: [] });
        expect(await schemaProblems(text)).toEqual([]);
        expect(readBack(text)).toEqual(records);
      }),
      { numRuns: 10 },
    );
  });

  test('is valid or left out, whatever a record holds', { timeout: 60_000 }, async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '2024', 'a\u0000b', '\ud800'),
    );
    const url = fc.oneof(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc
        .array(
          fc.constantFrom(
            'a',
            '.',
            'org',
            '/',
            ':',
            '80',
            '#',
            '?',
            '%',
            '[',
            ']',
            ' ',
            '@',
            'é',
            '"',
            '\\',
            '1.2.3.4',
          ),
        )
        .map((parts) => `https://${parts.join('')}`),
    );
    const hostile = fc.record(
      {
        title: anyText,
        year: fc.constantFrom('2024', '24', 2023),
        month: fc.oneof(anyText, fc.integer()),
        abstract: anyText,
        keywords: fc.oneof(fc.array(anyText), anyText),
        identifier: fc.array(fc.record({ type: fc.constantFrom('doi', 'pissn', 'eissn', 'x'), id: anyText })),
        author: fc.array(fc.record({ name: anyText, affiliation: anyText, orcid_id: anyText })),
        journal: fc.oneof(
          fc.record({ title: anyText, volume: anyText, language: fc.array(anyText) }),
          anyText,
        ),
        link: fc.array(fc.record({ url, content_type: anyText, type: anyText })),
      },
      { requiredKeys: ['year', 'link'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 60, maxLength: 80 }), async (all) => {
        const { text } = await writeTo(
          writeDoajXml,
          all.map((bibjson) => ({ bibjson })),
        );
        if (text !== '') expect(await schemaProblems(text)).toEqual([]);
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });

  test('has the journal’s title from the list of journals if the record has none, else an empty one', async () => {
    const bibjson = { ...least, identifier: [{ type: 'eissn', id: '2049-3630' }] };
    const titles = new Map([['2049-3630', 'Journal of Soil']]);
    expect((await write(bibjson, titles)).text).toContain('<journalTitle>Journal of Soil</journalTitle>');
    const { text } = await write(bibjson);
    expect(text).toContain('<journalTitle></journalTitle>');
    expect(await schemaProblems(text)).toEqual([]);
  });

  test('has the first link, and reports that there are more', async () => {
    const link = ['https://example.org/1', 'https://example.org/2'].map((url) => ({ type: 'fulltext', url }));
    const { text, lost } = await write({ ...least, link });
    expect(text).toContain('<fullTextUrl>https://example.org/1</fullTextUrl>');
    expect(lost).toEqual(['further links (1)']);
  });

  test.each([
    ['HTTPS://Example.org/a', 'https://Example.org/a'],
    ['https://example.org/100%', 'https://example.org/100%25'],
    ['https://example.org/a[1]#b#c', 'https://example.org/a%5B1%5D#b%23c'],
    ['https://example.org/a b', 'https://example.org/a b'],
  ])('writes the address %s so that it is valid', async (url, written) => {
    const { text } = await write({ ...least, link: [{ type: 'fulltext', url }] });
    expect(text).toContain(`<fullTextUrl>${written}</fullTextUrl>`);
    expect(await schemaProblems(text)).toEqual([]);
  });

  test('has the address of the DOI if there is no valid link', async () => {
    const { text } = await write({
      title: 'Soil',
      year: '2024',
      identifier: [{ type: 'doi', id: '10.1234/a' }],
    });
    expect(text).toContain('<fullTextUrl format="HTML">https://doi.org/10.1234/a</fullTextUrl>');
  });

  test.each([
    ['no year', { ...least, year: '' }, 'The format requires a year of four digits.'],
    [
      'no link',
      { ...least, link: [{ type: 'fulltext', url: 'ftp://localhost/a' }] },
      'The format requires a full-text address that begins with http:// or https:// and has a domain.',
    ],
    [
      'equal ISSNs',
      {
        ...least,
        identifier: [
          { type: 'pissn', id: '0037-9999' },
          { type: 'eissn', id: '00379999' },
        ],
      },
      'The print and the online ISSN are the same (0037-9999); the directory would refuse the whole file.',
    ],
  ])('leaves out a record with %s', async (_what, bibjson, reason) => {
    const { text, leftOut } = await writeTo(writeDoajXml, [{ bibjson: least }, { bibjson }]);
    expect(leftOut).toEqual([`2: ${reason}`]);
    expect(text.match(/<record>/g)).toHaveLength(1);
  });

  test('is nothing without records, since the schema requires one', async () => {
    expect((await writeTo(writeDoajXml, [])).text).toBe('');
  });

  test('reports what the schema would refuse or has no place for, once for each kind', async () => {
    const bibjson = {
      ...least,
      month: 'Spring',
      subject: [{ code: 'S', term: 'Soil' }],
      identifier: [
        { type: 'pissn', id: 'none' },
        { type: 'doi', id: '10.1234/a' },
        { type: 'doi', id: '10.1234/b' },
      ],
      author: [
        { name: 'Ada', orcid_id: 'wrong', email: 'ada@example.org' },
        { name: 'Bola', orcid_id: 'wrong', email: '' },
      ],
    };
    const { text, lost } = await writeTo(writeDoajXml, [{ bibjson }, { bibjson }]);
    expect(lost).toEqual([
      'Subjects (2)',
      'Identifier (2)',
      'E-mail (2)',
      'Print ISSN (2)',
      'Month (2)',
      'ORCID (2)',
    ]);
    expect(await schemaProblems(text)).toEqual([]);
  });
});
