import { describe, expect, it } from 'vitest';
import { stripEntities } from '../../../src/shared/text/entities.ts';

describe('character entities', () => {
  it.each([
    ['&lt;&gt;&quot;&apos;&nbsp;&ndash;', '<>"\' –'],
    ['&eacute;&Eacute;tude &Alpha;&alpha; &Ouml;', 'éÉtude Αα Ö'],
    ['&AMP;&LT;&eAcute;', '&<é'],
    ['&#65;&#x42;&#X43;', 'ABC'],
    ['&#x1F600;&#x10FFFF;', '😀\u{10ffff}'],
    ['&#0;&#xD800;&#xDFFF;&#x110000;', '&#0;&#xD800;&#xDFFF;&#x110000;'],
    ['&#xD7FF;&#xE000;', '\ud7ff\ue000'],
    ['&Wibble; & &amp', '&Wibble; & &amp'],
    ['Educa&ccedil;&atilde;o, &Aring;se, t&ecirc;te, na&iuml;ve', 'Educação, Åse, tête, naïve'],
    ['Mir&oslash;, &Oslash;re, &aelig;on, &AElig;on, &Aelig;on', 'Mirø, Øre, æon, Æon, Æon'],
    [
      '&Scaron;kola, Dvo&rcaron;&aacute;k, Gda&nacute;sk, &Lstrok;&oacute;d&zacute;',
      'Škola, Dvořák, Gdańsk, Łódź',
    ],
    ['&ETH;&eth;&THORN;&thorn; &frac12; m&sup2; &iexcl;&iquest;', 'ÐðÞþ ½ m² ¡¿'],
    ['&sigma;&sigmaf;&Omega; &micro;m &le; 5 &deg;C', 'σςΩ µm ≤ 5 °C'],
    ['co&shy;operate', 'cooperate'],
    ['&qacute;&acute;&frac99;', '&qacute;´&frac99;'],
  ])('%j becomes %j', (text, plain) => {
    expect(stripEntities(text)).toBe(plain);
  });

  it('from 128 to 159 are the signs of Windows-1252', () => {
    expect(stripEntities('&#147;12&#150;19&#148; &#x92; &#128;5 &#133; &#159;')).toBe('“12–19” ’ €5 … Ÿ');
    expect(stripEntities('&#127;&#160;')).toBe('\x7f\u00a0');
  });
});
