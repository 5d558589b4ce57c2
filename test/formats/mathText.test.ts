import { describe, expect, test } from 'vitest';
import { plainText } from '../../src/main/formats/text/plainText.ts';

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

  test('broken and very deep formulas end in time', () => {
    expect(plainText('<math><mfrac><mi>a</math> b')).toBe('a/ b');
    for (const name of ['munder', 'mfrac', 'msup', 'mrow', 'x'])
      expect(plainText(`<math>${`<${name}><mi>a</mi>`.repeat(3000)}`)).toContain('a');
  });
});
