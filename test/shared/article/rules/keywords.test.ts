import { expect, test } from 'vitest';
import { article, check, findingLines } from './sample.ts';

/** Code and path of each finding about these keywords, with the values that its fix would set. */
function found(keywords: unknown) {
  return check(article({ keywords })).map(({ code, path, fix }) => ({
    about: `${code} ${path}`.replace('bibjson.keywords', 'keywords'),
    ...(fix && { fix: fix.changes }),
  }));
}

const set = (value: unknown) => [{ path: 'bibjson.keywords', value }];
const removed = (path: string) => [{ path }];

test('a text is split into a list, or removed if nothing is in it', () => {
  expect(found('a, b')).toEqual([{ about: 'not-a-list keywords', fix: set(['a', 'b']) }]);
  for (const empty of [' , ', { reading: true }])
    expect(found(empty)).toEqual([{ about: 'not-a-list keywords', fix: removed('bibjson.keywords') }]);
});

test('null counts as absent, a number as its digits, and everything else is not a text', () => {
  expect(found([null, 'reading'])).toEqual([]);
  expect(found([17, 'reading'])).toEqual([]);
  expect(found([{ a: 1 }])).toEqual([{ about: 'not-text keywords[0]', fix: removed('bibjson.keywords[0]') }]);
});

test('six keywords are fine, whatever their types, and seven are many', () => {
  expect(found(['a', 'b', 'c', 'd', 'e', 6])).toEqual([]);
  expect(found(['a', 'b', 'c', 'd', 'e', 6, 7])).toEqual([{ about: 'keywords-many keywords' }]);
});

test('joined keywords are split in a fix of all keywords', () => {
  expect(found(['a, b', 'c'])).toEqual([{ about: 'keywords-joined keywords[0]', fix: set(['a', 'b', 'c']) }]);
});

test('a comma inside a name joins nothing', () => {
  expect(found(['2,4-D', 'N,N-dimethylformamide', '1,25-dihydroxyvitamin D'])).toEqual([]);
  expect(found(['2,4-D', 'soil; water'])).toEqual([
    { about: 'keywords-joined keywords[1]', fix: set(['2,4-D', 'soil', 'water']) },
  ]);
});

test('the end of an entity joins nothing', () => {
  expect(found(['Educa&ccedil;&atilde;o', 'R&amp;D'])).toEqual([]);
  expect(found('R&amp;D, soil')).toEqual([{ about: 'not-a-list keywords', fix: set(['R&D', 'soil']) }]);
});

test('no fix splits keywords if one is not a text, or if they are too long together', () => {
  expect(found([17, 'a, b']).at(-1)).toEqual({ about: 'keywords-joined keywords[1]' });
  // With one character for each comma, the limit is 20,000 characters.
  const ofLength = (length: number) => ['a, b', 'x'.repeat(length - 4 - 2)];
  expect(found(ofLength(20_000))[0]!.fix).toBeDefined();
  expect(found(ofLength(20_001))[0]!.fix).toBeUndefined();
});

test('an editor reads which keywords are meant, and what a fix would do', () => {
  expect(findingLines(article({ keywords: 'a, b' }))).toEqual([
    'not-a-list keywords: “Keywords” must be a list. [Split into 2 keywords] keywords = ["a","b"]',
  ]);
  expect(findingLines(article({ keywords: [{ a: 1 }, '<script>', '', ' '] }))).toEqual([
    "not-text keywords[0]: This value is not text; the directory would store it as “{'a': 1}”. [Remove] keywords[0] = undefined",
    'script-tag keywords[1]: This text contains a <script> tag, which the directory refuses. [Remove] keywords[1] = undefined',
    'keyword-empty keywords[2]: The directory ignores an empty keyword. [Remove] keywords[2] = undefined',
    'keyword-blank keywords[3]: A keyword contains only spaces. [Remove] keywords[3] = undefined',
  ]);
  expect(findingLines(article({ keywords: ['Soil', ' soil ', 'SOIL', 'a, b'] }))).toEqual([
    'keyword-twice keywords[1]: The keyword “ soil ” is listed twice. [Remove] keywords[1] = undefined',
    'keyword-twice keywords[2]: The keyword “SOIL” is listed twice. [Remove] keywords[2] = undefined',
    'keywords-joined keywords[3]: “a, b” seems to be 2 keywords. [Split into 5 keywords] keywords = ["Soil"," soil ","SOIL","a","b"]',
  ]);
  expect(findingLines(article({ keywords: [1, 2, 3, 4, 5, 6, 7] }))).toEqual([
    'keywords-many keywords: The article has 7 keywords.',
  ]);
  expect(findingLines(article({ keywords: ['straße', 'strasse'] }))).toEqual([]);
});
