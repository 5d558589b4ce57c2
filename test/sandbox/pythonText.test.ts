import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { doiKey, isDoi, isOrcid, paddedIssn } from '../../src/sandbox/articles/identifierKeys.ts';
import { isDirectoryDate, publicationDate } from '../../src/sandbox/python/pythonDates.ts';
import { parsePythonJson, readPythonJson } from '../../src/sandbox/python/pythonJson.ts';
import { fullTextKey, isLinkAddress } from '../../src/sandbox/python/pythonUrls.ts';
import { pyInt, pyStr, pyStrip } from '../../src/sandbox/python/pythonValue.ts';

// Python 3.11's results for random texts, from its own urllib, re, int, strptime and str, combined as
// reference/directory-api.md says the service does.
const rows = readFileSync(new URL('./pythonAnswers.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

const ours: Record<string, (input: string) => unknown> = {
  'link address': (input) => {
    const trimmed = pyStrip(input);
    return trimmed === '' || isLinkAddress(trimmed) ? trimmed : null;
  },
  'full-text key': fullTextKey,
  'is a DOI': isDoi,
  'DOI key': doiKey,
  'is an ORCID iD': isOrcid,
  'padded ISSN': paddedIssn,
  int: (input) => pyInt(input) ?? null,
  'is a date': isDirectoryDate,
  str: (input) => pyStr(parsePythonJson(input)),
  strip: pyStrip,
};

describe('texts are read and written as by Python', () => {
  it.each(rows.filter(({ what }) => what !== 'publication date'))(
    '$what of $input',
    ({ what, input, python }) => {
      expect(ours[what]!(input)).toEqual(python);
    },
  );

  it.each(rows.filter(({ what }) => what === 'publication date'))(
    '$what of $input',
    ({ input: [year, month], python }) => {
      const seen = publicationDate(year ?? undefined, month ?? undefined);
      expect([seen.year ?? null, seen.date ?? '']).toEqual(python);
    },
  );
});

describe('JSON is read as by Python', () => {
  it.each([
    ['{"b": 1, "1": 2.0, "b": 3}', "{'b': 3, '1': 2.0}"],
    ['[NaN, Infinity, -Infinity, -0, -0.0, 1E400]', '[nan, inf, -inf, 0, -0.0, inf]'],
    ['{"__proto__": null}', "{'__proto__': None}"],
    ['"\\ud83d\\ude00 \\u0041"', '😀 A'],
    [' \t\r\n1 ', '1'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
  ])('%s', (text, python) => {
    expect(pyStr(parsePythonJson(text))).toBe(python);
  });

  it.each([
    '',
    '01',
    '1.',
    '.5',
    '+1',
    '[1,]',
    '{"a"}',
    '"\t"',
    '"\\x"',
    '\u00a01',
    '\ufeff1',
    '1 2',
    '['.repeat(2000),
  ])('refuses %j', (text) => {
    expect(readPythonJson(new TextEncoder().encode(text))).toBeUndefined();
  });
});
