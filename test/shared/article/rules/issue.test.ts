import { expect, test } from 'vitest';
import { article, findingLines } from './sample.ts';

const journal = (block: unknown) => article({ journal: block });

test('a year that the directory would read otherwise, or not at all, gets the year that was meant', () => {
  expect(findingLines(article({ year: undefined }))).toEqual(['year-missing year: The Year is empty.']);
  expect(findingLines(article({ year: 27 }))).toEqual([
    'year-two-digits year: The directory would store the Year “27” as 1927. [Use 2027] year = "2027"',
  ]);
  expect(findingLines(article({ year: '28' }))).toEqual([
    'year-two-digits year: The directory would store the Year “28” as 1928. [Use 1928] year = "1928"',
  ]);
  expect(findingLines(article({ year: '7' }))).toEqual([
    'year-form year: The Year “7” is not a four-digit number.',
  ]);
  expect(findingLines(article({ year: 'Spring 2019' }))).toEqual([
    'year-form year: The Year “Spring 2019” is not a four-digit number. [Use 2019] year = "2019"',
  ]);
  expect(findingLines(article({ year: '2019-05, again 2019' }))).toEqual([
    'year-form year: The Year “2019-05, again 2019” is not a four-digit number. [Use 2019] year = "2019"',
  ]);
  expect(findingLines(article({ year: 'May 1999' }))).toEqual([expect.stringContaining('year = "1999"')]);
  expect(findingLines(article({ year: '2019/2020' }))).toEqual([
    'year-form year: The Year “2019/2020” is not a four-digit number.',
  ]);
  expect(findingLines(article({ year: 'long ago' }))).toEqual([
    'year-form year: The Year “long ago” is not a four-digit number.',
  ]);
  expect(findingLines(article({ year: ['2019'] }))).toEqual([
    "not-text year: This value is not text; the directory would store it as “['2019']”.",
  ]);
});

test('years from 1500 to the next one are plausible', () => {
  for (const year of ['1500', '2027', 2026]) expect(findingLines(article({ year }))).toEqual([]);
  expect(findingLines(article({ year: '1499' }))).toEqual(['year-range year: The Year 1499 looks wrong.']);
  expect(findingLines(article({ year: '2028' }))).toEqual(['year-range year: The Year 2028 looks wrong.']);
});

test('a month that the directory does not read gets the name that was meant', () => {
  for (const month of [undefined, null, '', 'May', '5', 5])
    expect(findingLines(article({ month }))).toEqual([]);
  expect(findingLines(article({ month: 'Sept' }))).toEqual([
    'month-unclear month: The directory does not understand the Month “Sept” and will use January. [Use September] month = "September"',
  ]);
  expect(findingLines(article({ month: 'Michaelmas' }))).toEqual([
    'month-unclear month: The directory does not understand the Month “Michaelmas” and will use January.',
  ]);
  expect(findingLines(article({ month: 13 }))).toEqual([
    'month-unclear month: The directory does not understand the Month “13” and will use January.',
  ]);
  expect(findingLines(article({ month: ['May'] }))).toEqual([
    "not-text month: This value is not text; the directory would store it as “['May']”.",
  ]);
});

test('a range in the first page is split if both ends have digits and there is no last page', () => {
  expect(findingLines(journal({ start_page: '101-117' }))).toEqual([
    'pages-joined journal.start_page: The Start page contains a range, “101-117”. [Use 101 and 117] journal.start_page = "101", journal.end_page = "117"',
  ]);
  expect(findingLines(journal({ start_page: ' e12 ‐– e19 ' }))).toEqual([
    'pages-joined journal.start_page: The Start page contains a range, “ e12 ‐– e19 ”. [Use e12 and e19] journal.start_page = "e12", journal.end_page = "e19"',
  ]);
  for (const start_page of ['pp. 101-117', '101-117 f.'])
    expect(findingLines(journal({ start_page }))).toEqual([]);
  expect(findingLines(journal({ start_page: 'a-7' }))).toEqual([]);
  expect(findingLines(journal({ start_page: '7-a' }))).toEqual([]);
  expect(findingLines(journal({ start_page: '101-117', end_page: '117' }))).toEqual([]);
  expect(findingLines(journal({ start_page: '101-117', end_page: null }))).toHaveLength(1);
});

test('the last page does not come before the first one, as far as both are numbers', () => {
  expect(findingLines(journal({ start_page: '117', end_page: '101' }))).toEqual([
    'pages-order journal.end_page: The End page 101 comes before the Start page 117.',
  ]);
  expect(findingLines(journal({ start_page: 9, end_page: 8 }))).toHaveLength(1);
  for (const [start_page, end_page] of [
    ['9', '10'],
    ['7', '7'],
    ['117', 'e10'],
    ['117', '10x'],
    ['e117', '10'],
    ['117x', '10'],
    ['', '10'],
    ['117', ''],
    [' 117', '101'],
    ['117 ', '101'],
    ['117', ' 101'],
    ['117', '101 '],
  ])
    expect(findingLines(journal({ start_page, end_page }))).toEqual([]);
});

test('volume, number and pages are texts or numbers', () => {
  expect(findingLines(journal({ volume: ['1'], number: { a: 1 }, start_page: [1], end_page: true }))).toEqual(
    [
      "not-text journal.volume: This value is not text; the directory would store it as “['1']”.",
      "not-text journal.number: This value is not text; the directory would store it as “{'a': 1}”.",
      'not-text journal.start_page: This value is not text; the directory would store it as “[1]”.',
      'not-text journal.end_page: This value is not text; the directory would store it as “True”.',
    ],
  );
});

test('what the directory takes from its own journal record can be removed', () => {
  expect(
    findingLines(journal({ title: 'X', publisher: 'Y', country: 'NL', issns: [], license: [], seal: 1 })),
  ).toEqual([
    'ignored-journal journal.title: The directory takes “Journal title” from the journal’s record and ignores what you send. [Remove] journal.title = undefined',
    'ignored-journal journal.publisher: The directory takes “Publisher” from the journal’s record and ignores what you send. [Remove] journal.publisher = undefined',
    'ignored-journal journal.country: The directory takes “Country” from the journal’s record and ignores what you send. [Remove] journal.country = undefined',
    'ignored-journal journal.issns: The directory takes “issns” from the journal’s record and ignores what you send. [Remove] journal.issns = undefined',
    'ignored-journal journal.license: The directory takes “license” from the journal’s record and ignores what you send. [Remove] journal.license = undefined',
    'ignored-unknown journal.seal: The directory does not know “seal” and ignores it. [Remove] journal.seal = undefined',
  ]);
  expect(
    findingLines(journal({ title: '', publisher: null, issns: null, license: null, seal: null })),
  ).toEqual([]);
  expect(findingLines(journal('x'))).toEqual([
    'not-an-object journal: An entry of “Journal data” does not have the structure that the directory expects. [Remove] journal = undefined',
  ]);
  expect(findingLines(journal(null))).toEqual([]);
});

test('languages of the journal block are a list, and dropped unless it is empty', () => {
  expect(findingLines(journal({ language: 'EN' }))).toEqual([
    'not-a-list journal.language: “Language” must be a list. [Remove] journal.language = undefined',
  ]);
  expect(findingLines(journal({ language: ['EN', '<script>'] }))).toEqual([
    'script-tag journal.language: This text contains a <script> tag, which the directory refuses. [Remove] journal.language = undefined',
  ]);
  expect(findingLines(journal({ language: ['EN'] }))).toEqual([
    'ignored-journal journal.language: The directory takes “Language” from the journal’s record and ignores what you send. [Remove] journal.language = undefined',
  ]);
  expect(findingLines(journal({ language: [] }))).toEqual([]);
  expect(findingLines(journal({ language: null }))).toEqual([]);
});

test('pages beside the journal block are moved into it where it has none', () => {
  const stray = { start_page: '7', end_page: 9 };
  expect(findingLines(article({ ...stray, journal: undefined }))).toEqual([
    'ignored-page start_page: The directory ignores a page number outside the journal data. [Move to the journal data] journal.start_page = "7", start_page = undefined',
    'ignored-page end_page: The directory ignores a page number outside the journal data. [Move to the journal data] journal.end_page = 9, end_page = undefined',
  ]);
  expect(findingLines(article({ ...stray, journal: { end_page: '8' } }))).toEqual([
    'ignored-page start_page: The directory ignores a page number outside the journal data. [Move to the journal data] journal.start_page = "7", start_page = undefined',
    'ignored-page end_page: The directory ignores a page number outside the journal data. [Remove] end_page = undefined',
  ]);
  expect(findingLines(article({ start_page: '7', journal: { start_page: '' } }))).toEqual([
    'ignored-page start_page: The directory ignores a page number outside the journal data. [Move to the journal data] journal.start_page = "7", start_page = undefined',
  ]);
  expect(findingLines(article({ start_page: ['7'], journal: {} }))).toEqual([
    'ignored-page start_page: The directory ignores a page number outside the journal data. [Remove] start_page = undefined',
  ]);
  expect(findingLines(article({ start_page: '7', journal: 'x' }))).toEqual([
    'not-an-object journal: An entry of “Journal data” does not have the structure that the directory expects. [Remove] journal = undefined',
    'ignored-page start_page: The directory ignores a page number outside the journal data. [Remove] start_page = undefined',
  ]);
  expect(findingLines(article({ start_page: null, end_page: null }))).toEqual([]);
});
