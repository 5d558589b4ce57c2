import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { pythonNumberText, writtenNumbers } from '../../../src/main/formats/json/writtenNumbers.ts';
import { doiKey, fullTextKey } from '../../../src/shared/article/articleKeys.ts';
import { pythonFloat } from '../../../src/shared/journalFile/pythonFloats.ts';
import { isDateReadable, serviceMonth, serviceYear } from '../../../src/shared/text/dates.ts';
import { isOrcidAccepted, serviceDoi, serviceIssn } from '../../../src/shared/text/identifiers.ts';
import { pythonInteger } from '../../../src/shared/text/pythonNumbers.ts';
import { asStoredText, stripText } from '../../../src/shared/text/pythonText.ts';
import { isAddressAccepted } from '../../../src/shared/text/webAddress.ts';

// Python's results, with which the sandbox is tested too (test/sandbox/pythonText.test.ts).
const rows: { what: string; input: string; python: unknown }[] = readFileSync(
  new URL('../../sandbox/pythonAnswers.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

const ours: Record<string, (input: string) => unknown> = {
  'link address': (input) => {
    const trimmed = stripText(input);
    return trimmed === '' || isAddressAccepted(trimmed) ? trimmed : null;
  },
  'full-text key': fullTextKey,
  'is a DOI': (input) => serviceDoi(input) !== null,
  'DOI key': doiKey,
  'is an ORCID iD': isOrcidAccepted,
  'padded ISSN': serviceIssn,
  int: pythonInteger,
  'is a date': isDateReadable,
  str: (input) =>
    typeof JSON.parse(input) === 'number' ? pythonNumberText(input) : asStoredText(JSON.parse(input)),
  strip: stripText,
};

describe('the rules read and write texts as Python', () => {
  // Numbers within lists and objects are written as we send them.
  const isAlike = (input: string) =>
    typeof JSON.parse(input) === 'number' || writtenNumbers(input).size === 0;
  const known = rows.filter(
    ({ what, input }) => Object.hasOwn(ours, what) && (what !== 'str' || isAlike(input)),
  );

  test.each(known)('$what of $input', ({ what, input, python }) => {
    // The directory trims addresses before it makes keys of them.
    expect(ours[what]!(input)).toEqual(what === 'full-text key' ? stripText(python as string) : python);
  });

  const dates = rows.filter(({ what }) => what === 'publication date') as unknown as {
    input: [string | null, string | null];
    python: [string | null, string];
  }[];

  test.each(dates)('publication date of $input', ({ input: [year, month], python: [stored, date] }) => {
    expect(year === null ? null : serviceYear(year, new Date('2026-08-20'))).toBe(stored);
    const understood = month === null ? null : serviceMonth(month);
    if (date !== '') expect(understood ?? 1).toBe(Number(date.slice(-15, -13)));
    else if (stored !== null && /^\p{Nd}{4}$/u.test(stored) && pythonInteger(stored)! > 0)
      expect(understood).toBeNull();
  });

  test.each([
    ['1.5', 1.5],
    ['\u00a05.', 5],
    ['\u0661.5', 1.5],
    ['.5e1', 5],
    ['1_0.5', 10.5],
    ['1E+0_5', 100_000],
    ['\u0665e1', 50],
    ['1e400', Number.POSITIVE_INFINITY],
    [' -iNfinity ', Number.NEGATIVE_INFINITY],
    ['\x1c5', null],
    ['\u0661\u066b5', null],
    ['1_.5', null],
    ['._5', null],
    ['1__0', null],
    ['0x10', null],
    ['.', null],
    ['', null],
  ])('float of %j', (text, number) => {
    expect(pythonFloat(text)).toBe(number);
  });
});

test.each([
  ['1', '1'],
  ['-0', '0'],
  ['1.0', '1.0'],
  ['-0.0', '-0.0'],
  ['2019.50', '2019.5'],
  ['1e3', '1000.0'],
  ['1E16', '1e+16'],
  ['9999999999999998.0', '9999999999999998.0'],
  ['0.00001', '1e-05'],
  ['1.5e-7', '1.5e-07'],
  ['1e400', 'inf'],
  ['-1e400', '-inf'],
  ['12345678901234567890', '12345678901234567890'],
])('the number %s of a JSON file becomes the text %s', (source, text) => {
  expect(pythonNumberText(source)).toBe(text);
});
