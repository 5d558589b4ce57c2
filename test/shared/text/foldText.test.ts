import { expect, test } from 'vitest';
import { rankMatch } from '../../../src/renderer/state/navigation/rankMatch.ts';
import { foldText, plainLetters } from '../../../src/shared/text/foldText.ts';

test.each([
  ['ÉVA', 'eva'],
  ['Łukasz', 'lukasz'],
  ['Søren Ǿrsted', 'soren orsted'],
  ['Đorđe Ðorðe', 'dorde dorde'],
  ['Ħal Għaxaq', 'hal ghaxaq'],
  ['Işık DİYARBAKIR', 'isik diyarbakir'],
  ['Þór Œuvre Æsir', 'thor oeuvre aesir'],
  ['Straße GROẞ', 'strasse gross'],
  ['Ŋaŋa Ŧuoŧŧar ĸ', 'nana tuottar k'],
  ['ﬁnal №', 'final no'],
  ['Кий 中文', 'кии 中文'],
  ['ΟΔΟΣ Οδός', 'οδοσ οδοσ'],
])('folds %s to %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(rankMatch(folded, text)).toBe(0);
});

test('folds every letter in the same way alone and beside letters of any script', () => {
  const differing = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).filter(
    (letter) => {
      const alone = plainLetters(letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase());
      return [
        foldText(letter),
        foldText(`É${letter}z`),
        foldText(`中${letter}z`),
        foldText(`Σ, a${letter}`),
      ].some((folded, at) => folded !== [alone, `e${alone}z`, `中${alone}z`, `σ, a${alone}`][at]);
    },
  );
  expect(differing).toEqual([]);
});

test('plain letters keep case and accents', () => {
  expect(plainLetters('Łódź, Sørensen, Straße')).toBe('Lódź, Sorensen, Strasse');
});
