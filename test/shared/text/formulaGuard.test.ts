import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvText } from '../../../src/shared/text/csvText.ts';
import { neutralised, withoutGuard } from '../../../src/shared/text/formulaGuard.ts';

const signs = [...'=+-@＝＋－＠﹢﹣﹦﹫⁼⁺⁻₌₊₋−'];
const skipped = [
  '',
  ' ',
  '\t',
  '\r',
  '\n',
  '\u00a0',
  '\u3000',
  '\ufeff',
  '\u200b',
  '\u00ad',
  '\u2028',
  '\u202e',
  ' \u200f ',
];

test.each(signs)('a cell that begins with %s, whatever invisible is before it, is no formula', (sign) => {
  for (const before of skipped) {
    const text = `${before}${sign}HYPERLINK("https://x.org")`;
    expect(neutralised(text)).toBe(`'${text}`);
    expect(csvText(['Title'], [[text]])).toContain(`'${before}${sign}`);
  }
});

test('ordinary texts stay as they are', () => {
  for (const text of [
    'Soil',
    ' Soil',
    '3 - 4',
    'a=b',
    "'Soil'",
    '– Soil',
    '10.5555/x',
    '',
    ' ',
    'é',
    '(=1)',
    '\u2013 5',
  ])
    expect(neutralised(text)).toBe(text);
});

test('every text comes back as it was', () => {
  const start = fc.array(fc.constantFrom("'", ...signs, ...skipped), { maxLength: 4 });
  const text = fc
    .tuple(start, fc.string({ unit: 'binary', maxLength: 8 }))
    .map(([parts, rest]) => parts.join('') + rest);
  fc.assert(
    fc.property(text, (given) => {
      expect(withoutGuard(neutralised(given))).toBe(given);
    }),
    { numRuns: 2_000 },
  );
});
