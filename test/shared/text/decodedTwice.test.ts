import fc from 'fast-check';
import { expect, test } from 'vitest';
import { undecodedTwice } from '../../../src/shared/text/decodedTwice.ts';

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
  ['zwiÄ™ksza', 'zwiększa'],
  ['tÅ™i', 'tři'],
  ['ROZVOJ DOMÅ® V PRAZE', 'ROZVOJ DOMŮ V PRAZE'],
  ['lietuviÅ³', 'lietuvių'],
  ['Å\u00a0koda', 'Škoda'],
  ['Å\u00a0. Horvat', 'Š. Horvat'],
  ['BUCUREÈ˜TI', 'BUCUREȘTI'],
  ['È™i', 'și'],
  ['É™sas', 'əsas'],
  ['Å’uvre', 'Œuvre'],
  ['WÇ’ men', 'Wǒ men'],
  ['Ð\u00a0.', 'Р.'],
  ['×\u00a0×•×£', 'נוף'],
  ['ruá»™ng', 'ruộng'],
  ['350 Ã…Â³', '350 Å³'],
  ['NESTLÃ‰Â® and growth', 'NESTLÉ® and growth'],
  ['fÃ¼r 350 Ã…Â³', 'für 350 Å³'],
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
  ['windows-1251', 'Иван и Ирина'],
  ['windows-1254', 'Она и он'],
])('what %s leaves open may be a sign of Windows-1252: %s', (encoding, text) => {
  const wrong = new TextDecoder(encoding).decode(Buffer.from(text));
  const withSigns = wrong.replaceAll('\u0098', '˜').replaceAll('\u009e', 'ž');
  expect(withSigns).not.toBe(wrong);
  expect(undecodedTwice(withSigns)).toBe(text);
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
  '350 Å³',
  'In Å²/ps and (Å³)',
  'at 2.5 Å—the highest resolution',
  '5 Å\u00a0resolution',
  'NESTLÉ® and growth',
  'CAFFÈ™ and growth',
  'PAUVRETÉ\u00a0: LE CAS DU MALI',
  'LIBERTÉ\u00a0ET EGALITÉ\u00a0!',
  'È\u00a0possibile',
  'Ø\u00a050 mm',
  '2 ×\u00a0109 cells, 3 ×\u00a0(4)',
  'Mentha ×\u00a0piperita and Mentha ×\u00a0spicata',
  'ANDRÉ’S METHOD',
  'ANDRÉ´S METHOD',
  'TUNÇ’UN ROMANLARI',
  'UNIVERSITÉ—INDUSTRY',
  'ET LA LIBERTÉ…',
  'MARIA JOSÉ¹, ANDRÉ²',
  'Ó’Donnell and Ó\u00a0Connor',
  'Ich weiß…',
  'Weiß¹',
  'Spaß\u00a0und Strauß\u00a0GmbH',
  'Qualité\u00a0– Activité\u00a0– Vie',
  'José¹², André¹³',
  '',
  'plain',
])('%s stays', (text) => {
  expect(undecodedTwice(text)).toBeNull();
});

/** Signs that are right in some texts, so that they alone are no evidence. */
const ordinary = /[Ä-ß][\u00a0±·²³´¹¼½¾’–—…®™†‡]|[à-ï](?:\u00a0[\u00a0–—…»]|[¹²³]{2}|[®™]\u00a0)/g;

test('every text that was misread is found again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-composite' }), fc.boolean(), (text, isWestern) => {
      const wrong = misread(text, isWestern);
      const isOnce = undecodedTwice(text) === null;
      fc.pre(isOnce && /[^\0-\x7f]/.test(text) && !/[\u{10000}-\u{10ffff}\ufffd]/u.test(text));
      // One letter of another script among Latin ones is no sign.
      fc.pre((text.match(/[^\0-\x7f]/gu)?.length ?? 0) > 1 || !/[a-z]/i.test(text));
      fc.pre(/[^\0-\x7f]/.test(wrong.replace(ordinary, '')));
      expect(undecodedTwice(wrong)).toBe(text);
    }),
  );
});
