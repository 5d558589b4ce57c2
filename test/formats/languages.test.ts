import { describe, expect, test } from 'vitest';
import { bibliographicCode, languageCode } from '../../src/main/formats/text/languages.ts';
import { shippedPack } from '../../src/shared/rulePack/rulePack.ts';

describe('a language', () => {
  test('has the codes of ISO 639', () => {
    for (const { alpha_2, alpha_3, bibliographic } of shippedPack().vocabularies.languages) {
      const code = bibliographicCode(alpha_2);
      if (code === null) continue;
      expect(code).toBe(bibliographic ?? alpha_3);
      expect(languageCode(alpha_3)).toBe(alpha_2);
      expect(languageCode(code)).toBe(alpha_2);
    }
  });

  test.each([
    ['fr_CA', 'fre'],
    ['FR', 'fre'],
    ['fra', 'fre'],
    ['French', 'fre'],
    ['français', 'fre'],
    ['pt_BR', 'por'],
    ['de', 'ger'],
    ['Klingon', null],
    ['', null],
    [null, null],
  ])('given as %s has the code %s in the directory’s XML', (text, code) => {
    expect(bibliographicCode(text)).toBe(code);
  });
});
