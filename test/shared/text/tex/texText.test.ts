import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { texText, texVerbatim } from '../../../../src/shared/text/tex/texText.ts';

const cases: Record<string, [tex: string, text: string][]> = {
  'accents in every spelling become letters': [
    [String.raw`{\'e}\'e\'{e}{\'{e}}\' e`, 'ééééé'],
    [String.raw`\"o\"{O}{\"u}\^{\i}\'\i\"{\i}`, 'öÖüîíï'],
    [String.raw`\c{c}\c C\v{s}\v Z\H{o}\k{a}\u{g}\r{u}\.{z}\=a\b{k}\d{s}`, 'çÇšŽőąğůżāḵṣ'],
    [String.raw`Nguy\~{\^e}n, \'{\^e}, \textcommabelow{s}`, 'Nguyễn, ế, ș'],
    [String.raw`na\"ive, \'{Ea}rly, \~n`, 'naïve, Éarly, ñ'],
    [String.raw`\^{} \~{} \'{}x`, '^ ~ ´x'],
  ],
  'commands for letters and signs become these': [
    [
      String.raw`{\ss}, stra\ss e, \o{} \O, {\ae}\AE, \oe, \L{}\'od\'z, \l, \aa{}\AA, \i`,
      'ß, straße, ø Ø, æÆ, œ, Łódź, ł, åÅ, ı',
    ],
    [String.raw`5\% \& \$ \# \_ \{x\} \S 1 \copyright{} \textendash{} \ldots`, '5% & $ # _ {x} §1 © – …'],
    [String.raw`\textbackslash{} \textasciitilde{} \textless{}b\textgreater{} \textdegree C`, '\\ ~ <b> °C'],
    ["``quoted'' -- --- !`hola ?`qu\\'e", '“quoted” – — ¡hola ¿qué'],
    ['a~b\\,c\\ d\\/e\\-f\\\\g', 'a b c def g'],
    [
      '~5 fell by ~50% (~2 m, [~3]), y ~ x, p.~7, 17~may',
      '~5 fell by ~50% (~2 m, [~3]), y ~ x, p. 7, 17 may',
    ],
    ['See ~\\cite{x}', 'See  '],
  ],
  'formulas become one line that means the same': [
    [
      '$\\frac{1}{2}$ of $\\frac{a+b}{c}$, $\\sqrt2$, $\\sqrt[3]{8}$, $\\sqrt{x+1}$',
      '1/2 of (a+b)/c, √2, ³√8, √(x+1)',
    ],
    // A fraction or a root and what stands beside it are no other number.
    [
      '$2\\frac{1}{2}$, $\\frac{1}{2}3$, $\\sqrt{3}2$, $2\\sqrt{3}$, $\\frac{1}{2}\\sqrt[3]{x}$, $10^{3}\\frac{1}{2}$',
      '2 1/2, 1/2 3, √3 2, 2√3, 1/2 ³√x, 10³ 1/2',
    ],
    [
      '$\\frac{a}{b}c$, $\\frac{a}{b}^2$, $\\sqrt{x}^2$, $\\sqrt{x+1}y$, $\\frac{n}{2}!$, $\\frac{\\frac{1}{2}}{3}$, $e^{\\frac{1}{2}}$',
      'a/b c, (a/b)², (√x)², √(x+1)y, (n/2)!, (1/2)/3, e^(1/2)',
    ],
    ['$x_{i+1}^{n}$, $e^{-\\frac{x}{2}}$, $10^{10^{3}}$', 'x_(i+1)ⁿ, e^(-x/2), 10^(10³)'],
    [
      '$\\log_{10}x$, $\\log_2 8$, $\\log_{2}8$, 1\\textsuperscript{st}, m\\textsuperscript{2}',
      'log₁₀x, log2 8, log₂8, 1st, m²',
    ],
    ['$(000\\overline{1})$, $11\\overline 2$, $\\bar{x}$', '(0001\u0305), 112\u0305, x\u0304'],
    [
      '\\SI{5}{\\micro\\metre}, \\SI{3.2e4}{\\kilo\\gram\\per\\square\\metre}, \\num{1e-3}',
      '5 µm, 3.2×10⁴ kg/m², 1×10⁻³',
    ],
    ['\\uppercase\\expandafter{\\romannumeral 2}, \\romannumeral 14', 'II, xiv'],
    [
      '$\\sqrt{2x}$, $\\sqrt{x^2}$, $\\sqrt{\\text{rate}}$, $\\frac{a}{2x}$, $\\frac{2x}{3}$, $\\frac{\\partial y}{\\partial x}$',
      '√(2x), √(x²), √rate, a/(2x), 2x/3, ∂y/∂x',
    ],
    [
      '\\({2x}^2\\), \\({a+b}^n\\), \\({x^2}^3\\), \\({ab}_2\\), \\({\\rm Na}^+\\), $\\text{sin}^2 x$, $\\mathbf{ab}^{T}$, \\({10}^{3}\\)',
      '(2x)², (a+b)ⁿ, (x²)³, ab2, Na⁺, sin² x, (ab)^(T), 10³',
    ],
    [
      '$O(n^{k})$, $O(n \\log n)$, $\\log_a x$, $x_{i_j}$, $2^{n^2}$',
      'O(n^(k)), O(n log n), log_(a) x, x_(i_(j)), 2^(n²)',
    ],
    ['$\\binom{n}{k}$, $\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}$', 'binom(n, k), (a, b; c, d)'],
    ['Method\\hyphen independent, $a \\not= b$', 'Method-independent, a ≠ b'],
  ],
  'formulas leave their signs': [
    ['{{Zea mays} under high CO$_2$}', 'Zea mays under high CO2'],
    ['Ca$^{2+}$, 10$^{-3}$, $\\alpha$-helix, $\\beta_{12}$, \\(x^2\\)', 'Ca²⁺, 10⁻³, α-helix, β12, x²'],
    ['25$^\\circ$C, $\\le 5\\,\\mu$m, $p < 0.05$, $n$', '25°C, ≤5 μm, p < 0.05, n'],
    [
      '\\ensuremath{CO_2}, \\ce{H2O}, \\textsubscript{2}, $\\mathrm{NO_3^-}$, $$x_1$$',
      'CO2, H2O, ₂, NO3⁻, x1',
    ],
    ['$n \\geq 5$, $x\\to y$, $2 \\times 3$, $\\alpha \\beta$', 'n ≥ 5, x→y, 2 × 3, αβ'],
    ['$\\frac{1}{2}$', '1/2'],
    ['a_b and x^2 outside', 'a_b and x^2 outside'],
    ['costs $5 and $10, or \\$3', 'costs $5 and $10, or $3'],
  ],
  'formatting leaves no trace, arguments that are no text go': [
    ['\\emph{Zea} {\\em mays} \\textit{L.} {\\it x} \\textbf{b}', 'Zea mays L. x b'],
    [
      'Soil\\footnote{Thanks} and\\cite{x} \\href{https://a.example}{this} \\textcolor{red}{one}',
      'Soil and this one',
    ],
    ['See \\url{https://a.example/~x_y}', 'See https://a.example/~x_y'],
    ['{\\noopsort{1973}}Soil \\bibinfo{title}{water}, \\enquote{air}', 'Soil water, “air”'],
    ['\\foo{bar} \\baz', '\\foo{bar} \\baz'],
  ],
  'line ends only wrap, blank lines end a paragraph': [
    ['one\n  two\n\nthree\\par four', 'one two\nthree\nfour'],
  ],
};

test('a command with a name that every object has stays', () => {
  expect(texText('a \\constructor{b} \\valueOf')).toBe('a \\constructor{b} \\valueOf');
});

describe('TeX', () => {
  for (const [name, list] of Object.entries(cases)) {
    test(name, () => {
      for (const [tex, text] of list) expect(texText(tex), tex).toBe(text);
    });
  }

  test('an address keeps what TeX would change', () => {
    expect(texVerbatim('\\url{https://a.example/~x\\_y\\%20z}')).toBe('https://a.example/~x_y%20z');
    expect(texVerbatim('https://a.example/$\\sim$x{\\_}y\\&z')).toBe('https://a.example/~x_y&z');
  });

  test('nothing throws, and the time is not quadratic', () => {
    const sign = fc.constantFrom(
      '\\',
      '{',
      '}',
      '$',
      '~',
      '-',
      '`',
      "'",
      '\\frac',
      '\\url{',
      '\\cite',
      '_',
      '\n',
      'e',
      ' ',
    );
    fc.assert(fc.property(fc.array(sign), (signs) => typeof texText(signs.join('')) === 'string'));
    for (const part of [
      '{',
      '$',
      '\\cite{',
      '\\url{',
      "\\'",
      '\\$',
      '$ $',
      '\\frac{',
      '- ',
      '`',
      '}^2',
      '{x}^2',
    ])
      texText(part.repeat(300_000));
    texText(`$${'{'.repeat(100_000)}x${'}^2'.repeat(100_000)}$`);
  });
});
