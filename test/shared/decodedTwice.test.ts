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

/** Text in a code page other than Windows-1252, of which the bytes are those of UTF-8. */
test.each([
  ['windows-1250', 'für Żółkiewski'],
  ['windows-1250', 'für'],
  ['windows-1251', 'Тихая почва: полевой отчёт'],
  ['windows-1251', 'Grützmann – für'],
  ['windows-1254', 'Почва и вода'],
  ['macintosh', 'naïve “soil”'],
  ['macintosh', 'Étude'],
])('UTF-8 that was read as %s is found: %s', (encoding, text) => {
  expect(undecodedTwice(new TextDecoder(encoding).decode(Buffer.from(text)))).toBe(text);
});

test.each([
  'PÄŤ ROKOV',
  'Päť rokov, RŮŽE a TÉŽ',
  'Úžas',
  'Ăştia sunt',
  'ßŁaa',
  'Paris–Évry',
  '«Été»',
  'a√π + b√π',
  'Ščepka Жовтень – «Серёжа» №5',
  'Літера «Р», «С» і «Ё»',
  'СЁМГА РЁБРА',
  'Limba română: litera „Ă”',
  'ŁÓDŹ, Śląsk, ĂŁ',
  'İstanbul’da toprak ğşı',
  '√2 ≈ 1,41; √ºC',
  'Größe √ (2)',
  '«Ñandú» ¿qué?',
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
      // One letter of another script among Latin ones is no sign.
      fc.pre((text.match(/[^\0-\x7f]/gu)?.length ?? 0) > 1 || !/[a-z]/i.test(text));
      expect(undecodedTwice(wrong)).toBe(text);
    }),
  );
});
