import { describe, expect, it } from 'vitest';
import {
  escapeHtml,
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
    '</b>',
    '<H1>',
    '<br />',
    '<mml:mi-x>',
    'a <b\nclass="c">',
    '&#1;',
    '<img src="x">',
    '&#1234567;',
    '&#xA;',
    '&#X10FFFF;',
    '&lt;',
    '&ABCDEFGH;',
    'm&sup2;',
  ])('is found in %j', (text) => {
    expect(hasMarkup(text)).toBe(true);
  });

  it.each([
    'p < 0.05 and q > 0.1',
    'a<b',
    'R&D',
    'A & B',
    'x <= y; y >= z',
    '5 < x > 3',
    '< b>',
    '<1>',
    '<b',
    '<b<',
    '<b c',
    '</ b>',
    '<b.c>',
    'T<Tc and H>Hc2',
    'Below T<Tc the gap opens. For H>Hc2 it closes.',
    'the mean <r> of <x>',
    'a<b and c>d',
    '<b and c>',
    '&#;',
    '&#12345678;',
    '&#x;',
    '&#x1234567;',
    '&#xG;',
    '&a;',
    '&abcdefghi;',
    '&a1b;',
    '&lt',
    'lt;',
  ])('is not found in %j', (text) => {
    expect(hasMarkup(text)).toBe(false);
  });

  it.each([
    ['CO<sub>2</sub> and x<sup>2</sup>', 'CO2 and x²'],
    ['<jats:title>Abstract</jats:title><jats:p>One.</jats:p><jats:p>Two.</jats:p>', 'Abstract\nOne.\nTwo.'],
    ['R&amp;D &lt; 5&nbsp;%', 'R&D < 5 %'],
    ['a<script>alert(1)</script>b', 'ab'],
    ['n<sub>ij</sub>', 'nij'],
    ['&unknown; &#0;', '&unknown; &#0;'],
    ['p < 0.05', 'p < 0.05'],
    ['Farms in <st1:place w:st="on">Kenya</st1:place>', 'Farms in Kenya'],
    ['<foo x="1">a</foo><o:p></o:p><td nowrap>b</td>', 'ab'],
    ['<i>T</i><Tc and H>Hc2, <r>', 'T<Tc and H>Hc2, <r>'],
    ['x<SUP>2</SUP> y<sub class="i">1</sub> z<sup>ab</sup>', 'x² y1 z^(ab)'],
    ['10<sup>+n</sup>, (H)<sub>(2-=)</sub>', '10⁺ⁿ, (H)₍₂₋₌₎'],
    ['a<style>p {}</style >b<!-- c\n -->d', 'abd'],
    ['one<br>two<BR/>three <br /> four', 'one\ntwo\nthree\nfour'],
    ['<h1>One</h1> <div>two</div><ul><li>three</li><li>four</li></ul>', 'One\ntwo\nthree\nfour'],
    ['<sec>One</sec><jats:sec>two</jats:sec><p>three</p>\n\n<p>four</p>', 'One\ntwo\nthree\nfour'],
    ['a \t\u00a0 b \n\n c', 'a b\nc'],
    ['a <p>b</p>c', 'a b\nc'],
    ['a\n b', 'a\nb'],
    ['a \nb', 'a\nb'],
    ['a\n\nb', 'a\nb'],
    ['a<script src="x">y</script>b', 'ab'],
    ['x<sup>2</sup > y<sup>2a</sup>', 'x² y^(2a)'],
    [
      'e<sup>−x<sup>2</sup></sup> 10<jats:sup>3</jats:sup> 10<sup><i>n</i></sup> PM<inf>2.5</inf>',
      'e^(−x²) 10³ 10ⁿ PM2.5',
    ],
    ['x<sup/>2 10<sup>3', 'x2 103'],
    ['10<span style="vertical-align: super">3</span> CO<span style="vertical-align:sub">2</span>', '10³ CO2'],
    [' <i> a </i> ', 'a'],
  ])('%j becomes %j', (text, plain) => {
    expect(stripMarkup(text)).toBe(plain);
  });

  it('is looked for in the first 20,000 characters, and a longer text loses only tags and entities', () => {
    const filler = 'x'.repeat(20_000 - 3);
    expect(hasMarkup(`${filler}<i>`)).toBe(true);
    expect(hasMarkup(`${filler}x<i>`)).toBe(false);
    expect(hasMathCode(`${filler}_{2`)).toBe(true);
    expect(hasMathCode(`${filler}xx_{2`)).toBe(false);
    const exactly = `<sup>2</sup> ${'x'.repeat(20_000 - 13)}`;
    expect(stripMarkup(exactly).slice(0, 2)).toBe('² ');
    expect(stripMarkup(` <sub>2</sub><b>&amp;</b>${filler} `).slice(0, 3)).toBe('2&x');
    expect(stripMarkup(`10<sup>3</sup> ${filler}`).slice(0, 4)).toBe('10³ ');
    expect(plainMath('$x^2$'.padEnd(20_000))).toBe('x²');
    expect(plainMath('$x^2$'.padEnd(20_001))).toBeNull();
  });
});

describe('signs of HTML', () => {
  it('are escaped', () => {
    expect(escapeHtml(`a & b < c > d "e" 'f'`)).toBe('a &amp; b &lt; c &gt; d &quot;e&quot; &#39;f&#39;');
  });
});

describe('mathematics', () => {
  it.each([
    '$x^2$',
    '\\alpha',
    '\\frac{1}{2}',
    'H_{2}O',
    '\\(x\\)',
    '<mml:math>',
    '<inline-formula>',
    '<math',
    '</MATH>',
    '<math display="block">',
    '<mml:msup>',
    '<jats:disp-formula>',
    '<jats:inline-formula id="f">',
    '\\)',
    '\\[',
    '\\]',
    '$a^b$',
    '$x^10$',
    '$a_1$',
    '$a\\b$',
    '$a{b}$',
    'costs $5, $x^2$',
    '\\wibble {x}',
    '\\mathrm{x}',
    'x_{1}',
    'x^{1}',
    '\\beta x',
    'a \\leq b',
    '\\sqrt2 \\to x',
  ])('is found in %j', (text) => {
    expect(hasMathCode(text)).toBe(true);
  });

  it.each([
    'from $5 to $10',
    'C:\\temp',
    'snake_case',
    'a ^ b',
    '{x}',
    '$ab$',
    '\\alphabet',
    '\\wibble',
    '<mathematics>',
    '<inline-formulas>',
    '< math>',
    '<formula>',
    'x_ {1}',
    '^ {1}',
  ])('is not found in %j', (text) => {
    expect(hasMathCode(text)).toBe(false);
  });

  it.each([
    ['$x^2$', 'x²'],
    ['$\\alpha_{10}$-decay', 'α10-decay'],
    ['$10^{-3}$', '10⁻³'],
    ['\\textit{Zea mays}', 'Zea mays'],
    ['$a \\leq b$', 'a ≤ b'],
    ['$\\frac{1}{2}$', '1/2'],
    ['$x^{ab}$', 'x^(ab)'],
    ['\\(x_1\\) and \\[y_{23}\\]', 'x1 and y23'],
    ['$x_{ij}$', 'xij'],
    ['\\mathrm{pH} \\text {of} {soil}', 'pH of soil'],
    ['$H^+$ and $e^-$', 'H⁺ and e⁻'],
    ['\\wibble', null],
    ['costs $5, $x^2$', 'costs $5, x²'],
    ['H_{2}O at 10^{-3} \\alpha', 'H2O at 10⁻³ α'],
    ['<math><msup><mn>10</mn><mn>2</mn></msup></math>', null],
    ['<i>$x^2$</i>', 'x²'],
  ])('%j becomes %j', (text, plain) => {
    expect(plainMath(text)).toBe(plain);
  });
});

describe('capitals', () => {
  it.each(['READING ON THE WARD', 'ABC DEFGHIJKL', 'ЧТЕНИЕ В ПАЛАТЕ', 'DNA AND RNA SEQUENCES, 2019'])(
    '%j is all capitals',
    (text) => {
      expect(isAllCaps(text)).toBe(true);
    },
  );

  it.each([
    'Reading on the ward',
    'DNA',
    'USA AND UK',
    'READING ON THE WARD today',
    'ABCDEFGHIJKLMNOP',
    'ABC DEFGHIJK',
    'AB CDEFGHIJKLMNO',
    '病棟での読書',
    'COVID-19 in Delft',
    '',
  ])('%j is not', (text) => {
    expect(isAllCaps(text)).toBe(false);
  });

  it('are lowered except at the beginnings of sentences', () => {
    expect(sentenceCase('READING: ON THE WARD. A STUDY?')).toBe('Reading: On the ward. A study?');
    expect(sentenceCase('“ÉTUDE” 2: X')).toBe('“Étude” 2: X');
    expect(sentenceCase('ONE.  TWO THREE')).toBe('One.  Two three');
  });

  it.each([
    ["TÜRKİYE'DE ÖĞRENCİLERİN KAYGI DÜZEYİ", "Türkiye'de öğrencilerin kaygı düzeyi"],
    ['SINIF YÖNETİMİ: İLK YILLAR', 'Sınıf yönetimi: İlk yıllar'],
    ['AZƏRBAYCAN QADINI', 'Azərbaycan qadını'],
    ['REVISTA DE ŞTIINŢE POLITICE', 'Revista de ştiinţe politice'],
  ])('are lowered as their language does it: %s', (title, lowered) => {
    expect(sentenceCase(title)).toBe(lowered);
  });
});
