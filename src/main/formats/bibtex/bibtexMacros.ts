import { isKnownCommand } from '../../../shared/text/tex/texText.ts';

interface Macro {
  parameters: number;
  /** The first argument if it is left out; null if it must not be. */
  defaultArgument: string | null;
  body: string;
}

const definition =
  /\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand|[egx]?def|let)(?![a-zA-Z])\*?\s*(?:\{\s*\\([a-zA-Z]+)\s*\}|\\([a-zA-Z]+))/g;
/** Commands that place characters on paper: their result is no text. */
const layout =
  /\\(?:setbox|hbox|vbox|ooalign|lower|raise|kern|accent|char|hskip|hss|unhbox|unhcopy|copy|if[a-z]*|csname|catcode|write|input|futurelet|special)(?![a-zA-Z])/;
const maxMacros = 1_000;
const maxBody = 5_000;
/** Characters that macros may add to one value, and how deep they may use each other. */
const maxAdded = 100_000;
const maxUses = 5_000;
/** Characters of an argument; where the braces do not match, the whole rest would be one. */
const maxArgument = 5_000;
const maxDepth = 20;

/** Commands for journals in the files of the Astrophysics Data System, which no file defines. */
const journals = new Map(
  `aj The Astronomical Journal|apj The Astrophysical Journal|apjl The Astrophysical Journal Letters
apjs The Astrophysical Journal Supplement Series|mnras Monthly Notices of the Royal Astronomical Society
aap Astronomy and Astrophysics|aaps Astronomy and Astrophysics Supplement Series|aapr The Astronomy and Astrophysics Review
araa Annual Review of Astronomy and Astrophysics|nat Nature|prd Physical Review D|prl Physical Review Letters
pasp Publications of the Astronomical Society of the Pacific|pasj Publications of the Astronomical Society of Japan
pasa Publications of the Astronomical Society of Australia|solphys Solar Physics|ssr Space Science Reviews
planss Planetary and Space Science|jgr Journal of Geophysical Research|grl Geophysical Research Letters
jcap Journal of Cosmology and Astroparticle Physics|apss Astrophysics and Space Science|icarus Icarus
rmxaa Revista Mexicana de Astronomía y Astrofísica|ao Applied Optics`
    .split(/[|\n]/)
    .map((line): [string, Macro] => {
      const [name = '', ...words] = line.split(' ');
      return [name, { parameters: 0, defaultArgument: null, body: words.join(' ') }];
    }),
);

/** The commands that a file defines for its own values, in `@preamble`. */
export class BibtexMacros {
  readonly #macros = new Map<string, Macro>();

  /** Learns the definitions in a text. A command whose meaning is known keeps it. */
  define(tex: string): void {
    definition.lastIndex = 0;
    for (let found = definition.exec(tex); found; found = definition.exec(tex)) {
      const name = found[1] ?? found[2]!;
      const cursor = new TexCursor(tex, definition.lastIndex);
      const macro = /^\\let/.test(found[0]) ? alias(cursor) : definedBy(found[0], cursor);
      definition.lastIndex = Math.max(cursor.at, definition.lastIndex);
      const isUsable = macro !== null && macro.body.length <= maxBody && !layout.test(macro.body);
      if (isUsable && !isKnownCommand(name) && this.#macros.size < maxMacros) this.#macros.set(name, macro);
    }
  }

  /** A value with what its commands stand for. */
  expand(tex: string): string {
    if (!tex.includes('\\')) return tex;
    return this.#expand(tex, { characters: maxAdded, uses: maxUses }, 0);
  }

  #expand(tex: string, budget: { characters: number; uses: number }, depth: number): string {
    if (depth > maxDepth || !tex.includes('\\')) return tex;
    let text = '';
    let from = 0;
    const command = /\\([a-zA-Z]+|[\s\S])/g;
    for (let found = command.exec(tex); found; found = command.exec(tex)) {
      const macro = this.#macros.get(found[1]!) ?? journals.get(found[1]!);
      if (!macro) continue;
      const cursor = new TexCursor(tex, command.lastIndex);
      const filled = fill(macro, cursor);
      budget.characters -= filled.length;
      if (budget.characters < 0 || --budget.uses < 0) break;
      text += tex.slice(from, found.index) + this.#expand(filled, budget, depth + 1);
      from = cursor.at;
      command.lastIndex = from;
    }
    return text + tex.slice(from);
  }
}

/** `[2][default]{... #1 ... #2}` of `\newcommand`, or `#1#2{...}` of `\def`. */
function definedBy(command: string, cursor: TexCursor): Macro | null {
  if (/^\\[egx]?def/.test(command)) {
    const parameters = (cursor.take(/\s*((?:#\d)*)\s*/y)?.[1] ?? '').length / 2;
    const body = cursor.group();
    return body === null ? null : { parameters, defaultArgument: null, body };
  }
  const parameters = Number(cursor.take(/\s*\[(\d)\]/y)?.[1] ?? 0);
  const defaultArgument = cursor.take(/\s*\[([^\][]*)\]/y)?.[1] ?? null;
  const body = cursor.group();
  return body === null ? null : { parameters, defaultArgument, body };
}

/** `\let\a=\b`. */
function alias(cursor: TexCursor): Macro | null {
  const body = cursor.take(/\s*(?:=\s*)?(\\(?:[a-zA-Z]+|\S)|\S)/y)?.[1];
  return body === undefined ? null : { parameters: 0, defaultArgument: null, body };
}

/** The body with the arguments that follow the command. */
function fill({ parameters, defaultArgument, body }: Macro, cursor: TexCursor): string {
  const args: string[] = [];
  if (defaultArgument !== null) args.push(cursor.take(/\s*\[([^\][]*)\]/y)?.[1] ?? defaultArgument);
  while (args.length < parameters) args.push(cursor.argument());
  // A blank after a command without arguments only ends its name.
  if (args.length === 0) cursor.take(/(?:\{\}|\s)/y);
  return body.replace(/#(\d)/g, (_, place: string) => args[Number(place) - 1] ?? '');
}

class TexCursor {
  at: number;
  readonly #tex: string;

  constructor(tex: string, at: number) {
    this.#tex = tex;
    this.at = at;
  }

  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#tex);
    if (found) this.at += found[0].length;
    return found;
  }

  /** What the next pair of braces holds; null if there is none. */
  group(): string | null {
    this.take(/\s+/y);
    if (this.#tex[this.at] !== '{') return null;
    const sign = /\\[\s\S]|[{}]/g;
    sign.lastIndex = this.at;
    let depth = 0;
    for (let found = sign.exec(this.#tex); found; found = sign.exec(this.#tex)) {
      if (found.index - this.at > maxArgument) break;
      if (found[0] === '{') depth++;
      else if (found[0] === '}' && --depth === 0) {
        const body = this.#tex.slice(this.at + 1, found.index);
        this.at = sign.lastIndex;
        return body;
      }
    }
    return null;
  }

  /** The next group, command or sign. */
  argument(): string {
    return this.group() ?? this.take(/\\(?:[a-zA-Z]+|[\s\S])|[^\s{}\\]/y)?.[0] ?? '';
  }
}
