import { expect, test } from 'vitest';
import type { ArticleRecord } from '../../../src/shared/article/article.ts';
import { articleDifferences } from '../../../src/shared/comparisons/compareArticles.ts';
import { takeDifference } from '../../../src/shared/comparisons/takeDifference.ts';
import type { JsonObject } from '../../../src/shared/json.ts';

const record = (bibjson: JsonObject): ArticleRecord => ({ bibjson });
const there = record({
  title: 'A title of the directory',
  keywords: ['maps', 'atlases'],
  identifier: [
    { type: 'doi', id: '10.5555/there' },
    { type: 'eissn', id: '2345-6787' },
    { type: 'pissn', id: '1234-5679' },
  ],
  author: [{ name: 'Ada Okafor', orcid_id: 'https://orcid.org/0000-0002-1825-0097' }, { name: 'Bo Lind' }],
  journal: { volume: '7', start_page: '3' },
});
const here = record({
  title: 'My title',
  abstract: 'Only in the draft',
  keywords: ['maps', 'charts'],
  identifier: [{ type: 'doi', id: '10.5555/here' }],
  author: [{ name: 'Ada Okafor', affiliation: 'Institute' }, { name: 'Bo Lind' }],
  journal: { volume: '8', title: 'A journal' },
  house: { note: 'kept' },
});

test('each difference that is taken disappears, alone and unlike all others', () => {
  const all = articleDifferences(there, here);
  expect(all.length).toBeGreaterThan(8);
  for (const one of all) {
    const left = articleDifferences(there, takeDifference(here, there, one));
    expect(left.map(({ before }) => before)).toEqual(
      all.filter((other) => other !== one).map(({ before }) => before),
    );
  }
});

test('after every difference was taken, both are the same and other values stay', () => {
  let draft = here;
  for (let [first] = articleDifferences(there, draft); first; [first] = articleDifferences(there, draft))
    draft = takeDifference(draft, there, first);
  expect(draft.bibjson).toMatchObject({
    title: 'A title of the directory',
    journal: { volume: '7', title: 'A journal' },
    house: { note: 'kept' },
  });
});

test('a list with an entry that the directory does not store is taken whole', () => {
  const draft = record({ author: [{ name: '' }, { name: 'Ada Okafor' }, { name: 'Bo Lindh' }] });
  const [difference] = articleDifferences(
    record({ author: [{ name: 'Ada Okafor' }, { name: 'Bo Lind' }] }),
    draft,
  );
  const taken = takeDifference(draft, there, difference!);
  expect(taken.bibjson).toEqual({ author: (there.bibjson as JsonObject).author });
});

test('an identifier that the directory lacks is removed', () => {
  const [difference] = articleDifferences(
    record({ identifier: [] }),
    record({ identifier: [{ type: 'doi', id: '10.5555/a' }] }),
  );
  const draft = record({ identifier: [{ type: 'doi', id: '10.5555/a' }] });
  expect(takeDifference(draft, record({}), difference!).bibjson).toEqual({ identifier: [] });
});
