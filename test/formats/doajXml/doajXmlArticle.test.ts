import { describe, expect, test } from 'vitest';
import { articleOf } from '../../../src/main/formats/article/articleOf.ts';
import { type Choices, ordinaryChoices } from '../../../src/main/formats/article/choices.ts';
import { doajXmlArticle } from '../../../src/main/formats/doajXml/doajXmlArticle.ts';
import { member } from '../../../src/shared/json.ts';
import { textOf } from '../../helpers/textOf.ts';
import { parseXml } from '../parseXml.ts';

function read(inner: string, choices: Choices = ordinaryChoices) {
  return articleOf(doajXmlArticle(parseXml(`<record>${inner}</record>`)), choices);
}

function bibjson(inner: string, choices?: Choices) {
  return read(inner, choices).record.bibjson;
}

function notes(inner: string): string {
  return read(inner).notes.map(textOf).join('\n');
}

const full = `
  <language>eng</language>
  <publisher>Soil Press</publisher>
  <journalTitle>Journal of Soil</journalTitle>
  <issn>0037-9999</issn>
  <eissn>2049-3630</eissn>
  <publicationDate>2024-05-17</publicationDate>
  <volume>007</volume>
  <issue>3-4</issue>
  <startPage>12</startPage>
  <endPage>19</endPage>
  <doi>10.1234/soil.1</doi>
  <publisherRecordId>4711</publisherRecordId>
  <documentType>Original</documentType>
  <title language="eng">Soil of Lagos</title>
  <authors>
    <author>
      <name>Ada Okoro</name><email>ada@example.org</email>
      <affiliationId>0</affiliationId><affiliationId>1</affiliationId>
      <orcid_id>https://orcid.org/0000-0002-1825-0097</orcid_id>
    </author>
    <author><name>Okoro, Bola</name><affiliationId>1</affiliationId></author>
  </authors>
  <affiliationsList>
    <affiliationName affiliationId="0">University of Lagos</affiliationName>
    <affiliationName affiliationId="1">University of Ibadan</affiliationName>
  </affiliationsList>
  <abstract language="eng">About soil &amp; water.</abstract>
  <fullTextUrl format="pdf">https://example.org/soil/1</fullTextUrl>
  <keywords language="eng"><keyword>soil</keyword><keyword>Lagos</keyword></keywords>`;

describe('a record of the directory’s article XML', () => {
  test('is read with every field', () => {
    expect(read(full).record).toEqual({
      admin: { publisher_record_id: '4711' },
      bibjson: {
        title: 'Soil of Lagos',
        abstract: 'About soil & water.',
        year: '2024',
        month: '5',
        keywords: ['soil', 'Lagos'],
        identifier: [
          { type: 'doi', id: '10.1234/soil.1' },
          { type: 'pissn', id: '0037-9999' },
          { type: 'eissn', id: '2049-3630' },
        ],
        journal: { title: 'Journal of Soil', volume: '007', number: '3-4', start_page: '12', end_page: '19' },
        author: [
          {
            name: 'Ada Okoro',
            affiliation: 'University of Lagos',
            orcid_id: 'https://orcid.org/0000-0002-1825-0097',
          },
          { name: 'Okoro, Bola', affiliation: 'University of Ibadan' },
        ],
        link: [{ type: 'fulltext', content_type: 'PDF', url: 'https://example.org/soil/1' }],
      },
    });
  });

  test('is the same in any order of its elements', () => {
    const reversed = parseXml(`<record>${full}</record>`);
    reversed.children.reverse();
    expect(articleOf(doajXmlArticle(reversed)).record).toEqual(read(full).record);
  });

  test('reports what the directory has no field for, each once', () => {
    expect(notes(full)).toBe(
      'Ada Okoro has 2 affiliations. The directory stores one, so the first was imported.\n' +
        'Not imported (no matching field): publisher, document type, e-mail addresses.',
    );
  });

  test.each([
    ['fre', 'fra'],
    ['fra', 'fre'],
    ['fr', 'fre'],
  ])('has the title in its own language, even if it says %s and then %s', (own, other) => {
    const inner = `<language>${own}</language><title language="eng">Soil</title><title language="${other}">Le sol</title>`;
    expect(bibjson(inner)).toEqual({ title: 'Le sol' });
  });

  test('has the first title if none is in its language', () => {
    const titles = '<title language="ger">Boden</title><title language="spa">Suelo</title>';
    expect(bibjson(`<language>por</language>${titles}`)).toEqual({ title: 'Boden' });
    expect(bibjson(`<language>por</language><title>Solo</title><title language="eng">Soil</title>`)).toEqual({
      title: 'Solo',
    });
  });

  const two = `
    <language>fre</language><title language="fre">Le sol</title>
    <abstract language="eng">About soil.</abstract><abstract language="fre">Du sol.</abstract>
    <keywords language="eng"><keyword>soil</keyword></keywords>
    <keywords language="fre"><keyword>sol</keyword></keywords>`;

  test('has the first abstract and the first keywords, whatever their language is', () => {
    expect(bibjson(two)).toEqual({ title: 'Le sol', abstract: 'About soil.', keywords: ['soil'] });
    expect(notes(two)).toBe(
      'Another abstract was not imported; the directory stores only one.\nThe abstract is in another language (en) than the title (fr).\n' +
        'Keywords in another language were not imported; the directory stores one list.',
    );
  });

  test('has the abstract and keywords in the language that the user chose for the import', () => {
    expect(bibjson(two, { ...ordinaryChoices, language: 'fr' })).toEqual({
      title: 'Le sol',
      abstract: 'Du sol.',
      keywords: ['sol'],
    });
  });

  test('takes the first filled abstract and keywords', () => {
    const inner =
      '<title>T</title><abstract/><abstract> A </abstract><keywords/><keywords><keyword/><keyword>k</keyword></keywords>';
    expect(bibjson(inner)).toEqual({ title: 'T', abstract: 'A', keywords: ['k'] });
  });

  test.each([
    ['2024', { year: '2024' }],
    ['2024-05', { year: '2024', month: '5' }],
    ['2024-05-17', { year: '2024', month: '5' }],
    ['2024-13-45', { year: '2024' }],
    ['17 May 2024', { year: '2024', month: '5' }],
    ['soon', {}],
  ])('has the date %s', (date, expected) => {
    expect(bibjson(`<title>T</title><publicationDate>${date}</publicationDate>`)).toEqual({
      title: 'T',
      ...expected,
    });
  });

  test('reports a month that is none', () => {
    expect(notes('<publicationDate>2024-13-45</publicationDate>')).toContain('The month “13”');
  });

  test('has both pages of a range in its first page', () => {
    const journal = (pages: string) => member(bibjson(pages), 'journal');
    expect(journal('<startPage>12–19</startPage>')).toEqual({ start_page: '12', end_page: '19' });
    expect(journal('<startPage>1-1</startPage><endPage>1-9</endPage>')).toEqual({
      start_page: '1-1',
      end_page: '1-9',
    });
  });

  test('has ISSNs with a hyphen and a capital X', () => {
    expect(bibjson('<issn>00379999</issn><eissn>2434561x</eissn>')).toEqual({
      identifier: [
        { type: 'pissn', id: '0037-9999' },
        { type: 'eissn', id: '2434-561X' },
      ],
    });
  });

  test('reports equal ISSNs', () => {
    expect(notes('<issn>0037-9999</issn><eissn>00379999</eissn>')).toBe(
      'The print and the online ISSN are the same: 0037-9999.',
    );
  });

  test('gives an author no affiliation if the first id is unknown, and says so', () => {
    const inner = `
      <authors><author><name>Ann</name><affiliationId>9</affiliationId><affiliationId>1</affiliationId></author></authors>
      <affiliationsList><affiliationName affiliationId="1">U</affiliationName></affiliationsList>`;
    expect(bibjson(inner)).toEqual({ author: [{ name: 'Ann' }] });
    expect(notes(inner)).toContain('The affiliation “9” of Ann is not in the record.');
    expect(notes(inner)).toContain('other details of authors');
  });

  test('has ORCIDs with https', () => {
    const author = (orcid: string) =>
      bibjson(`<authors><author><name>A</name><orcid_id>${orcid}</orcid_id></author></authors>`);
    const expected = { author: [{ name: 'A', orcid_id: 'https://orcid.org/0000-0002-1694-233X' }] };
    expect(author('http://orcid.org/0000-0002-1694-233x')).toEqual(expected);
    expect(author('0000-0002-1694-233X')).toEqual(expected);
    expect(author('')).toEqual({ author: [{ name: 'A' }] });
  });

  test('repeats an author who is listed once for each affiliation', () => {
    const inner = `
      <authors>
        <author><name>A</name><affiliationId>1</affiliationId></author>
        <author><name>A</name><affiliationId>2</affiliationId></author>
      </authors>
      <affiliationsList>
        <affiliationName affiliationId="1">U</affiliationName><affiliationName affiliationId="2">V</affiliationName>
      </affiliationsList>`;
    expect(bibjson(inner)).toEqual({
      author: [
        { name: 'A', affiliation: 'U' },
        { name: 'A', affiliation: 'V' },
      ],
    });
  });

  test('is plain text without markup, which the schema refuses', () => {
    const inner = `
      <title>CO<sub>2</sub> in <i>Zea mays</i>, &lt;i&gt;n&lt;/i&gt; = 3, p &lt; 0.05 &amp; more</title>
      <abstract><![CDATA[<p>One &amp; two</p><p>Three</p>]]></abstract>`;
    expect(bibjson(inner)).toEqual({
      title: 'CO2 in Zea mays, n = 3, p < 0.05 & more',
      abstract: 'One & two\nThree',
    });
  });

  test('resolves references once', () => {
    expect(bibjson('<title>R&amp;amp;D</title>')).toEqual({ title: 'R&amp;D' });
  });

  test.each([
    ['format="pdf"', 'https://x.org/1', 'PDF'],
    ['format="application/pdf"', 'https://x.org/1', 'PDF'],
    ['format="HTML"', 'https://x.org/1.pdf', 'HTML'],
    ['', 'https://x.org/1.pdf', 'PDF'],
    ['', 'https://x.org/1', 'HTML'],
  ])('has a link with %s to %s as %s', (attribute, url, content_type) => {
    expect(bibjson(`<fullTextUrl ${attribute}>${url}</fullTextUrl>`)).toEqual({
      link: [{ type: 'fulltext', content_type, url }],
    });
  });

  test('has its link as written, also with blanks, but not two in one', () => {
    const url = 'https://example.org/a b.pdf';
    expect(bibjson(`<fullTextUrl>${url}</fullTextUrl>`)).toEqual({
      link: [{ type: 'fulltext', content_type: 'PDF', url }],
    });
    expect(bibjson('<fullTextUrl>https://x.org/a https://x.org/b</fullTextUrl>')).toEqual({});
  });

  test('has no link but that of its DOI if its own is no web address', () => {
    expect(bibjson('<doi>10.1234/a</doi><fullTextUrl>ftp://x.org/a</fullTextUrl>')).toEqual({
      identifier: [{ type: 'doi', id: '10.1234/a' }],
      link: [{ type: 'fulltext', content_type: 'HTML', url: 'https://doi.org/10.1234/a' }],
    });
  });

  test('is empty if its elements are', () => {
    const empty = full.replace(/>[^<>]*</g, '><');
    expect(read(empty).record).toEqual({ bibjson: {} });
  });
});
