import { expect, test } from 'vitest';
import { textOf } from '../../../helpers/textOf.ts';
import { article, check, findingLines, withAuthor } from './sample.ts';

const orcid = 'https://orcid.org/0000-0002-1825-0097';
const other = 'https://orcid.org/0000-0002-1694-233X';

test('authors that are not a list become one as far as they are clear', () => {
  expect(findingLines(article({ author: 'Ada Lindqvist; Bo Achterberg' }))).toEqual([
    'not-a-list author: “Authors” must be a list. [Split into 2 authors] author = [{"name":"Ada Lindqvist"},{"name":"Bo Achterberg"}]',
  ]);
  expect(findingLines(article({ author: ' ; ' }))).toEqual([
    'not-a-list author: “Authors” must be a list. [Remove] author = undefined',
  ]);
  expect(findingLines(article({ author: { name: 'Ada Lindqvist' } }))).toEqual([
    'not-a-list author: “Authors” must be a list. [Convert to a list] author = [{"name":"Ada Lindqvist"}]',
  ]);
  expect(findingLines(article({ author: { orcid_id: orcid } }))).toEqual([
    'not-a-list author: “Authors” must be a list.',
  ]);
  expect(findingLines(article({ author: 7 }))).toEqual(['not-a-list author: “Authors” must be a list.']);
  expect(findingLines(article({ author: undefined }))).toEqual([
    'authors-missing author: The article has no authors.',
  ]);
  expect(findingLines(article({ author: null }))).toEqual([
    'authors-missing author: The article has no authors.',
  ]);
});

test('an author that is a text becomes one with this name', () => {
  expect(findingLines(article({ author: [' Ada Lindqvist ', ' ', 7] }))).toEqual([
    'not-an-object author[0]: An entry of “Authors” does not have the structure that the directory expects. [Convert to an author] author[0] = {"name":"Ada Lindqvist"}',
    'not-an-object author[1]: An entry of “Authors” does not have the structure that the directory expects. [Remove] author[1] = undefined',
    'not-an-object author[2]: An entry of “Authors” does not have the structure that the directory expects. [Remove] author[2] = undefined',
  ]);
});

test('an author without a name can be removed if nothing else is in the entry, or nothing is stored', () => {
  expect(findingLines(article({ author: [{}, { affiliation: 'Delft' }] }))).toEqual([
    'author-name-missing author[0].name: This author has no name. [Remove] author[0] = undefined',
    'author-name-missing author[1].name: This author has no name.',
  ]);
  expect(
    findingLines(article({ author: [{ name: null, orcid_id: 'x' }, { name: '' }, { name: ' ' }] })),
  ).toEqual([
    'author-empty author[0].name: The directory ignores an author without a name, including affiliation and ORCID. [Remove] author[0] = undefined',
    'author-empty author[1].name: The directory ignores an author without a name, including affiliation and ORCID. [Remove] author[1] = undefined',
    'author-blank author[2].name: The author’s name contains only spaces. [Remove] author[2] = undefined',
  ]);
});

test('an author without a name, of whom nothing is stored, is not compared with others', () => {
  expect(
    findingLines(
      article({
        author: [
          { name: '', orcid_id: orcid },
          { name: 'A', orcid_id: orcid },
        ],
      }),
    ),
  ).toEqual([
    'author-empty author[0].name: The directory ignores an author without a name, including affiliation and ORCID. [Remove] author[0] = undefined',
  ]);
});

test('an e-mail address of an author is dropped, unless it is null', () => {
  expect(findingLines(withAuthor({ name: 'A', email: 'a@example.org' }))).toEqual([
    'ignored-email author[0].email: The directory does not store authors’ e-mail addresses. [Remove] author[0].email = undefined',
  ]);
  expect(findingLines(withAuthor({ name: 'A', email: null }))).toEqual([]);
});

test('joined names are split by a fix if they are the only entry', () => {
  expect(findingLines(withAuthor({ name: 'Ada Lindqvist; Bo Achterberg' }))).toEqual([
    'authors-joined author[0].name: This author’s name seems to contain 2 names. [Split into 2 authors] author = [{"name":"Ada Lindqvist"},{"name":"Bo Achterberg"}]',
  ]);
  expect(
    findingLines(article({ author: [{ name: 'Ada Lindqvist; Bo Achterberg' }, { name: 'Cy' }] })),
  ).toEqual(['authors-joined author[0].name: This author’s name seems to contain 2 names.']);
  expect(
    findingLines(withAuthor({ name: 'Ada Lindqvist; Bo Achterberg', affiliation: 'Delft', orcid_id: orcid })),
  ).toEqual(['authors-joined author[0].name: This author’s name seems to contain 2 names.']);
  expect(findingLines(withAuthor({ name: 'Ada Lindqvist;' }))).toEqual([]);
});

test('the end of an entity joins no names', () => {
  for (const name of ['John O&#39;Brien', 'Jo&atilde;o Guimar&atilde;es', 'Ada &amp;amp; Bo Lindqvist'])
    expect(findingLines(withAuthor({ name }))).toEqual([]);
  expect(findingLines(withAuthor({ name: 'John O&#39;Brien; Ada Lindqvist' }))).toEqual([
    'authors-joined author[0].name: This author’s name seems to contain 2 names. [Split into 2 authors] author = [{"name":"John O\'Brien"},{"name":"Ada Lindqvist"}]',
  ]);
});

test('a text of names that is too long for any list of authors is not split', () => {
  const ofLength = (length: number) => withAuthor({ name: `A;${'b'.repeat(length - 2)}` });
  expect(findingLines(ofLength(20_000))).toHaveLength(1);
  expect(findingLines(ofLength(20_001))).toEqual([]);
});

test('an e-mail address in a name or an affiliation is removed by a fix, but not the author', () => {
  expect(
    findingLines(withAuthor({ name: 'Ada Lindqvist (ada@example.org)', affiliation: 'ada@example.org' })),
  ).toEqual([
    'text-email author[0].name: This text contains an e-mail address. [Use Ada Lindqvist] author[0].name = "Ada Lindqvist"',
    'text-email author[0].affiliation: This text contains an e-mail address. [Remove] author[0].affiliation = undefined',
  ]);
  expect(findingLines(withAuthor({ name: 'ada@example.org' }))).toEqual([
    'text-email author[0].name: This text contains an e-mail address.',
  ]);
  expect(findingLines(withAuthor({ name: 'Ada', orcid_id: 'ada@example.org' }))).toEqual([
    expect.stringMatching(/^orcid-form .* author\[0\]\.orcid_id = undefined$/),
  ]);
  expect(findingLines(withAuthor({ name: 'Ada', email: 'ada@example.org' }))).toEqual([
    expect.stringMatching(/^ignored-email .* author\[0\]\.email = undefined$/),
  ]);
  expect(findingLines(withAuthor({ name: 'Ada @ Delft' }))).toEqual([]);
});

test('names and affiliations are texts or numbers', () => {
  expect(findingLines(withAuthor({ name: 7, affiliation: 8 }))).toEqual([]);
  expect(findingLines(withAuthor({ name: ['A'], affiliation: { city: 'Delft' } }))).toEqual([
    "not-text author[0].name: This value is not text; the directory would store it as “['A']”.",
    "not-text author[0].affiliation: This value is not text; the directory would store it as “{'city': 'Delft'}”.",
  ]);
  expect(findingLines(withAuthor({ name: 'A', affiliation: null }))).toEqual([]);
});

test('an ORCID is replaced by the one that was meant, or removed if it is blank', () => {
  expect(findingLines(withAuthor({ name: 'A', orcid_id: '0000-0002-1825-0097' }))).toEqual([
    'orcid-form author[0].orcid_id: An ORCID must look like this: https://orcid.org/0000-0000-0000-0000. [Use https://orcid.org/0000-0002-1825-0097] author[0].orcid_id = "https://orcid.org/0000-0002-1825-0097"',
  ]);
  expect(findingLines(withAuthor({ name: 'A', orcid_id: ' ' }))).toEqual([
    'orcid-form author[0].orcid_id: An ORCID must look like this: https://orcid.org/0000-0000-0000-0000. [Remove] author[0].orcid_id = undefined',
  ]);
  expect(findingLines(withAuthor({ name: 'A', orcid_id: 'x' }))).toEqual([
    'orcid-form author[0].orcid_id: An ORCID must look like this: https://orcid.org/0000-0000-0000-0000.',
  ]);
  expect(findingLines(withAuthor({ name: 'A', orcid_id: `${orcid}\n` }))).toEqual([
    'orcid-line-break author[0].orcid_id: The ORCID ends in a line break. [Remove extra spaces] author[0].orcid_id = "https://orcid.org/0000-0002-1825-0097"',
  ]);
  expect(findingLines(withAuthor({ name: 'A', orcid_id: 'https://orcid.org/0000-0002-1825-0098' }))).toEqual([
    'orcid-check-digit author[0].orcid_id: The check digit of the ORCID 0000-0002-1825-0098 is wrong; check for a typo.',
  ]);
  expect(findingLines(withAuthor({ name: 'A', orcid_id: null }))).toEqual([]);
});

test('a repeated author is compared without case and outer blanks, and names the first one', () => {
  const author = [
    { name: 'Cy' },
    { name: 'Ada', affiliation: 'Delft' },
    { name: ' ADA ', affiliation: ' delft ' },
    { name: 'ada', affiliation: 'DELFT', orcid_id: orcid },
    { name: 'Ada', affiliation: 'Leiden', orcid_id: other },
    { name: 'Cy', affiliation: 7 },
  ];
  expect(findingLines(article({ author }))).toEqual([
    'author-twice author[2].name: ADA  is listed twice. [Remove] author[2] = undefined',
    `author-twice author[3].name: ada is listed twice. [Remove] author[3] = undefined, author[1].orcid_id = "${orcid}"`,
    'author-twice author[5].name: Cy is listed twice. [Remove] author[5] = undefined',
  ]);
});

test('names and affiliations differ if their lower-case forms do', () => {
  const author = [
    { name: 'Ada Groß', affiliation: 'Weststraße' },
    { name: 'Ada Gross', affiliation: 'Weststraße' },
    { name: 'Ada Groß', affiliation: 'Weststrasse' },
  ];
  expect(findingLines(article({ author }))).toEqual([]);
});

test('two ORCIDs are two people of the same name', () => {
  const author = [
    { name: 'Wei Zhang', orcid_id: orcid },
    { name: 'Wei Zhang', orcid_id: other },
  ];
  expect(findingLines(article({ author }))).toEqual([]);
});

test('the ORCID of a repeated author does not count, because that entry can be removed', () => {
  const author = [
    { name: 'Cy' },
    { name: 'Ada' },
    { name: 'Ada', orcid_id: orcid },
    { name: 'Bo', orcid_id: orcid },
  ];
  expect(findingLines(article({ author }))).toHaveLength(1);
  expect(textOf(check(article({ author }))[0]?.help)).toBe(
    'The same name is also at position 2. List an author twice only to give another affiliation.',
  );
});

test('an ORCID of two persons is reported with the place of the first one', () => {
  const author = [
    { name: 'Cy', orcid_id: other },
    { name: 'Ada', orcid_id: orcid },
    { name: 'Bo', orcid_id: orcid },
    { name: 'ada ', affiliation: 'Delft', orcid_id: orcid },
    { name: 'Di', orcid_id: orcid },
  ];
  expect(findingLines(article({ author }))).toEqual([
    'orcid-twice author[2].orcid_id: The author at position 2 has the same ORCID.',
    'orcid-twice author[4].orcid_id: The author at position 2 has the same ORCID.',
  ]);
});

test('entries without an ORCID, or whose name is not a text, have no ORCID in common', () => {
  const author = [
    { name: 'Ada', orcid_id: '' },
    { name: 'Bo', orcid_id: '' },
    { name: 7, orcid_id: orcid },
    { name: 7, orcid_id: orcid },
    { name: 'Cy', orcid_id: 5 },
    { name: 'Di', orcid_id: 5 },
  ];
  expect(findingLines(article({ author })).filter((line) => line.includes('twice'))).toEqual([]);
});
