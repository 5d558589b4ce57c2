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
  ['sentence', '', 'DNA: RNA', 'Dna: Rna'],
  ['sentence', '', 'DNA - RNA', 'Dna - rna'],
  ['sentence', 'en', 'Moths Of The Alps', 'Moths of the alps'],
  ['sentence', '', 'see PubMed', 'See PubMed'],
  ['title', 'en', 'what it is made of.', 'What It Is Made of.'],
  ['sentence', '', 'a b. c: d? e! f.g', 'A b. C: D? E! F.g'],
  ['title', 'en', 'what a life. by a. smith', 'What a Life. By A. Smith'],
  ['title', 'en', 'an x and a y.', 'An X and a Y.'],
  ['title', '', 'o’neill d’abc and o1x', 'O’neill D’abc And O1x'],
  ['title', '', 'e\u0301cole E\u0301COLEs', 'E\u0301cole E\u0301COLEs'],
  ['title', 'nl', 'ijs bij ijsland', 'IJs bij IJsland'],
  ['title', 'en', 'ijs', 'Ijs'],
  ['title', '', 'ǉubav ǌ ǳ 𐐨𐐩', 'ǈubav ǋ ǲ 𐐀𐐩'],
  ['title', 'tr', 'ilim ve IŞIK', 'İlim Ve IŞIK'],
  ['title', 'de', 'vom meer und den alpen', 'Vom Meer und den Alpen'],
  ['title', 'es', 'el mar y la costa', 'El Mar y la Costa'],
  ['title', 'it', 'il mare e la costa', 'Il Mare e la Costa'],
  ['title', 'pt', 'o mar e a costa', 'O Mar e a Costa'],
];

test.each(cases)('%s case in "%s" of %s', (style, language, before, after) => {
  expect(changeCase(before, style, language)).toBe(after);
});
