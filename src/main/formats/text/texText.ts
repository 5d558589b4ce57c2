import { letterCommands, symbolCommands } from './texCommands.ts';

/** Combining characters for the accent commands of TeX and LaTeX; by a sign or by letters. */
const accents: Record<string, string> = {
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
const bare: Record<string, string> = { '`': '`', "'": '\u00b4', '^': '^', '~': '~', '"': '\u00a8' };

/** Commands whose first argument is no text. */
const silent = new Set(
  `cite citep citet citeauthor footnote footnotemark label ref pageref noopsort href textcolor color vspace hspace
  fontsize index bibinfo bibfield hypertarget hyperlink phantom vphantom hphantom`.split(/\s+/),
);
/** Commands that leave no trace: declarations, and those whose arguments are text. */
const plain = new Set(
  `emph textit textbf textsc textrm textsf texttt textsl textmd textup textnormal text mbox hbox fbox underline uline
  mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak mathscr mathnormal boldsymbol bm pmb operatorname
  textsuperscript textsubscript textsuper textsub sp sb uppercase lowercase MakeUppercase MakeLowercase protect relax
  em it bf sc rm sf tt sl itshape bfseries scshape upshape slshape rmfamily sffamily ttfamily mdseries normalfont
  tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge left right big Big bigg Bigg bigl bigr
  limits nolimits displaystyle textstyle scriptstyle cal ensuremath ce cf chem textsl mkbibemph mkbibbold mkbibitalic
  selectlanguage foreignlanguage nocase nocite bibstring ignorespaces unskip leavevmode allowbreak nobreak noindent
  xspace hfill linebreak centering`.split(/\s+/),
);
/** Commands in whose argument `_` and `^` are not text. */
const mathGroups = new Set(['ensuremath', 'ce', 'cf', 'chem']);
/** The meanings of single signs after a backslash, other than themselves. */
const signs: Record<string, string> = {
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

/** An open group, with the state to restore after it. */
interface Group {
  isMath: boolean;
  /** Text that follows it. */
  after: string;
}

/**
 * The text of a BibTeX value: accents and commands become characters, braces vanish, and of formulas the signs remain
 * (`CO$_2$` is CO2). Unknown commands without an argument stay visible. A blank line is a line end.
 */
export function texText(tex: string): string {
  if (!/[\\{}$~\n`'-]/.test(tex)) return tex;
  return new TexReader(tex).read();
}

/** The text of a value that is an address or an identifier, in which TeX has a meaning only if it is escaped. */
export function texVerbatim(tex: string): string {
  return tex
    .replace(/\\url(?![a-zA-Z])/g, '')
    .replace(/\$\\sim\$|\\textasciitilde(?![a-zA-Z])|\\~(?:\{\})?/g, '~')
    .replace(/\\([_%&#$])/g, '$1')
    .replace(/[{}]/g, '')
    .trim();
}

/** Relations and operators, after which a blank in a formula stays if there is one before: `n \geq 5` is n ≥ 5. */
const betweenOperands = /^(?![∂∇∑∏∫∮√∞∀∃¬])\p{Sm}$/u;

class TexReader {
  readonly #tex: string;
  #at = 0;
  readonly #out: string[] = [];
  readonly #groups: Group[] = [];
  #isMath = false;
  /** The place of the `$` that ends the formula. */
  #mathEnd = -1;
  /** Accents for the next letter, outermost first. */
  #accents: string[] = [];
  #isMathNext = false;
  /** Where each group ends; null until it is needed. */
  #ends: ReadonlyMap<number, number> | null = null;
  #afterNext = '';

  constructor(tex: string) {
    this.#tex = tex;
  }

  read(): string {
    const tex = this.#tex;
    const run = /[^\\{}$~\s`'!?^_-]+/y;
    while (this.#at < tex.length) {
      run.lastIndex = this.#at;
      const text = this.#accents.length === 0 ? run.exec(tex)?.[0] : undefined;
      if (text === undefined) this.#step(String.fromCodePoint(tex.codePointAt(this.#at)!));
      else {
        this.#out.push(text);
        this.#at += text.length;
      }
    }
    this.#dropAccents();
    return this.#out.join('').normalize('NFC');
  }

  #step(sign: string): void {
    this.#at += sign.length;
    if (/\s/.test(sign)) this.#blank(sign);
    else if (sign === '\\') this.#command();
    else if (sign === '{') this.#open();
    else if (sign === '}') this.#close();
    else if (sign === '$') this.#dollar();
    else if ((sign === '_' || sign === '^') && this.#isMath) return;
    else if (sign === '~') this.#emit(' ');
    else this.#emit(this.#isMath ? sign : this.#ligature(sign));
  }

  /** An accent skips blanks before its letter. */
  #blank(first: string): void {
    let lines = first === '\n' ? 1 : 0;
    for (let next = this.#tex[this.#at]; next !== undefined && /\s/.test(next); next = this.#tex[this.#at]) {
      if (next === '\n') lines++;
      this.#at++;
    }
    if (this.#accents.length === 0) this.#out.push(lines > 1 ? '\n' : ' ');
  }

  #command(): void {
    const word = /[a-zA-Z]+/y;
    word.lastIndex = this.#at;
    const name = word.exec(this.#tex)?.[0];
    if (name === undefined) this.#sign();
    else {
      this.#at += name.length;
      this.#word(name);
    }
  }

  #sign(): void {
    const code = this.#tex.codePointAt(this.#at);
    if (code === undefined) {
      this.#emit('\\');
      return;
    }
    const sign = String.fromCodePoint(code);
    this.#at += sign.length;
    if (Object.hasOwn(accents, sign)) this.#accents.push(sign);
    else if (sign === '(' || sign === '[') this.#isMath = true;
    else if (sign === ')' || sign === ']') this.#isMath = false;
    else this.#emit(signs[sign] ?? sign);
  }

  #word(name: string): void {
    const symbol = letterCommands.get(name) ?? symbolCommands.get(name);
    if (Object.hasOwn(accents, name)) this.#accents.push(name);
    else if (symbol !== undefined) {
      this.#emit(symbol);
      const before = this.#tex[this.#at - name.length - 2] ?? '';
      if (this.#isMath && betweenOperands.test(symbol) && /\s/.test(before)) return;
    } else if (silent.has(name)) {
      this.#skipGroup();
      return;
    } else if (name === 'url' || name === 'path' || name === 'nolinkurl') {
      this.#emit(texVerbatim(this.#skipGroup()));
      return;
    } else if (name === 'frac' || name === 'tfrac' || name === 'nicefrac' || name === 'sfrac')
      this.#afterNext = '/';
    else if (name === 'enquote') {
      this.#emit('\u201c');
      this.#afterNext = '\u201d';
    } else if (mathGroups.has(name)) this.#isMathNext = true;
    else if (!plain.has(name) && !this.#hasArgument()) {
      this.#emit(`\\${name}`);
      return;
    }
    this.#skipBlanks();
  }

  #hasArgument(): boolean {
    return this.#tex[this.#at] === '{' || this.#tex[this.#at] === '[';
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#tex[this.#at] ?? '')) this.#at++;
  }

  /** Skips the group that begins here, if one does, and returns its text. */
  #skipGroup(): string {
    this.#skipBlanks();
    if (this.#tex[this.#at] !== '{') return '';
    this.#ends ??= groupEnds(this.#tex);
    const end = this.#ends.get(this.#at);
    if (end === undefined) return '';
    const text = this.#tex.slice(this.#at + 1, end);
    this.#at = end + 1;
    return text;
  }

  #open(): void {
    this.#groups.push({ isMath: this.#isMath, after: this.#afterNext });
    if (this.#isMathNext) this.#isMath = true;
    this.#isMathNext = false;
    this.#afterNext = '';
  }

  #close(): void {
    const group = this.#groups.pop();
    if (!group) return;
    this.#dropAccents();
    this.#isMath = group.isMath;
    if (group.after !== '') this.#out.push(group.after);
  }

  #dollar(): void {
    if (this.#at - 1 === this.#mathEnd) this.#isMath = false;
    else if (this.#tex[this.#at] === '$') {
      this.#at++;
      this.#isMath = !this.#isMath;
    } else if (!this.#isMath) this.#beginFormula();
  }

  /** A dollar sign without a partner, or one that with its partner only encloses amounts of money, is text. */
  #beginFormula(): void {
    const end = this.#nextDollar();
    const inner = this.#tex.slice(this.#at, Math.max(end, this.#at));
    const isTight = inner.trim() === inner && !/\d/.test(this.#tex[end + 1] ?? '');
    if (end < 0 || !(isTight || /[\\^_{}]/.test(inner))) {
      this.#emit('$');
      return;
    }
    this.#mathEnd = end;
    this.#isMath = true;
  }

  #nextDollar(): number {
    let end = this.#tex.indexOf('$', this.#at);
    while (end > 0 && this.#tex[end - 1] === '\\') end = this.#tex.indexOf('$', end + 1);
    return end;
  }

  /** Signs that TeX joins: dashes, double quotes and the marks of Spanish. */
  #ligature(sign: string): string {
    const rest = this.#tex.slice(this.#at, this.#at + 2);
    const [length, text] = joined(sign, rest);
    this.#at += length;
    return text;
  }

  #emit(text: string): void {
    if (text === '' || this.#accents.length === 0) {
      this.#out.push(text);
      return;
    }
    const [first = '', ...rest] = text;
    const letter = { ı: 'i', ȷ: 'j' }[first] ?? first;
    const marks = this.#accents.reverse().map((name) => accents[name]!);
    this.#out.push(letter, marks.join(''), rest.join(''));
    this.#accents = [];
  }

  /** Accents without a letter stand alone. */
  #dropAccents(): void {
    this.#out.push(
      this.#accents
        .splice(0)
        .map((name) => bare[name] ?? '')
        .join(''),
    );
  }
}

/** The place of the closing brace for each opening one that has one. */
function groupEnds(tex: string): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: brace, index } of tex.matchAll(/[{}]/g)) {
    if (brace === '{') open.push(index);
    else if (open.length > 0) ends.set(open.pop()!, index);
  }
  return ends;
}

/** The text for a sign and those after it, and how many of these are used. */
function joined(sign: string, rest: string): [number, string] {
  if (sign === '-' && rest === '--') return [2, '\u2014'];
  if (sign === '-' && rest[0] === '-') return [1, '\u2013'];
  if (sign === '`' && rest[0] === '`') return [1, '\u201c'];
  if (sign === "'" && rest[0] === "'") return [1, '\u201d'];
  if (sign === '`') return [0, '\u2018'];
  if (sign === '!' && rest[0] === '`') return [1, '\u00a1'];
  if (sign === '?' && rest[0] === '`') return [1, '\u00bf'];
  return [0, sign];
}
