import commands from '../../../../resources/texCommands.json' with { type: 'json' };

/** Written as they are named. */
const functions =
  'log ln exp sin cos tan max min lim det Pr arcsin arccos arctan sinh cosh tanh arg dim gcd inf ker sup LaTeX TeX BibTeX XeTeX';

export const letterCommands = table(commands.letters);
/** Greek letters, signs and spaces. */
export const symbolCommands: ReadonlyMap<string, string> = new Map([
  ...['', 'text', 'up'].flatMap((start) =>
    [...table(commands.greek)].map(([name, sign]) => [start + name, sign] as const),
  ),
  ...table(commands.symbols),
  ...functions.split(' ').map((name) => [name, name] as const),
]);

/** Pairs of name and sign; white space is written as a placeholder sign. */
function table(lines: readonly string[]): ReadonlyMap<string, string> {
  const blanks: Record<string, string> = { '\u23ce': '\n', '\u2423': ' ' };
  const words = lines.join(' ').split(' ');
  const pairs = words.flatMap((name, at) => (at % 2 === 0 ? [[name, words[at + 1]!] as const] : []));
  return new Map(pairs.map(([name, sign]) => [name, blanks[sign] ?? sign]));
}

/** Combining characters for the accent commands of TeX and LaTeX; by a sign or by letters. */
export const accents: Record<string, string> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '"': '\u0308',
  '=': '\u0304',
  '.': '\u0307',
  H: '\u030b',
  c: '\u0327',
  k: '\u0328',
  b: '\u0331',
  d: '\u0323',
  r: '\u030a',
  u: '\u0306',
  v: '\u030c',
  t: '\u0361',
  h: '\u0309',
  G: '\u030f',
  C: '\u030f',
  f: '\u0311',
  U: '\u030e',
  // Those of MathSciNet.
  polhk: '\u0328',
  soft: '\u030c',
  ocirc: '\u030a',
  udot: '\u0323',
  uarc: '\u0311',
  cftil: '\u0302\u0303',
  cfac: '\u0302\u0301',
  cfgrv: '\u0302\u0300',
  cfudot: '\u0302\u0323',
  textcommabelow: '\u0326',
  hat: '\u0302',
  widehat: '\u0302',
  check: '\u030c',
  tilde: '\u0303',
  widetilde: '\u0303',
  acute: '\u0301',
  grave: '\u0300',
  dot: '\u0307',
  ddot: '\u0308',
  breve: '\u0306',
  bar: '\u0304',
  mathring: '\u030a',
  vec: '\u20d7',
};
/** An accent over nothing, as in `\^{}`. */
export const bare: Record<string, string> = { '`': '`', "'": '\u00b4', '^': '^', '~': '~', '"': '\u00a8' };

/** Commands whose first argument is no text. */
export const silent = new Set(
  `cite citep citet citeauthor footnote footnotemark label ref pageref noopsort href textcolor color vspace hspace
  fontsize index bibinfo bibfield hypertarget hyperlink phantom vphantom hphantom`.split(/\s+/),
);
/** Commands that leave no trace: declarations, and those whose arguments are text. */
export const plain = new Set(
  `emph textit textbf textsc textrm textsf texttt textsl textmd textup textnormal text mbox hbox fbox uline
  mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak mathscr mathnormal boldsymbol bm pmb operatorname
  protect relax
  em it bf sc rm sf tt sl itshape bfseries scshape upshape slshape rmfamily sffamily ttfamily mdseries normalfont
  tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge left right big Big bigg Bigg bigl bigr
  limits nolimits displaystyle textstyle scriptstyle cal ensuremath ce cf chem textsl mkbibemph mkbibbold mkbibitalic
  selectlanguage foreignlanguage nocase nocite bibstring ignorespaces unskip leavevmode allowbreak nobreak noindent
  xspace hfill linebreak centering expandafter mathop mathrel mathbin mathord mathopen mathclose
  mathpunct middle nolinebreak nobreakspace`.split(/\s+/),
);
/** Commands in whose argument `_` and `^` are not text. */
export const mathGroups = new Set(['ensuremath', 'ce', 'cf', 'chem']);
/** The meanings of single signs after a backslash, other than themselves. */
export const signs: Record<string, string> = {
  '\\': ' ',
  ',': ' ',
  ';': ' ',
  ':': ' ',
  '>': ' ',
  ' ': ' ',
  '\n': ' ',
  '\t': ' ',
  '/': '',
  '-': '',
  '!': '',
  '@': '',
  '*': '',
  '+': '',
  '|': '\u2016',
};

/** The brackets of environments. */
export const matrixBrackets: ReadonlyMap<string, [string, string]> = new Map([
  ['matrix', ['[', ']']],
  ['pmatrix', ['(', ')']],
  ['bmatrix', ['[', ']']],
  ['Bmatrix', ['{', '}']],
  ['vmatrix', ['|', '|']],
  ['smallmatrix', ['[', ']']],
]);

/** Other names of commands, which differ in size or origin only. */
export const sameAs: ReadonlyMap<string, string> = new Map([
  ...['tfrac', 'dfrac', 'cfrac', 'nicefrac', 'sfrac', 'flatfrac'].map((name) => [name, 'frac'] as const),
  ...['dbinom', 'tbinom'].map((name) => [name, 'binom'] as const),
  ...['textsuper', 'sp', 'super'].map((name) => [name, 'textsuperscript'] as const),
  ...['textsub', 'sb'].map((name) => [name, 'textsubscript'] as const),
  ['MakeUppercase', 'uppercase'],
  ['MakeLowercase', 'lowercase'],
  ['stackrel', 'overset'],
  ['numprint', 'num'],
  ['qty', 'SI'],
  ['unit', 'si'],
]);
