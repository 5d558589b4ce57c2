import { describe, expect, test } from 'vitest';
import { describeValue, sidesOf } from '../../src/renderer/parts/form/comparison/describeValue.ts';
import { matchOwnJournals } from '../../src/renderer/parts/journal/matchJournals.ts';
import {
  endText,
  nextAnnouncement,
  progressText,
  shareRead,
  sumText,
} from '../../src/renderer/screens/Comparisons/comparisonText.ts';
import { issnMeant, titleFor, yearMeant } from '../../src/renderer/screens/Comparisons/journalChoice.ts';
import type { Comparison } from '../../src/shared/comparisons/comparison.ts';
import type { Journal } from '../../src/shared/contract/journals.ts';
import { literal } from '../../src/shared/message.ts';

const running: Comparison = {
  id: 1,
  accountId: 'a',
  journalTitle: 'Annals',
  issns: ['1734-6215'],
  year: '2026',
  state: 'running',
  message: null,
  total: 2000,
  read: 0,
  requests: 1,
  requestsInAll: 21,
  counts: { 'missing-there': 0, 'missing-here': 0, different: 0, same: 0, 'crossref-only': 0 },
  aside: 0,
  crossref: null,
  startedAt: '2026-11-21T10:00:00Z',
  finishedAt: null,
};
const done: Comparison = {
  ...running,
  state: 'done',
  read: 2000,
  requests: 21,
  counts: { 'missing-there': 7, 'missing-here': 12, different: 1, same: 1985, 'crossref-only': 0 },
  aside: 2,
  crossref: null,
};

describe('the progress of a comparison', () => {
  test('names articles and requests while it runs', () => {
    expect(progressText({ ...running, total: null })).toBe(
      'Asking the directory for the number of articles.',
    );
    expect(progressText({ ...running, read: 300, requests: 4 })).toBe(
      'Articles read: 300 of 2,000; request 4 of 21.',
    );
    expect(shareRead({ total: null, read: 0 })).toBeNull();
    expect(shareRead({ total: 0, read: 0 })).toBe(1);
    expect(shareRead({ total: 10, read: 12 })).toBe(1);
  });

  test("adds up to the directory's total", () => {
    expect(sumText(done)).toBe(
      '2,000 articles at the directory: 12 missing in Colophon, 1 different, 1,985 identical. 7 drafts are missing at the directory. 2 are ignored.',
    );
    expect(endText({ ...done, aside: 0, message: literal('The journal has been withdrawn.') })).toMatch(
      /^Compared\. 2,000 .* The journal has been withdrawn\.$/,
    );
    expect(endText({ ...running, state: 'stopped', message: literal('You stopped it.') })).toBe(
      'Stopped. You stopped it.',
    );
  });

  test('is announced at the start, every tenth or quarter minute, and at the end, unless it ended long ago', () => {
    const first = nextAnnouncement(null, running, 0)!;
    expect(first.words).toBe(progressText(running));
    expect(nextAnnouncement(first.said, { ...running, read: 100 }, 1_000)).toBeNull();
    expect(nextAnnouncement(first.said, { ...running, read: 200 }, 1_000)?.words).toMatch(/: 200 of/);
    expect(nextAnnouncement(first.said, { ...running, read: 100 }, 15_000)?.words).toMatch(/: 100 of/);
    expect(nextAnnouncement(first.said, done, 2_000)?.words).toBe(endText(done));
    expect(nextAnnouncement({ ...first.said, state: 'done' }, done, 90_000)).toBeNull();
    expect(nextAnnouncement(null, done, 0)).toBeNull();
  });
});

describe('differing values', () => {
  test('are shown as text on either side, and as nothing if missing', () => {
    expect(describeValue(null)).toBeUndefined();
    expect(describeValue('x')).toBe('x');
    expect(describeValue(['a', { name: 'B', affiliation: '', n: 3 }])).toBe('a\nB · 3');
    expect(sidesOf([{ path: 'bibjson.title', before: 'There', after: null }])).toEqual([
      { path: 'bibjson.title', left: 'There', right: undefined, isSame: false },
    ]);
  });
});

describe('the typed journal', () => {
  const journal = (title: string, changes: Partial<Journal> = {}): Journal => ({
    id: title,
    title,
    publisher: 'Press',
    pissn: '1734-6215',
    eissn: '2734-6226',
    inDirectory: true,
    mine: true,
    ...changes,
  });
  const list = [
    journal('Withdrawn maps', { inDirectory: false }),
    journal('Annals of Maps', { eissn: null }),
    journal('Someone else’s maps', { mine: false }),
  ];

  test.each([
    ['annals of maps ', '1734-6215'],
    ['Withdrawn maps', '2734-6226'],
    ['ISSN 17346215', '1734-6215'],
    ['1734-6214', null],
    ['maps', null],
    ['', null],
  ])('%o is read as %o', (text, issn) => {
    expect(issnMeant(text, list)).toBe(issn);
  });

  test('is shown by its title once that is known', () => {
    expect(titleFor('1734-6215', [])).toBe('1734-6215');
    expect(titleFor('1734-6215', list)).toBe('Annals of Maps');
    expect(titleFor('', list)).toBe('');
  });

  test("is suggested from the user's own journals, those in the directory first", () => {
    expect(matchOwnJournals(list, 'maps press').map(({ title }) => title)).toEqual([
      'Annals of Maps',
      'Withdrawn maps',
    ]);
    expect(matchOwnJournals(list, '1734 annals').map(({ title }) => title)).toEqual(['Annals of Maps']);
    const polish = { ...list[0]!, title: 'Łódzkie Øre' };
    expect(matchOwnJournals([...list, polish], 'lodzkie ore')).toEqual([polish]);
  });

  test.each([
    [' 2026', '2026'],
    ['26', null],
    ['20260', null],
    ['abcd', null],
  ])('year %o is %o', (text, year) => {
    expect(yearMeant(text)).toBe(year);
  });
});
