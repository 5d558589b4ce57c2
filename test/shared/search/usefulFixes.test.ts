import { expect, test } from 'vitest';
import type { SearchKind } from '../../../src/shared/search/searching.ts';
import { checkQuery } from '../../../src/shared/search/searchQuery.ts';

const check = (text: string, kind: SearchKind) => checkQuery(text, { dialect: '4.0', kind }).findings;
const better = (text: string, kind: SearchKind) =>
  check(text, kind).flatMap(({ instead }) => (instead === undefined ? [] : [instead]))[0];

test.each([
  ['titel:tides', 'article', 'title:tides'],
  ['abstrcat:tides', 'article', 'abstract:tides'],
  ['lisence:"CC BY"', 'journal', 'license:"CC BY"'],
  ['license:CC BY', 'journal', 'license:"CC BY"'],
  ['license:CC BY AND title:tides', 'journal', 'license:"CC BY" AND title:tides'],
  ['bibjson.year.exact:[2015 - 2026]', 'article', 'bibjson.year.exact:[2015 TO 2026]'],
  ['[2015 - 2026]', 'article', 'bibjson.year.exact:[2015 TO 2026]'],
  ['tides AND [2015–2026]', 'journal', 'tides AND bibjson.oa_start:[2015 TO 2026]'],
  ['"open tide', 'article', '"open tide"'],
  ['title:"open tide', 'article', 'title:"open tide"'],
] as const)('%s among %ss becomes %s, which needs no more', (text, kind, wanted) => {
  expect(better(text, kind)).toBe(wanted);
  expect(check(wanted, kind)).toEqual([]);
});

test.each([
  ['license:CC AND BY', 'journal'],
  ['title:open tide', 'article'],
  ['"[2015 - 2026]"', 'article'],
  ['bibjson.year.exact:[2015 TO 2026]', 'article'],
] as const)('%s among %ss stays as it is', (text, kind) => {
  expect(better(text, kind)).toBeUndefined();
});

test.each([
  ['license:CC BY', 'article', 'journal', 'license:"CC BY"'],
  ['licence:"CC BY"', 'article', 'journal', 'license:"CC BY"'],
  ['username:ada AND title:tides', 'article', 'journal', 'username:ada AND title:tides'],
  ['abstract:tides', 'journal', 'article', 'abstract:tides'],
  ['10.5555/sheet.1', 'journal', 'article', '10.5555/sheet.1'],
] as const)('%s among %ss is looked for among %ss as %s', (text, kind, other, query) => {
  const among = check(text, kind).flatMap((one) => one.among ?? []);
  expect(among).toEqual([{ kind: other, query }]);
  expect(check(query, other)).toEqual([]);
});

test('a query that no kind of record understands is not offered among another kind', () => {
  expect(check('license:"CC BY" AND abstract:tides', 'article').flatMap((one) => one.among ?? [])).toEqual(
    [],
  );
});

test('a word unlike every field gets no suggestion', () => {
  expect(better('zebra:tides', 'article')).toBeUndefined();
});

test.each(['10.5555/sheet.1', 'https://doi.org/10.5555/sheet.1', 'doi:10.5555/sheet.1', '"10.5555/sheet.1"'])(
  'journals have no DOI: %s is looked for among articles',
  (text) => {
    expect(check(text, 'journal').map(({ code }) => code)).toContain('query-doi-elsewhere');
    expect(check(text, 'article').map(({ code }) => code)).not.toContain('query-doi-elsewhere');
  },
);
