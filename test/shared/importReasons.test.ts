import { expect, test } from 'vitest';
import { english, french } from '../helpers/catalogue.ts';

/** Parts of other remarks. */
const parts = ['contributor', 'inThisFile', 'inOtherFile'];

test.each([
  ['English', english],
  ['French', french],
])('every remark from reading has a reason of a few words in %s', (_, catalogue) => {
  const { note, reason } = catalogue.import as Record<string, Record<string, string>>;
  const names = [...new Set(Object.keys(note!).map((key) => key.replace(/_(?:one|many|other)$/, '')))];
  const expected = names.filter((name) => !parts.includes(name));
  expect(expected.length).toBeGreaterThan(50);
  expect(Object.keys(reason!).sort()).toEqual(expected.sort());
  const long = Object.values(reason!).filter(
    (text) =>
      text
        .replace(/\{\{\w+\}\}/g, '')
        .trim()
        .split(/\s+/).length > 11,
  );
  expect(long).toEqual([]);
});
