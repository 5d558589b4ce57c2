import { expect, test } from 'vitest';
import { type CaseLanguage, type CaseStyle, changeCase } from '../../../src/shared/text/changeCase.ts';

const cases: [CaseStyle, CaseLanguage, string, string][] = [
  ['upper', '', 'straße i', 'STRASSE I'],
  ['upper', 'tr', 'ilim', 'İLİM'],
  ['upper', 'el', 'Αθήνα', 'ΑΘΗΝΑ'],
  ['lower', 'tr', 'ILIM İL', 'ılım il'],
  ['lower', '', 'IĲ ÅŁ', 'iĳ åł'],
  ['title', 'en', 'the life of moths: an atlas', 'The Life of Moths: An Atlas'],
  ['title', 'en', 'THE ROLE OF DNA', 'The Role of Dna'],
  ['title', 'en', 'the role of mRNA and DNA in moths', 'The Role of mRNA and DNA in Moths'],
  ['title', '', 'ada b. łoś-ek', 'Ada B. Łoś-Ek'],
  ['title', 'en', 'JOHN A. SMITH', 'John A. Smith'],
  ['title', 'fr', 'la vie des papillons', 'La Vie des Papillons'],
  ['title', 'nl', 'ijsland en het ijs', 'IJsland en het IJs'],
  ['title', '', 'ßtrange ǆ', 'ßtrange ǅ'],
  ['sentence', '', 'MOTHS OF THE ALPS. A REVIEW', 'Moths of the alps. A review'],
  ['sentence', '', 'Moths Of The DNA: A Review', 'Moths of the DNA: A review'],
  ['sentence', '', 'DNA', 'DNA'],
];

test.each(cases)('%s case in "%s" of %s', (style, language, before, after) => {
  expect(changeCase(before, style, language)).toBe(after);
});
