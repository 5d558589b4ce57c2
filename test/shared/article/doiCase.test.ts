import fc from 'fast-check';
import { expect, test } from 'vitest';
import { articleKeys, doiKey } from '../../../src/shared/article/articleKeys.ts';
import { storedContentHash } from '../../../src/shared/article/storedContent.ts';
import { articleDifferences, compareArticles } from '../../../src/shared/comparisons/compareArticles.ts';
import { sharedKeys } from '../../../src/shared/directory/dialects.ts';
import { buildQuery, readConditions } from '../../../src/shared/search/query/conditions.ts';

const doi = fc
  .tuple(fc.integer({ min: 1000, max: 99999 }), fc.stringMatching(/^[\w./()-]{1,20}\w$/))
  .map(([prefix, name]) => `10.${prefix}/${name}`);

/** An article with this DOI, as a draft or as the directory stores it: it moves the DOI to the end. */
const article = (id: string, stored = false) => {
  const entries = [
    { type: 'doi', id },
    { type: 'pissn', id: '1234-5679' },
    { type: 'eissn', id: '2345-6787' },
  ];
  const identifier = stored ? [...entries.slice(1), entries[0]!] : entries;
  return { bibjson: { title: 'Reading', identifier, year: '2024' } };
};

test('a DOI that the directory stores in lower case is the one that was sent, everywhere', () => {
  fc.assert(
    fc.property(doi, fc.constantFrom('toUpperCase', 'toLowerCase'), (written, change) => {
      const [draft, there] = [article(written[change]()), article(written.toLowerCase(), true)];
      expect(sharedKeys(articleKeys(draft), articleKeys(there))).toEqual(['doi']);
      expect(articleDifferences(there, draft)).toEqual([]);
      expect(storedContentHash(there)).toBe(storedContentHash(draft));
      const compared = compareArticles([{ id: 'a', record: there }], [{ remoteId: null, record: draft }]);
      expect(compared).toEqual([{ outcome: 'same', there: 0, here: 0, differences: [] }]);
    }),
  );
});

test('another DOI is a difference', () => {
  fc.assert(
    fc.property(doi, doi, (one, other) => {
      fc.pre(doiKey(one) !== doiKey(other));
      const [draft, there] = [article(one), article(other)];
      expect(articleDifferences(there, draft)).toEqual([
        { path: 'bibjson.identifier[0].id', before: other, after: one },
      ]);
      expect(storedContentHash(there)).not.toBe(storedContentHash(draft));
    }),
  );
});

test('an article with a second DOI is known again when the directory has dropped it', () => {
  const draft = {
    bibjson: {
      identifier: [
        { type: 'doi', id: '10.5555/A' },
        { type: 'doi', id: '10.5555/B' },
      ],
    },
  };
  const there = { bibjson: { identifier: [{ type: 'doi', id: '10.5555/a' }] } };
  expect(storedContentHash(there)).toBe(storedContentHash(draft));
  // The comparison still shows what the directory lacks.
  expect(articleDifferences(there, draft)).toHaveLength(1);
});

test('tags that the directory stores with a title that came as XML are no difference', () => {
  const titled = (title: string) => ({ bibjson: { title } });
  const draft = titled('On H2O and E. coli');
  for (const title of [
    'On H <sub>2</sub> O and <i>E. coli</i>',
    'On H<sub>2</sub>O and <em class="x">E. coli</em>',
  ])
    expect(articleDifferences(titled(title), draft)).toEqual([]);
  expect(articleDifferences(titled('On H<sub>3</sub>O and E. coli'), draft)).toHaveLength(1);
  expect(articleDifferences(titled('On H 2O and E. coli'), draft)).toHaveLength(1);
});

test('the builder asks for a DOI in its normal form', () => {
  const condition = { field: 'doi', how: 'is', value: 'https://doi.org/10.5555/ABC', not: false } as const;
  const query = buildQuery([condition], 'AND');
  expect(query).toBe('index.doi.exact:"10.5555\\/abc"');
  expect(readConditions(query)).toEqual({
    conditions: [{ ...condition, value: '10.5555/abc' }],
    join: 'AND',
  });
  expect(buildQuery([{ ...condition, value: 'chapter' }], 'AND')).toBe('doi:chapter');
});
