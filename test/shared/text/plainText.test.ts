import { describe, expect, it } from 'vitest';
import {
  hasMarkup,
  hasMathCode,
  isAllCaps,
  plainMath,
  sentenceCase,
  stripMarkup,
} from '../../../src/shared/text/plainText.ts';

describe('markup', () => {
  it.each([
    'a <i>b</i>',
    '<jats:p>a</jats:p>',
    'a<br/>b',
    'R&amp;D',
    '&#233;',
    '&#xE9;',
    '<a href="x">y</a>',
  ])('is found in %j', (text) => {
    expect(hasMarkup(text)).toBe(true);
  });

  it.each(['p < 0.05 and q > 0.1', 'a<b', 'R&D', 'A & B', 'x <= y; y >= z', '5 < x > 3'])(
    'is not found in %j',
    (text) => {
      expect(hasMarkup(text)).toBe(false);
    },
  );

  it.each([
    ['CO<sub>2</sub> and x<sup>2</sup>', 'CO₂ and x²'],
    ['<jats:title>Abstract</jats:title><jats:p>One.</jats:p><jats:p>Two.</jats:p>', 'Abstract\nOne.\nTwo.'],
    ['R&amp;D &lt; 5&nbsp;%', 'R&D < 5 %'],
    ['a<script>alert(1)</script>b', 'ab'],
    ['n<sub>ij</sub>', 'nij'],
    ['&unknown; &#0;', '&unknown; &#0;'],
    ['p < 0.05', 'p < 0.05'],
  ])('%j becomes %j', (text, plain) => {
    expect(stripMarkup(text)).toBe(plain);
  });
});

describe('mathematics', () => {
  it.each(['$x^2$', '\\alpha', '\\frac{1}{2}', 'H_{2}O', '\\(x\\)', '<mml:math>', '<inline-formula>'])(
    'is found in %j',
    (text) => {
      expect(hasMathCode(text)).toBe(true);
    },
  );

  it.each(['from $5 to $10', 'C:\\temp', 'snake_case', 'a ^ b', '{x}'])('is not found in %j', (text) => {
    expect(hasMathCode(text)).toBe(false);
  });

  it.each([
    ['$x^2$', 'x²'],
    ['$\\alpha_{10}$-decay', 'α₁₀-decay'],
    ['$10^{-3}$', '10⁻³'],
    ['\\textit{Zea mays}', 'Zea mays'],
    ['$a \\leq b$', 'a ≤ b'],
    ['$\\frac{1}{2}$', null],
    ['$x^{ab}$', null],
  ])('%j becomes %j', (text, plain) => {
    expect(plainMath(text)).toBe(plain);
  });
});

describe('capitals', () => {
  it.each(['READING ON THE WARD', 'ЧТЕНИЕ В ПАЛАТЕ', 'DNA AND RNA SEQUENCES, 2019'])(
    '%j is all capitals',
    (text) => {
      expect(isAllCaps(text)).toBe(true);
    },
  );

  it.each(['Reading on the ward', 'DNA', 'USA AND UK', '病棟での読書', 'COVID-19 in Delft', ''])(
    '%j is not',
    (text) => {
      expect(isAllCaps(text)).toBe(false);
    },
  );

  it('are lowered except at the beginnings of sentences', () => {
    expect(sentenceCase('READING: ON THE WARD. A STUDY?')).toBe('Reading: On the ward. A study?');
    expect(sentenceCase('“ÉTUDE” 2: X')).toBe('“Étude” 2: X');
  });
});
