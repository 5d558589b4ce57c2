import { expect, test } from 'vitest';
import { article, findingLines } from './sample.ts';

const around = (members: Record<string, unknown>) => article({}, members);

test('texts around the article are dropped, and refused with a script tag', () => {
  expect(findingLines(around({ id: 'x', es_type: '<script>' }))).toEqual([
    'ignored-system id: The directory sets “id” itself and ignores what you send. [Remove] id = undefined',
    'script-tag es_type: This text contains a <script> tag, which the directory refuses. [Remove] es_type = undefined',
    'ignored-system es_type: The directory sets “es_type” itself and ignores what you send. [Remove] es_type = undefined',
  ]);
  for (const id of [null, '']) expect(findingLines(around({ id }))).toEqual([]);
});

test('dates around the article are dropped if they can be read, and refused otherwise', () => {
  expect(findingLines(around({ created_date: '2020-01-01T00:00:00Z', last_updated: 'x' }))).toEqual([
    'ignored-system created_date: The directory sets “created_date” itself and ignores what you send. [Remove] created_date = undefined',
    'date-unreadable last_updated: “last_updated” contains a date that the directory cannot read. [Remove] last_updated = undefined',
  ]);
  expect(findingLines(around({ created_date: 2020 }))).toEqual([
    'date-unreadable created_date: “created_date” contains a date that the directory cannot read. [Remove] created_date = undefined',
  ]);
  for (const created_date of [null, '']) expect(findingLines(around({ created_date }))).toEqual([]);
});

test('whether the article is in the directory is true or false, and dropped', () => {
  const inDirectory = (in_doaj: unknown) => findingLines(around({ admin: { in_doaj } }));
  for (const value of [true, false, 'True', 'FALSE']) expect(inDirectory(value)).toHaveLength(1);
  expect(inDirectory('true')).toEqual([
    'ignored-system admin.in_doaj: The directory sets “in_doaj” itself and ignores what you send. [Remove] admin.in_doaj = undefined',
  ]);
  expect(inDirectory('untrue')).toEqual([
    'in-doaj-unreadable admin.in_doaj: “in_doaj” must be true or false. [Remove] admin.in_doaj = undefined',
  ]);
  expect(inDirectory('true ')).toHaveLength(1);
  expect(inDirectory('true ')).toEqual([expect.stringContaining('in-doaj-unreadable')]);
  expect(inDirectory(['true'])).toEqual([expect.stringContaining('in-doaj-unreadable')]);
  expect(inDirectory(1)).toEqual([expect.stringContaining('in-doaj-unreadable')]);
  expect(inDirectory(null)).toEqual([]);
});

test('the publisher’s own id is kept, and other members of the administration are dropped', () => {
  expect(findingLines(around({ admin: { publisher_record_id: 'p1' } }))).toEqual([]);
  expect(findingLines(around({ admin: { publisher_record_id: ['p1'], upload_id: 'u', seal: 1 } }))).toEqual([
    "not-text admin.publisher_record_id: This value is not text; the directory would store it as “['p1']”.",
    'ignored-system admin.upload_id: The directory sets “upload_id” itself and ignores what you send. [Remove] admin.upload_id = undefined',
    'ignored-unknown admin.seal: The directory does not know “seal” and ignores it. [Remove] admin.seal = undefined',
  ]);
  expect(findingLines(around({ admin: [] }))).toEqual([
    'not-an-object admin: An entry of “admin” does not have the structure that the directory expects. [Remove] admin = undefined',
  ]);
  expect(findingLines(around({ admin: null, seal: null }))).toEqual([]);
  expect(findingLines(around({ seal: 0 }))).toEqual([
    'ignored-unknown seal: The directory does not know “seal” and ignores it. [Remove] seal = undefined',
  ]);
});

test('subjects are a list of objects, and dropped unless it is empty', () => {
  expect(findingLines(article({ subject: 'x' }))).toEqual([
    'not-a-list subject: “Subjects” must be a list. [Remove] subject = undefined',
  ]);
  expect(findingLines(article({ subject: [{}, 'x', 7] }))).toEqual([
    'not-an-object subject[1]: An entry of “Subjects” does not have the structure that the directory expects. [Remove] subject = undefined',
  ]);
  expect(findingLines(article({ subject: ['x'] }))).toEqual([
    'not-an-object subject[0]: An entry of “Subjects” does not have the structure that the directory expects. [Remove] subject = undefined',
  ]);
  expect(findingLines(article({ subject: [{ scheme: 'LCC' }] }))).toEqual([
    'ignored-subject subject: The directory takes the subjects from the journal’s record and ignores these. [Remove] subject = undefined',
  ]);
  for (const subject of [null, []]) expect(findingLines(article({ subject }))).toEqual([]);
});

test('an article needs a DOI or a full text', () => {
  const issn = { type: 'pissn', id: '1234-5679' };
  const none = { identifier: [issn], link: [] };
  expect(findingLines(article(none))).toEqual([
    'no-doi-or-url link: The article has neither a DOI nor a full-text link.',
  ]);
  expect(findingLines(article({ ...none, identifier: [issn, { type: 'doi', id: '10.5555/x' }] }))).toEqual(
    [],
  );
  expect(
    findingLines(
      article({ ...none, link: [{ type: 'fulltext', url: 'https://a.org/x', content_type: 'PDF' }] }),
    ),
  ).toEqual([]);
});

test('a record is an object with a description of the article', () => {
  expect(findingLines([])).toEqual(['record-not-object : This is not an article record.']);
  expect(findingLines({})).toEqual([
    'bibjson-missing bibjson: The record has no “bibjson” member, which holds the article.',
  ]);
  expect(findingLines({ bibjson: [] })).toEqual([
    'bibjson-not-object bibjson: The “bibjson” member does not hold an article.',
  ]);
});
