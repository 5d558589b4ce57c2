import fc from 'fast-check';
import { expect, test } from 'vitest';
import { articleToWire } from '../../../src/shared/article/article.ts';
import { checkArticle } from '../../../src/shared/article/articleRules.ts';
import { storedContentHash } from '../../../src/shared/article/storedContent.ts';
import { takenArticle } from '../../../src/shared/article/takenArticle.ts';
import { articleDifferences } from '../../../src/shared/comparisons/compareArticles.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { directoryForFile } from '../../helpers/directoryForFile.ts';
import { article, goodKey } from '../../helpers/testDirectory.ts';

const directory = directoryForFile();

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const bibjson = fc.record(
  {
    title: text,
    abstract: maybe(fc.oneof(text, fc.constant(null))),
    year: maybe(
      fc.oneof(fc.constantFrom('2024', '19', '99', ' 2020 '), fc.integer({ min: 1900, max: 2030 })),
    ),
    month: maybe(fc.oneof(text, fc.integer({ min: 1, max: 12 }))),
    author: maybe(
      fc.array(fc.record({ name: text, affiliation: maybe(text) }, { requiredKeys: ['name'] }), {
        maxLength: 3,
      }),
    ),
    keywords: maybe(fc.array(text, { maxLength: 4 })),
    journal: maybe(
      fc.record({ volume: text, number: text, start_page: text, end_page: fc.oneof(text, fc.nat()) }),
    ),
    link: fc.array(
      fc.record(
        {
          type: fc.constantFrom('fulltext', ' Fulltext ', 'FULLTEXT'),
          url: fc.webUrl(),
          content_type: maybe(fc.constantFrom('PDF', ' pdf ', 'html', 'Something else')),
        },
        { requiredKeys: ['type', 'url'] },
      ),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ['title', 'link'] },
);

test('a record has the same hash as sent, as found by search and as read by GET', async () => {
  let number = 0;
  let stored = 0;
  await fc.assert(
    fc.asyncProperty(bibjson, async (parts) => {
      number += 1;
      const given = JSON.parse(JSON.stringify(parts)) as DraftRecord;
      const record = article(number, given);
      const context = { dialect: '3.0.1', journals: null, now: new Date() } as const;
      if (checkArticle(record, context).some((finding) => finding.severity === 'error')) return;
      const wire = articleToWire(record);
      const base = directory.directory['3.0.1'];
      const answer = await fetch(`${base}articles?api_key=${goodKey}`, {
        method: 'POST',
        body: JSON.stringify(wire),
      });
      // A random address may equal that of another article.
      if (answer.status !== 201) return;
      stored += 1;
      const { id } = (await answer.json()) as { id: string };
      const shown = await (await fetch(`${base}articles/${id}`)).json();
      const query = encodeURIComponent(`doi:"10.5555\\/article.${number}"`);
      const { results } = (await (await fetch(`${base}search/articles/${query}`)).json()) as {
        results: unknown[];
      };
      expect(storedContentHash(shown)).toBe(storedContentHash(wire));
      expect(storedContentHash(results[0])).toBe(storedContentHash(wire));
      for (const there of [shown, results[0]] as DraftRecord[]) {
        expect(articleDifferences(there, record)).toEqual([]);
        expect(articleDifferences(there, takenArticle(there))).toEqual([]);
      }
    }),
    { numRuns: 150 },
  );
  expect(stored).toBeGreaterThan(100);
});

const ada = { name: 'Ada Example', affiliation: 'University of Nowhere' };
const link = { type: 'fulltext', url: 'https://j1.example.org/article/1', content_type: 'HTML' };

test.each([
  ['title', { title: 'Another' }],
  ['an author', { author: [{ name: 'Ada Example' }] }],
  ['the order of keywords', { keywords: ['water', 'soil'] }],
  ['a page', { journal: { volume: '1', number: '2', start_page: '3', end_page: '10' } }],
  ['an affiliation', { author: [{ ...ada, affiliation: 'Elsewhere' }] }],
  ['an ORCID iD', { author: [{ ...ada, orcid_id: 'https://orcid.org/0000-0002-1825-0097' }] }],
  ['the name of an author', { author: [{ ...ada, name: 'Ada Sample' }] }],
  ['an identifier', { identifier: [{ type: 'doi', id: '10.5555/article.1' }] }],
  ['the address', { link: [{ ...link, url: 'https://j1.example.org/article/2' }] }],
  ['the format of a link', { link: [{ ...link, content_type: 'PDF' }] }],
  ['the type of a link', { link: [{ ...link, type: 'other' }] }],
])('another version differs: %s', (_name, change) => {
  expect(storedContentHash(article(1, change))).not.toBe(storedContentHash(article(1)));
});

test('the order of identifiers does not count', () => {
  const [doi, issn] = [
    { type: 'doi', id: '10.5555/article.1' },
    { type: 'pissn', id: '1234-5679' },
  ];
  const hash = (...identifier: object[]) => storedContentHash({ bibjson: { identifier } });
  expect(hash(doi, issn)).toBe(hash(issn, doi));
  expect(hash(doi, issn)).not.toBe(hash({ ...issn, type: 'eissn' }, doi));
});

test('any value has a hash', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => storedContentHash(value).length === 16));
});
