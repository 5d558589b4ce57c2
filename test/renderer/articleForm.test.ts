import { describe, expect, test } from 'vitest';
import { articleForm } from '../../src/renderer/parts/article/articleDefinition.ts';
import { articleDiffOrder } from '../../src/renderer/parts/article/articleDiffOrder.ts';
import {
  fieldOfPath,
  isSectionEmpty,
  placeOf,
  refusedPath,
} from '../../src/renderer/parts/article/articlePlaces.ts';
import { otherArticleValues } from '../../src/renderer/parts/article/otherArticleValues.ts';
import { compareRecords } from '../../src/renderer/parts/form/comparison/compareRecords.ts';
import { summarise } from '../../src/renderer/parts/form/page/sectionSummary.ts';
import { isShown } from '../../src/renderer/parts/form/page/useAttention.ts';
import { placeFindings } from '../../src/renderer/parts/form/placeFindings.ts';
import { checkArticle } from '../../src/shared/article/articleRules.ts';
import { findingSeverities } from '../../src/shared/article/rules/codes.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { takeParts } from '../../src/shared/draft/takeParts.ts';
import { literal } from '../../src/shared/message.ts';

const record: DraftRecord = {
  id: 'abc',
  house: 1,
  admin: { publisher_record_id: 'P' },
  bibjson: {
    title: ['odd'],
    identifier: [
      { type: 'pissn', id: '1' },
      { type: 'doi', id: '10.5555/a' },
      { type: 'isbn', id: '2' },
      { type: 'pissn', id: '3', extra: true },
    ],
    author: [{ name: 'A', email: 'a@example.org' }, 'B'],
    link: [{ type: 'homepage', url: 'https://example.org' }],
    keywords: [],
    subject: [{ term: 'x' }],
    journal: { volume: 1, title: 'J' },
  },
};

describe('the article form', () => {
  test('shows everything without a field under "Other data", and nothing twice', () => {
    expect(otherArticleValues(record).map(({ path }) => path)).toEqual([
      'id',
      'house',
      'admin.publisher_record_id',
      'bibjson.title',
      'bibjson.identifier[0]',
      'bibjson.identifier[2]',
      'bibjson.identifier[3].extra',
      'bibjson.author[0].email',
      'bibjson.author[1]',
      'bibjson.subject',
      'bibjson.journal.title',
    ]);
  });

  test.each([
    ['bibjson.identifier', 'journal', 'journal'],
    ['bibjson.identifier[3].id', 'journal', 'journal'],
    ['bibjson.identifier[1].id', 'links', 'doi'],
    ['bibjson.identifier[2].type', 'other', 'bibjson.identifier[2].type'],
    ['bibjson.author[0].orcid_id', 'authors', 'bibjson.author[0].orcid_id'],
    ['bibjson.author[1]', 'authors', 'bibjson.author[1].name'],
    ['bibjson.author[0].email', 'other', 'bibjson.author[0].email'],
    ['bibjson.link[0].type', 'links', 'bibjson.link[0].url'],
    ['bibjson.keywords[4]', 'keywords', 'bibjson.keywords'],
    ['bibjson.journal.end_page', 'publication', 'bibjson.journal.end_page'],
    ['admin.in_doaj', 'other', 'admin.in_doaj'],
    ['', 'other', ''],
  ])('shows findings about %s in the section %s', (path, section, field) => {
    expect(placeOf(path, record)).toEqual({ section, field });
  });

  test('shows a refusal about duplicates at the DOI and one about ISSNs at the journal', () => {
    expect(refusedPath({ path: 'bibjson.identifier', code: 'duplicate-ambiguous' })).toBe('doi');
    expect(refusedPath({ path: 'bibjson.identifier', code: 'issn-unknown' })).toBe('bibjson.identifier');
  });

  test('has a listed value or a control for every finding that a wrong record can have', () => {
    const findings = checkArticle(record, { dialect: '4.0', now: new Date('2026-11-21') });
    const others = new Set(otherArticleValues(record).map(({ path }) => path));
    const placed = placeFindings(findings, record, articleForm);
    expect(placed.length).toBeGreaterThan(8);
    expect(
      placed.filter((one) => one.section === 'other' && one.field !== 'other' && !others.has(one.field)),
    ).toEqual([]);
  });

  test('sorts errors before warnings before dropped values', () => {
    const order = { error: 0, warning: 1, ignored: 2 };
    const placed = placeFindings(
      checkArticle(record, { dialect: '4.0', now: new Date('2026-11-21') }),
      record,
      articleForm,
    ).map((one) => order[one.severity]);
    expect(placed).toEqual([...placed].sort());
    expect(new Set(placed).size).toBe(3);
  });
});

describe('a finding', () => {
  const [finding] = placeFindings([findingAt('bibjson.title', 'title-caps')], {}, articleForm);
  const attention = { isChecked: false, left: new Set<string>(), typing: null };

  test('appears only after its field or section was left', () => {
    expect(isShown(finding!, attention)).toBe(false);
    expect(isShown(finding!, { ...attention, left: new Set(['bibjson.title']) })).toBe(true);
    expect(isShown(finding!, { ...attention, left: new Set(['title']) })).toBe(true);
    expect(isShown(finding!, { ...attention, isChecked: true })).toBe(true);
  });

  test('does not appear while the text is being typed, but a visible one stays', () => {
    const typing = (codes: string[]) => ({ field: 'bibjson.title', codes: new Set(codes) });
    expect(isShown(finding!, { ...attention, isChecked: true, typing: typing([]) })).toBe(false);
    expect(isShown(finding!, { ...attention, isChecked: true, typing: typing(['title-caps']) })).toBe(true);
  });

  test('opens its section when it is hidden, and counts once it appears', () => {
    const all = [finding!];
    const none = { errors: 0, warnings: 0, ignored: 0, open: 0 };
    expect(summarise('title', { all, shown: [] })).toEqual({ ...none, kind: 'open' });
    expect(summarise('title', { all, shown: all })).toEqual({ ...none, kind: 'warning', warnings: 1 });
    expect(summarise('authors', { all, shown: all })).toEqual({ ...none, kind: 'good' });
    expect(summarise('authors', { all, shown: all, isEmpty: true })).toEqual({ ...none, kind: 'empty' });
    expect(summarise('title', { all, shown: all, isEmpty: true }).kind).toBe('warning');
  });
});

describe('two versions of a record', () => {
  const left: DraftRecord = { house: 1, bibjson: { title: 'A', year: '2026', journal: { volume: '1' } } };
  const right: DraftRecord = { bibjson: { title: 'B', year: '2026', journal: { volume: '1', number: '2' } } };

  test('are compared part by part', () => {
    expect(compareRecords(left, right, articleDiffOrder)).toEqual([
      { path: 'bibjson.title', left: 'A', right: 'B', isSame: false },
      { path: 'bibjson.year', left: '2026', right: '2026', isSame: true },
      { path: 'bibjson.journal.volume', left: '1', right: '1', isSame: true },
      { path: 'bibjson.journal.number', left: undefined, right: '2', isSame: false },
      { path: 'house', left: '1', right: undefined, isSame: false },
    ]);
  });

  test('are merged from the chosen parts', () => {
    expect(takeParts(left, right, ['bibjson.journal.number', 'house'])).toEqual({
      bibjson: { title: 'A', year: '2026', journal: { volume: '1', number: '2' } },
    });
    const all = compareRecords(left, right, articleDiffOrder).map((one) => one.path);
    expect(takeParts(left, right, all)).toEqual(right);
  });
});

test('a section in which nothing is filled in is empty, whatever the shape of its values', () => {
  const filled = (bibjson: DraftRecord) =>
    (['journal', 'title', 'authors', 'links', 'publication', 'keywords'] as const).filter(
      (section) => !isSectionEmpty(section, { bibjson }),
    );
  expect(filled({ title: ' ', keywords: [], author: [], link: [], year: '' })).toEqual([]);
  expect(filled({ keywords: ['tides'] })).toEqual(['keywords']);
  expect(filled({ identifier: [{ type: 'eissn', id: '1234-5679' }] })).toEqual(['journal']);
  expect(filled({ identifier: [{ type: 'doi', id: '10.5555/a' }] })).toEqual(['links']);
  expect(filled({ journal: { volume: '3' } })).toEqual(['publication']);
  expect(filled({ abstract: 'A', author: [{ name: 'A' }] })).toEqual(['title', 'authors']);
});

test('a change of an identifier or of the journal belongs to its control', () => {
  expect(
    [
      'bibjson.identifier.doi',
      'bibjson.identifier.pissn',
      'bibjson.journal.title',
      'bibjson.journal.volume',
      'bibjson.title',
      'bibjson.link',
    ].map(fieldOfPath),
  ).toEqual(['doi', 'journal', 'journal', 'bibjson.journal.volume', 'bibjson.title', 'bibjson.link']);
});

function findingAt(path: string, code: keyof typeof findingSeverities) {
  return { severity: findingSeverities[code], path, code, message: literal(''), help: null };
}
