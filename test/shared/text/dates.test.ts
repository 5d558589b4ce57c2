import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isDateReadable, parseMonth, serviceMonth, serviceYear } from '../../../src/shared/text/dates.ts';

const now = new Date('2026-08-20T12:00:00Z');
const rows: { coerce: string; input: unknown; output: unknown; ok: boolean }[] = readFileSync(
  new URL('../../fixtures/given/oracle/coerce.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

describe('isDateReadable', () => {
  it('matches the service', () => {
    const dates = rows.filter(
      (row) =>
        /^date:(?:utcdatetime|bigenddate|datetime)$/.test(row.coerce) &&
        typeof row.input === 'string' &&
        row.input !== '',
    );
    expect(dates.length).toBeGreaterThan(10);
    for (const { input, ok } of dates) expect(isDateReadable(input as string), String(input)).toBe(ok);
  });

  it.each([
    '2010-01-01T00:00:00.000Z',
    '2014-09-23T11:30:45Z',
    '2014-09-23t11:30:45z',
    '2014-09-23',
    '29/02/80',
    '29/02/1980',
    '01-01-2015',
    '2014.09.12',
    '12.9.2014',
    '12.9.14',
    '21 June 2014',
    '21   june 2014',
    '31-Jul-2013',
    '31-JUL-13',
    'Aug-13',
    'February 2014',
    '1978',
    '2020-1-1',
    ' 2020-01-01\u00a0',
    '2020-01-01T00:00:00.123456Z',
    '0001-01-01',
    '٢٠٢٠-01-01',
    '29/02/00',
    '29/02/68',
    '29/02/72',
    '2000-02-29',
    '2020-12-31T23:59:59Z',
    '2020-01-01T9:5:7Z',
    '31-12-2020',
    '1-1-2020',
    ' 1.1.2020',
    '2020.12.31',
    '30 April 2020',
    '30-Apr-20',
    'Dec-99',
    'December 2020',
    '2020-01-01T00:00:0٧Z',
    '31/10/2020',
  ])('%j is read', (text) => {
    expect(isDateReadable(text)).toBe(true);
  });

  it.each([
    '   ',
    '2020-01',
    '2020/01/01',
    '20200101',
    '2020-01-01T00:00:00',
    '2020-01-01T00:00:00+00:00',
    '2020-01-01T00:00Z',
    '2020-01-01Z',
    '2020-01-01T00:00:00.1234567Z',
    '2020-01-01T24:00:00Z',
    '2020-01-01T23:59:60Z',
    '21 Jun 2014',
    'Feb 2014',
    'August-13',
    '2019-02-29',
    '29/02/81',
    '0000-01-01',
    '20',
    'Just yesterday',
    '\u200b2020-01-01',
    '1900-02-29',
    '2100-02-29',
    '31/04/2020',
    '31.06.2020',
    '31-Sep-2020',
    '31 November 2020',
    '32-01-2020',
    '00-01-2020',
    '2020-13-01',
    '2020-00-01',
    '2020-01-01T23:60:00Z',
    '2020-01-01T23:59:61Z',
    '2020-01-01T23:59:62Z',
    '21 Junk 2014',
    'Juk-13',
    'xx2020',
    '2020x',
    '02020',
  ])('%j is not', (text) => {
    expect(isDateReadable(text)).toBe(false);
  });
});

describe('year and month', () => {
  it('are stored and understood as by the service', () => {
    const pairs = rows.filter((row) => row.coerce === 'month/year:get_publication_date');
    expect(pairs.length).toBeGreaterThan(5);
    for (const { input, output } of pairs) {
      const [year, month] = input as [string | null, unknown];
      const stored = output as { date: string; year_after: string };
      if (year !== null) expect(serviceYear(year, now)).toBe(stored.year_after);
      if (stored.date !== '') expect(serviceMonth(String(month)) ?? 1).toBe(Number(stored.date.slice(5, 7)));
    }
  });

  it.each([
    ['19', '2019'],
    ['20', '2020'],
    ['21', '1921'],
    ['26', '1926'],
    ['99', '1999'],
    ['-1', '20-1'],
    ['٢٦', '19٢٦'],
    ['²²', '²²'],
    ['2019', '2019'],
    ['5', '5'],
    ['', ''],
    ['00', '2000'],
    [' 5', '20 5'],
    ['5 ', '205 '],
    ['+7', '20+7'],
    ['ab', 'ab'],
    ['--', '--'],
    ['𝟐𝟔', '19𝟐𝟔'],
    ['𝟐', '𝟐'],
    ['123', '123'],
    ['a5', 'a5'],
    ['5a', '5a'],
    ['\x1c5', '\x1c5'],
    ['\u00a05', '20\u00a05'],
  ])('the year %j becomes %j', (year, stored) => {
    expect(serviceYear(year, now)).toBe(stored);
  });

  it.each([
    ['1', 1],
    ['09', 9],
    ['12', 12],
    ['may', 5],
    ['DEC', 12],
    ['june', 6],
    ['13', null],
    ['0', null],
    ['Sept', null],
    ['Dec.', null],
    ['Mai', null],
    ['Spring', null],
    ['1-2', null],
    ['May ', null],
    [' 5', null],
    ['', null],
    ['012', null],
    ['00', null],
    // Python's int() reads them, but its strptime() does not.
    ['٠٩', null],
    ['１２', null],
    ['𝟗', null],
    ['+5', null],
    ['ma', null],
    ['mayo', null],
    ['january', 1],
    ['ary', null],
  ])('the month %j is understood as %j', (month, expected) => {
    expect(serviceMonth(month)).toBe(expected);
  });

  it.each([
    ['Sept', 9],
    ['dec.', 12],
    [' 5 ', 5],
    ['MAY ', 5],
    ['Spring', null],
    ['ma', null],
    ['', null],
    ['12', 12],
    ['13', null],
    ['012', null],
    ['x5', null],
    ['jan', 1],
    ['٠٩', 9],
    ['𝟙𝟚', 12],
    ['Ju.', null],
    ['uary', null],
    ['.may', null],
  ])('%j entered by a person means %j', (month, expected) => {
    expect(parseMonth(month)).toBe(expected);
  });
});
