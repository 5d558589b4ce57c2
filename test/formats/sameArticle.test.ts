import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBibtex } from '../../src/main/formats/readBibtex.ts';
import type { Reader } from '../../src/main/formats/reader.ts';
import { jsonReader, readCrossrefJson, readCsl, readDataciteJson } from '../../src/main/formats/readJson.ts';
import { readRis } from '../../src/main/formats/readRis.ts';
import { readAll } from './readAll.ts';

/** An article with all that each of these formats can hold. */
interface Article {
  title: string;
  abstract: string;
  year: string;
  month: number;
  keywords: string[];
  doi: string;
  issn: string;
  journal: string;
  volume: string;
  number: string;
  start: string;
  end: string;
  authors: ({ given: string; family: string } | string)[];
  url: string;
}

const letter = fc.constantFrom(...'aeiouzstnrlkCGMPéèüöñçøßŁşžÅδ中я');
const word = fc
  .array(letter, { minLength: 2, maxLength: 8 })
  .map((letters) => letters.join(''))
  .filter((text) => !/^(?:sr|others)$/i.test(text));
const sign = fc.constantFrom(
  '',
  '',
  '',
  ' &',
  '%',
  ' < 5',
  ' (x)',
  '?',
  '!',
  ' #1',
  ' $5',
  ' 5_b',
  ' {y}',
  ' x^2',
  ' a~b',
  ' c\\d',
  '’s',
);
const textOfWords = (most: number) =>
  fc
    .array(fc.tuple(word, sign), { minLength: 1, maxLength: most })
    .map((parts) => parts.map(([text, after]) => `${text}${after}`).join(' '));
const number = fc.integer({ min: 1, max: 999 }).map(String);
const name = fc.oneof(
  fc.record({
    given: word,
    family: fc.oneof(
      word,
      word.map((text) => `van der ${text}`),
    ),
  }),
  fc.tuple(word, word).map(([first, second]) => `${first} ${second} Group`),
);
const anyArticle: fc.Arbitrary<Article> = fc.record({
  title: textOfWords(8),
  abstract: textOfWords(30),
  year: fc.integer({ min: 1900, max: 2026 }).map(String),
  month: fc.integer({ min: 1, max: 12 }),
  keywords: fc.uniqueArray(
    fc.tuple(word, word).map(([a, b]) => `${a} ${b}`),
    { minLength: 2, maxLength: 6, selector: (text) => text.toLowerCase() },
  ),
  doi: fc.tuple(number, number).map(([a, b]) => `10.5555/a(${a})_${b}`),
  issn: fc.constantFrom('2345-6787', '0037-9999', '1234-567X'),
  journal: textOfWords(3),
  volume: fc.oneof(number, fc.constant('007')),
  number: fc.oneof(number, fc.constantFrom('3-4', 'Suppl. 1')),
  start: fc.oneof(
    number,
    number.map((text) => `iv${text}`),
  ),
  end: number.map((text) => `${text}9`),
  authors: fc.array(name, { maxLength: 5 }),
  url: number.map((text) => `https://j.example.org/~soil/${text}?a=b&c=d_e`),
});

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const texLetters: Record<string, string> = {
  é: "{\\'e}",
  è: '\\`{e}',
  ü: '\\"u',
  ñ: '{\\~n}',
  ç: '\\c{c}',
  ø: '{\\o}',
  ß: '{\\ss}',
  Ł: '{\\L}',
  ş: '\\c s',
  ž: '\\v{z}',
  Å: '{\\AA}',
  δ: '$\\delta$',
  '&': '\\&',
  '%': '\\%',
  '#': '\\#',
  $: '\\$',
  _: '\\_',
  '{': '\\{',
  '}': '\\}',
  '^': '\\^{}',
  '~': '{\\textasciitilde}',
  '\\': '{\\textbackslash}',
};
const tex = (text: string) => [...text].map((one) => texLetters[one] ?? one).join('');
const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const writers: Record<string, { reader: Reader; write: (article: Article) => string }> = {
  RIS: {
    reader: readRis,
    write: (one) =>
      [
        'TY  - JOUR',
        `T1  - ${one.title}`,
        ...one.authors.map(
          (author) => `AU  - ${typeof author === 'string' ? author : `${author.family}, ${author.given}`}`,
        ),
        `AB  - ${one.abstract}`,
        ...one.keywords.map((keyword) => `KW  - ${keyword}`),
        `PY  - ${one.year}`,
        `DA  - ${one.year}/${String(one.month).padStart(2, '0')}/`,
        `JO  - ${one.journal}`,
        `VL  - ${one.volume}`,
        `IS  - ${one.number}`,
        `SP  - ${one.start}-${one.end}`,
        `DO  - https://doi.org/${one.doi}`,
        `SN  - ${one.issn.replace('-', '')}`,
        `UR  - ${one.url}`,
        'ER  - ',
      ].join('\r\n'),
  },
  BibTeX: {
    reader: readBibtex,
    write: (one) => `@article{key,
      title = "{${tex(one.title)}}",
      author = {${one.authors.map((author) => (typeof author === 'string' ? `{${tex(author)}}` : `${tex(author.family)}, ${tex(author.given)}`)).join(' and\n ')}},
      abstract = {${tex(one.abstract)}},
      keywords = {${one.keywords.map(tex).join(', ')}},
      year = ${one.year}, month = ${monthNames[one.month - 1]},
      journal = {${tex(one.journal)}}, volume = {${one.volume}}, number = {${one.number}}, pages = {${one.start}--${one.end}},
      doi = {${one.doi}}, issn = {${one.issn}}, url = {${tex(one.url)}} }`,
  },
  'CSL-JSON': {
    reader: readCsl,
    write: (one) =>
      JSON.stringify([
        {
          type: 'article-journal',
          title: html(one.title),
          abstract: html(one.abstract),
          issued: { 'date-parts': [[one.year, one.month]] },
          keyword: one.keywords.join(', '),
          DOI: one.doi,
          ISSN: one.issn,
          'container-title': html(one.journal),
          volume: one.volume,
          issue: one.number,
          page: `${one.start}-${one.end}`,
          author: one.authors.map((author) => (typeof author === 'string' ? { literal: author } : author)),
          URL: one.url,
        },
      ]),
  },
  'Crossref REST': {
    reader: readCrossrefJson,
    write: (one) =>
      JSON.stringify({
        status: 'ok',
        'message-type': 'work',
        message: {
          type: 'journal-article',
          title: [html(one.title)],
          abstract: `<jats:title>Abstract</jats:title><jats:p>${html(one.abstract)}</jats:p>`,
          'published-online': { 'date-parts': [[Number(one.year), one.month, 1]] },
          issued: { 'date-parts': [[Number(one.year), one.month, 1]] },
          keyword: one.keywords,
          DOI: one.doi.toUpperCase(),
          'issn-type': [{ value: one.issn, type: 'electronic' }],
          'container-title': [html(one.journal)],
          volume: one.volume,
          issue: one.number,
          page: `${one.start}-${one.end}`,
          author: one.authors.map((author) => (typeof author === 'string' ? { name: author } : author)),
          resource: { primary: { URL: one.url } },
        },
      }),
  },
  'DataCite JSON': {
    reader: readDataciteJson,
    write: (one) =>
      JSON.stringify({
        data: {
          attributes: {
            doi: one.doi,
            titles: [{ title: html(one.title) }],
            descriptions: [{ description: html(one.abstract), descriptionType: 'Abstract' }],
            dates: [{ date: `${one.year}-${String(one.month).padStart(2, '0')}`, dateType: 'Issued' }],
            subjects: one.keywords.map((subject) => ({ subject })),
            container: {
              title: html(one.journal),
              identifier: one.issn,
              identifierType: 'ISSN',
              volume: one.volume,
              issue: one.number,
              firstPage: one.start,
              lastPage: one.end,
            },
            creators: one.authors.map((author) =>
              typeof author === 'string'
                ? { name: author, nameType: 'Organizational' }
                : { name: `${author.family}, ${author.given}`, nameType: 'Personal' },
            ),
            url: one.url,
          },
        },
      }),
  },
  'OJS’ article JSON': {
    reader: jsonReader({ byLine: false }),
    write: (one) => JSON.stringify({ bibjson: { ...expected(one), month: monthNames[one.month - 1] } }),
  },
};

function expected(one: Article): Record<string, unknown> {
  return {
    title: one.title,
    abstract: one.abstract,
    year: one.year,
    month: String(one.month),
    keywords: one.keywords,
    identifier: [
      { type: 'doi', id: one.doi },
      { type: 'eissn', id: one.issn },
    ],
    journal: {
      title: one.journal,
      volume: one.volume,
      number: one.number,
      start_page: one.start,
      end_page: one.end,
    },
    ...(one.authors.length > 0 && {
      author: one.authors.map((author) => ({
        name: typeof author === 'string' ? author : `${author.given} ${author.family}`,
      })),
    }),
    link: [{ type: 'fulltext', content_type: 'HTML', url: one.url }],
  };
}

for (const [format, { reader, write }] of Object.entries(writers)) {
  test(`an article in ${format} gives the draft that it gives in every other format`, async () => {
    await fc.assert(
      fc.asyncProperty(anyArticle, async (article) => {
        const { records, problems } = await readAll(reader, write(article));
        expect(problems).toEqual([]);
        const [bibjson] = records.map(({ record }) => record.bibjson);
        expect(withoutCase(bibjson)).toEqual(withoutCase(expected(article)));
      }),
    );
  });
}

/** DOIs are compared without case. */
function withoutCase(bibjson: unknown): unknown {
  return JSON.parse(JSON.stringify(bibjson), (key, value) =>
    key === 'id' && typeof value === 'string' ? value.toLowerCase() : value,
  );
}
