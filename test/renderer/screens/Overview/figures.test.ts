import { afterEach, describe, expect, test } from 'vitest';
import { figureCsv } from '../../../../src/renderer/screens/Overview/figureCsv.ts';
import { figuresOf, isEmpty } from '../../../../src/renderer/screens/Overview/figures.ts';
import { speak } from '../../../../src/shared/i18n/i18n.ts';
import { addLaterTexts } from '../../../../src/shared/i18n/laterTexts.ts';
import { coverageNames } from '../../../../src/shared/overview/coverage.ts';
import type { JournalOverview, YearOverview } from '../../../../src/shared/overview/overview.ts';

await addLaterTexts();

afterEach(() => speak('en'));

const coverage = Object.fromEntries(coverageNames.map((name) => [name, 0])) as YearOverview['coverage'];
const yearOf = (year: string, directory: number | null, drafts = 0): YearOverview => ({
  year,
  drafts,
  directory,
  coverage,
});

function journal(key: string, years: YearOverview[], given: Partial<JournalOverview> = {}): JournalOverview {
  const countedAt = '2026-11-01T10:00:00.000Z';
  return { key, keys: [key], id: key, title: key, countedAt, years, ...given };
}

const neverCounted = { countedAt: null };

function figure(name: 'years' | 'journals', journals: JournalOverview[]) {
  const overview = { journals, sent: [], refusals: [], requests: [] };
  return figuresOf(overview, { journal: null, year: null }).find((one) => one.name === name)!;
}

/** The articles at the directory and in Colophon in each row. */
const numbers = (...given: Parameters<typeof figure>) =>
  figure(...given).rows.map(({ key, cells }) => [key, ...cells.slice(0, 2).map(({ value }) => value)]);

describe('the articles at the directory', () => {
  const counted = journal('1234-5679/', [yearOf('2024', 3, 1)]);

  test('have no sum over journals of which only some were counted', () => {
    const other = journal('2345-6787/', [yearOf('2023', null, 2)], neverCounted);
    expect(numbers('years', [counted, other])).toEqual([
      ['2023', null, 2],
      ['2024', null, 1],
    ]);
    expect(numbers('journals', [counted, other])).toEqual([
      [counted.key, 3, 1],
      [other.key, null, 2],
    ]);
    expect(numbers('years', [counted, journal(other.key, [yearOf('2023', 5, 2)])])).toEqual([
      ['2023', 5, 2],
      ['2024', 3, 1],
    ]);
  });

  test('have a sum although some journals are never counted', () => {
    const foreign = journal('3456-7896/', [yearOf('2024', null, 4)], { ...neverCounted, id: null });
    const without = journal('/', [], neverCounted);
    expect(numbers('years', [counted, foreign, without])).toEqual([['2024', 3, 5]]);
    expect(numbers('years', [foreign])).toEqual([['2024', null, 4]]);
  });

  test('of a distant year have no sum if a journal has some that were counted together', () => {
    const distant = journal('2345-6787/', [yearOf('', 7)]);
    const old = journal('3456-7896/', [yearOf('1975', 0, 1)]);
    expect(numbers('years', [counted, distant, old])).toEqual([
      ['', 7, 0],
      ['1975', null, 1],
      ['2024', 3, 1],
    ]);
  });

  test('are not called none if their number is unknown', () => {
    const other = journal('2345-6787/', [], neverCounted);
    const years = figure('years', [journal(counted.key, [yearOf('2024', 3)]), other]);
    expect(isEmpty(years)).toBe(false);
    expect(years.chart).toBeNull();
    expect(isEmpty(figure('years', [other]))).toBe(true);
  });
});

test.each(['en', 'fr'] as const)('a figure is saved in %s with plain numbers', async (lang) => {
  await speak(lang);
  const more = { ...coverage, abstract: 1_000 };
  const large = { ...yearOf('2024', 1_240, 1_150), coverage: more };
  const partly = journal('1234-5679/', [large]);
  const [, line] = figureCsv(figure('journals', [partly])).split('\r\n');
  expect(line).toBe('1234-5679/,1240,1150,87,0,0,0,0,0,0');
  const [, unknown] = figureCsv(figure('years', [{ ...partly, ...neverCounted }])).split('\r\n');
  expect(unknown).toBe('2024,,1150');
});
