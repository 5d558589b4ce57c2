import { exponent, lowered, raised, settleScripts } from '../scripts.ts';
import { base, binomial, fraction, root, withMark } from './terms.ts';
import {
  accents,
  bare,
  letterCommands,
  mathGroups,
  matrixBrackets,
  plain,
  sameAs,
  signs,
  silent,
  symbolCommands,
} from './texCommands.ts';
import { numberText, romanNumeral, unitText } from './texUnits.ts';

/** An open group, with the state to restore after it. */
interface Group {
  isMath: boolean;
  /** Where it begins in the source, and in the text. */
  at: number;
  from: number;
  /** Text that follows it. */
  after: string;
}

/**
 * The text of a BibTeX value: accents and commands become characters, braces vanish, and formulas become one line
 * (`CO$_2$` is CO2, `10$^3$` 10³, `\frac{a}{b}` a/b). Unknown commands stay visible. A blank line is a line end.
 */
export function texText(tex: string): string {
  if (!/[\\{}$~\n`'-]/.test(tex)) return tex;
  return settleScripts(new TexReader(tex).read());
}

/** Returns true for a command, without its backslash, that becomes text. */
export function isKnownCommand(name: string): boolean {
  return TexReader.knows(name);
}

/** A formula in TeX, with or without its dollar signs or the document around it; with signs of levels. */
export function texFormula(tex: string): string {
  const body = documentBody(tex);
  const inner = body
    .trim()
    .replace(/^\\[[(]|\\[\])]$/g, '')
    .replace(/^\${1,2}([^$]*)\${1,2}$/, '$1');
  return new TexReader(inner, true).read().replace(/\s+/g, ' ').trim();
}

function documentBody(tex: string): string {
  const begin = tex.indexOf('\\begin{document}');
  const end = tex.indexOf('\\end{document}', begin);
  return begin < 0 || end < 0 ? tex : tex.slice(begin + '\\begin{document}'.length, end);
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

/** An exponent behind a group; not the charge of an ion, which belongs to a name as a whole. */
const power = /^\s*\^(?!\s*\{?\s*(?:\d*[+-]|\\prime|[*'}]))/;

/** Longer ones would be joined once for each group around them. */
const maxBase = 2_000;

const word =
  /(?:\\(?:text[a-z]*|mathrm|mathit|operatorname|mbox)\s*\{[a-zA-Z]+|\{\\(?:(?:rm|it|sf)\s+)?[a-zA-Z]+)\}\}?$/;

/** Deeper parts of formulas stay as they are. */
const maxDepth = 12;

/** Commands around an environment: true for the one before it. */
const environmentEdges: Record<string, boolean> = { begin: true, end: false };

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
  /** The number of open tables in a formula. */
  #rows = 0;
  readonly #depth: number;

  constructor(tex: string, isMath = false, depth = 0) {
    this.#tex = tex;
    this.#isMath = isMath;
    this.#depth = depth;
  }

  read(): string {
    const tex = this.#tex;
    const run = /[^\\{}$~\s`'!?^_&-]+/y;
    while (this.#at < tex.length) {
      run.lastIndex = this.#at;
      const text = this.#accents.length === 0 ? run.exec(tex)?.[0] : undefined;
      if (text === undefined) this.#step(String.fromCodePoint(tex.codePointAt(this.#at)!));
      else {
        this.#at += text.length;
        this.#out.push(this.#isMath ? this.#blankBefore(text) + text : text);
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
    else if ((sign === '_' || sign === '^') && this.#isMath)
      this.#emit(sign === '^' ? exponent(this.#readArgument()) : lowered(this.#readArgument()));
    else if (sign === '&' && this.#rows > 0) this.#separate(', ');
    else if (sign === '~') this.#emit(this.#isTie() ? ' ' : sign);
    else this.#emit(this.#isMath ? sign : this.#ligature(sign));
  }

  /** A tie joins two words; in front of one only, people mean "about": `fell by ~50%`. */
  #isTie(): boolean {
    if (this.#isMath) return true;
    const isBehindWord = /[^\s([]/.test(this.#tex[this.#at - 2] ?? '');
    return isBehindWord || !/[^\\~}]/.test(this.#tex[this.#at] ?? '');
  }

  /** A command has used up the blank before a relation; one that is behind it is there before it, too. */
  #blankBefore(text: string): string {
    const isApart =
      /^[=<>](?:$|\s)/.test(text + (this.#tex[this.#at] ?? '')) && !/\s$/.test(this.#out.at(-1) ?? ' ');
    return isApart ? ' ' : '';
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
    else if (sign === '\\' && this.#rows > 0) this.#separate('; ');
    else if (sign === '(' || sign === '[') this.#isMath = true;
    else if (sign === ')' || sign === ']') this.#isMath = false;
    else this.#emit(signs[sign] ?? sign);
  }

  #word(name: string): void {
    const symbol = letterCommands.get(name) ?? symbolCommands.get(name);
    const written = sameAs.get(name) ?? name;
    const writer = Object.hasOwn(TexReader.#writers, written) ? TexReader.#writers[written] : undefined;
    if (Object.hasOwn(accents, name)) this.#accents.push(name);
    else if (symbol !== undefined) {
      this.#emit(symbol);
      const before = this.#tex[this.#at - name.length - 2] ?? '';
      // The name of a function stays apart from what it is of.
      if (/^[a-z]{2}/i.test(symbol) || (this.#isMath && betweenOperands.test(symbol) && /\s/.test(before)))
        return;
    } else if (silent.has(name)) {
      this.#skipGroup();
      return;
    } else if (name === 'url' || name === 'path' || name === 'nolinkurl') {
      this.#emit(texVerbatim(this.#skipGroup()));
      return;
    } else if (writer !== undefined) {
      this.#emit(writer(this));
      return;
    } else if (name === 'enquote' || name === 'mkbibquote' || name === 'textquote') {
      this.#emit('\u201c');
      this.#afterNext = '\u201d';
    } else if (Object.hasOwn(environmentEdges, name)) {
      this.#environment(environmentEdges[name]!, this.#skipGroup());
      return;
    } else if (mathGroups.has(name)) this.#isMathNext = true;
    else if (!plain.has(name)) {
      this.#emit(`\\${name}`);
      if (this.#tex[this.#at] === '{') {
        this.#emit('{');
        this.#afterNext = '}';
      }
      return;
    }
    this.#skipBlanks();
    // `\left.` is an invisible bracket.
    if ((name === 'left' || name === 'right') && this.#tex[this.#at] === '.') this.#at++;
  }

  /** Commands that are written with their arguments. */
  static readonly #writers: Readonly<Record<string, (tex: TexReader) => string>> = {
    frac: (tex) => {
      const above = tex.#readArgument();
      return fraction(above, tex.#readArgument(), tex.#isBehindWord());
    },
    binom: (tex) => binomial(tex.#readArgument(), tex.#readArgument()),
    sqrt: (tex) => tex.#root(),
    overline: (tex) => withMark(tex.#readArgument(), '\u0305'),
    underline: (tex) => (tex.#isMath ? withMark(tex.#readArgument(), '\u0332') : tex.#readArgument()),
    textsuperscript: (tex) => raised(tex.#readArgument()),
    textsubscript: (tex) => lowered(tex.#readArgument()),
    overset: (tex) => tex.#overset(raised),
    underset: (tex) => tex.#overset(lowered),
    pmod: (tex) => ` (mod ${tex.#readArgument()})`,
    not: (tex) => `${tex.#readArgument()}\u0338`,
    romannumeral: (tex) => romanNumeral(tex.#readNumber()),
    uppercase: (tex) => tex.#readArgument().toUpperCase(),
    lowercase: (tex) => tex.#readArgument().toLowerCase(),
    num: (tex) => numberText(tex.#skipOption().#readArgument()),
    ang: (tex) => `${tex.#skipOption().#readArgument()}°`,
    SI: (tex) => tex.#quantity(),
    si: (tex) => tex.#skipOption().#unit(),
  };

  static knows(name: string): boolean {
    return (
      [letterCommands, symbolCommands, silent, plain, mathGroups].some((known) => known.has(name)) ||
      [accents, environmentEdges, TexReader.#writers].some((known) => Object.hasOwn(known, name)) ||
      /^(?:url|path|nolinkurl|enquote|mkbibquote|textquote)$/.test(name) ||
      sameAs.has(name)
    );
  }

  #root(): string {
    this.#skipBlanks();
    const index = /\[([^\][]*)\]/y;
    index.lastIndex = this.#at;
    const found = index.exec(this.#tex);
    if (found) this.#at += found[0].length;
    const degree = this.#read(found?.[1] ?? '');
    return root(this.#readArgument(), degree, this.#isBehindWord());
  }

  #overset(level: (text: string) => string): string {
    const script = level(this.#readArgument());
    return base(this.#readArgument()) + script;
  }

  #skipOption(): this {
    const option = /\s*\[[^\][]*\]/y;
    option.lastIndex = this.#at;
    this.#at += option.exec(this.#tex)?.[0].length ?? 0;
    return this;
  }

  #unit(): string {
    this.#skipBlanks();
    return unitText(this.#skipGroup(), (tex) => this.#read(tex));
  }

  /** A number with its unit, as the package siunitx writes them. */
  #quantity(): string {
    return `${numberText(this.#skipOption().#readArgument())} ${this.#unit()}`.trim();
  }

  #readNumber(): string {
    const number = /\s*(?:\{\s*)?(\d{1,4})\s*\}?/y;
    number.lastIndex = this.#at;
    const found = number.exec(this.#tex);
    if (found)
      this.#at += found[0].startsWith('{') ? found[0].length : found[0].trimEnd().replace(/\}$/, '').length;
    return found?.[1] ?? '';
  }

  /** The text of the next group, command or sign. */
  #readArgument(): string {
    this.#skipBlanks();
    const from = this.#at;
    const sign = this.#tex[from];
    if (sign === undefined || sign === '}' || sign === '$') return '';
    if (sign === '{') return this.#read(this.#skipGroup());
    if (sign !== '\\') {
      const character = String.fromCodePoint(this.#tex.codePointAt(from)!);
      this.#at += character.length;
      return character;
    }
    const command = /\\(?:[a-zA-Z]+|[\s\S])/y;
    command.lastIndex = from;
    const word = command.exec(this.#tex)?.[0] ?? sign;
    this.#at += word.length;
    const hasArguments = symbolCommands.get(word.slice(1)) === undefined || word === '\\sqrt';
    while (hasArguments && /^[a-zA-Z]/.test(word.slice(1)) && this.#tex[this.#at] === '{') {
      const before = this.#at;
      this.#skipGroup();
      if (this.#at === before) break;
    }
    return this.#read(this.#tex.slice(from, this.#at));
  }

  /** A part of a formula or text by itself; deeply nested parts stay as they are. */
  #read(tex: string): string {
    return this.#depth >= maxDepth ? tex : new TexReader(tex, this.#isMath, this.#depth + 1).read();
  }

  /** Cells of a table are separated by commas, its rows by semicolons. */
  #environment(isBegin: boolean, name: string): void {
    if (!/matrix|array|cases|aligned|split|gathered/.test(name)) return;
    const column = /\s*\{[lcr|@{}\s]*\}/y;
    column.lastIndex = this.#at;
    if (isBegin && name === 'array') this.#at += column.exec(this.#tex)?.[0].length ?? 0;
    this.#rows += isBegin ? 1 : this.#rows > 0 ? -1 : 0;
    const [open, close] = matrixBrackets.get(name) ?? ['', ''];
    if (isBegin) {
      this.#emit(open);
      this.#skipBlanks();
    } else this.#separate(close);
  }

  /** A sign between cells of a table, without the blanks around it. */
  #separate(sign: string): void {
    if (this.#out.at(-1) === ' ') this.#out.pop();
    this.#emit(sign);
    this.#skipBlanks();
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
    this.#groups.push({ isMath: this.#isMath, at: this.#at, from: this.#out.length, after: this.#afterNext });
    if (this.#isMathNext) this.#isMath = true;
    this.#isMathNext = false;
    this.#afterNext = '';
  }

  #close(): void {
    const group = this.#groups.pop();
    if (!group) return;
    this.#dropAccents();
    this.#isMath = group.isMath;
    const isBase = this.#isMath && power.test(this.#tex.slice(this.#at, this.#at + 9));
    if (isBase && this.#at - group.at < maxBase && !this.#isBehindWord())
      this.#out.push(base(this.#out.splice(group.from).join(''), true));
    if (group.after !== '') this.#out.push(group.after);
  }

  /** True behind a group that is a word, whose letters are no product: `\text{rate}`, `{\sin}`. */
  #isBehindWord(): boolean {
    return word.test(this.#tex.slice(Math.max(0, this.#at - 60), this.#at));
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
