import fc from 'fast-check';
import { expect, test } from 'vitest';
import { undecodedTwice } from '../../src/shared/text/decodedTwice.ts';

/** UTF-8 read as Windows-1252 (`isWestern`), in which five bytes are no character, or as Latin-1. */
const misread = (text: string, isWestern: boolean) =>
  isWestern
    ? new TextDecoder('windows-1252').decode(Buffer.from(text))
    : Buffer.from(text).toString('latin1');

test.each([
  ['GrÃ¼tzmann', 'Grützmann'],
  ['Vorkommen â€“ fÃ¼r die', 'Vorkommen – für die'],
  ['Ã\u0089tude', 'Étude'],
  ['Ã‰tude', 'Étude'],
  ['donâ€™t', 'don’t'],
  ['â\u0080\u0093 Ã‰', '– É'],
  ['ÐŸÐ¾Ñ‡Ð²Ð°', 'Почва'],
  ['å±±ç”°', '山田'],
  ['voilÃ que câ€™est', 'voilà que c’est'],
  ['fÃƒÂ¼r', 'für'],
])('%s is %s', (text, meant) => {
  expect(undecodedTwice(text)).toBe(meant);
});

test.each([
  'Grützmann',
  'Étude – über Ärzte',
  'SÃO PAULO',
  'PÃES À «VISTA»',
  'Почва',
  '10 °C ± 2 µm',
  'Ångström',
  'für Müller â€“',
  '',
  'plain',
])('%s stays', (text) => {
  expect(undecodedTwice(text)).toBeNull();
});

test('every text that was misread is found again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-composite' }), fc.boolean(), (text, isWestern) => {
      const wrong = misread(text, isWestern);
      const isOnce = undecodedTwice(text) === null;
      fc.pre(isOnce && /[^\0-\x7f]/.test(text) && !/[\u{10000}-\u{10ffff}\ufffd]/u.test(text));
      expect(undecodedTwice(wrong)).toBe(text);
    }),
  );
});
