import { describe, expect, test } from 'vitest';
import { plainText } from '../../../src/main/formats/text/plainText.ts';

const math = (inner: string) =>
  plainText(`<mml:math xmlns:mml="m">${inner.replace(/<(\/?)m/g, '<$1mml:m')}</mml:math>`);

describe('MathML becomes one line', () => {
  test.each([
    ['<mfrac><mn>1</mn><mn>2</mn></mfrac>', '1/2'],
    ['<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac>', '(a+b)/c'],
    ['<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>', 'binom(n, k)'],
    ['<mn>2</mn><mfrac><mn>1</mn><mn>2</mn></mfrac><mi>x</mi>', '2 1/2 x'],
    ['<msup><mfrac><mi>a</mi><mi>b</mi></mfrac><mn>2</mn></msup>', '(a/b)²'],
    ['<mfrac><mn>1</mn><mn>2</mn></mfrac><mroot><mi>x</mi><mn>3</mn></mroot>', '1/2 ³√x'],
    ['<msqrt><mn>2</mn></msqrt><mn>3</mn>', '√2 3'],
    ['<msqrt><mn>2</mn></msqrt>', '√2'],
    ['<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>', '√(x+1)'],
    ['<mroot><mn>8</mn><mn>3</mn></mroot>', '³√8'],
    ['<msup><mn>10</mn><mrow><mo>−</mo><mn>3</mn></mrow></msup>', '10⁻³'],
    ['<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>', 'x1²'],
    ['<msup><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></msup>', '(a+b)²'],
    [
      '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>',
      '∑_(i=1)ⁿi',
    ],
    ['<mover><mi>x</mi><mo>¯</mo></mover>', 'x\u0305'],
    ['<mmultiscripts><mi>Ca</mi><mprescripts/><none/><mn>38</mn></mmultiscripts>', '38Ca'],
    ['<mfenced open="[" close="]"><mi>a</mi><mi>b</mi></mfenced>', '[a,b]'],
    [
      '<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable>',
      '[1, 2; 3, 4]',
    ],
    ['<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>', 'sin x'],
    ['<mn>1</mn><mspace width="1em"/><mn>2</mn>', '1 2'],
    ['<semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics>', 'x'],
    ['<semantics><mrow/><annotation encoding="application/x-tex">x^2</annotation></semantics>', 'x²'],
    ['<mi>p</mi><mo>&lt;</mo><mn>0.05</mn>', 'p<0.05'],
    // Where letters beside each other are a product, a root, a fraction and a power are of all of it.
    ['<msqrt><mn>2</mn><mi>x</mi></msqrt>', '√(2x)'],
    ['<mroot><mrow><mi>a</mi><mi>b</mi></mrow><mn>3</mn></mroot>', '³√(ab)'],
    ['<msqrt><msup><mi>x</mi><mn>2</mn></msup></msqrt><msqrt><mi>rate</mi></msqrt>', '√(x²)√rate'],
    ['<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mi>c</mi></mrow></mfrac>', 'a/(b+c)'],
    ['<mfrac><mrow><mn>2</mn><mi>x</mi></mrow><mrow><mn>3</mn><mi>y</mi></mrow></mfrac>', '2x/(3y)'],
    ['<mfrac><mrow><mi>d</mi><mi>y</mi></mrow><mrow><mi>d</mi><mi>x</mi></mrow></mfrac>', 'dy/dx'],
    ['<mfrac><mi>mass</mi><mstyle><mtext>volume</mtext></mstyle></mfrac>', 'mass/volume'],
    [
      '<mfrac><mfrac><mi>a</mi><mi>b</mi></mfrac><mfrac><mn>1</mn><msqrt><mi>c</mi></msqrt></mfrac></mfrac>',
      '(a/b)/(1/(√c))',
    ],
    ['<msup><mrow><mn>2</mn><mi>x</mi></mrow><mi>k</mi></msup>', '(2x)^(k)'],
    ['<msup><msup><mi>x</mi><mn>2</mn></msup><mn>3</mn></msup>', '(x²)³'],
    [
      '<msup><mi>sin</mi><mn>2</mn></msup><msup><mrow><mi>N</mi><mi>a</mi></mrow><mo>+</mo></msup>',
      'sin²Na⁺',
    ],
    ['<mmultiscripts><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><none/><mn>2</mn></mmultiscripts>', '(a+b)²'],
    ['<msub><mi>x</mi><msub><mi>i</mi><mi>j</mi></msub></msub>', 'x_(i_(j))'],
  ])('%s', (inner, text) => {
    expect(math(inner)).toBe(text);
  });

  test('of several notations of a formula, one is read: MathML, then TeX', () => {
    const tex =
      '<tex-math>\\documentclass{minimal}\\begin{document}$$\\beta = -0.5$$\\end{document}</tex-math>';
    expect(plainText(`a <inline-formula>${tex}</inline-formula> b`)).toBe('a β = -0.5 b');
    for (const both of [`${tex}<math><mi>x</mi></math>`, `<math><mi>x</mi></math>${tex}`])
      expect(plainText(`a <inline-formula><alternatives>${both}</alternatives></inline-formula> b`)).toBe(
        'a x b',
      );
  });

  test.each([
    ['<math alttext="x = 1"><mi>x</mi></math>', 'x = 1'],
    ['<math alttext="\\frac{a}{b}"><mfrac><mi>a</mi><mi>b</mi></mfrac></math>', 'a/b'],
    ['<math alttext="x^2"><msup><mi>x</mi><mn>2</mn></msup></math>', 'x²'],
    ['<math alttext="\\alpha_{10}"/> <math alttext="$\\beta$"><mrow/></math>', 'α10 β'],
    // Some files leave out the outermost element.
    ['<mml:msup><mml:mn>10</mml:mn><mml:mn>2</mml:mn></mml:msup>', '10²'],
  ])('of a formula and its text, the one that people can read is taken: %s', (markup, text) => {
    expect(plainText(markup)).toBe(text);
  });

  test('broken and very deep formulas end in time', () => {
    expect(plainText('<math><mfrac><mi>a</math> b')).toBe('a/ b');
    for (const name of ['munder', 'mfrac', 'msup', 'msqrt', 'mrow', 'x'])
      expect(plainText(`<math>${`<${name}><mi>a</mi>`.repeat(3000)}`)).toContain('a');
  });
});
