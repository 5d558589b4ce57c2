/** A query as a tree. `field` is undefined for a term without one. */
export type QueryNode =
  | { kind: 'and' | 'or'; of: QueryNode[] }
  | { kind: 'not'; of: QueryNode }
  | { kind: 'all' }
  | { kind: 'text'; field: string | undefined; text: string; isPhrase: boolean }
  | { kind: 'pattern'; field: string | undefined; pattern: RegExp }
  | { kind: 'range'; field: string | undefined; from: Bound; to: Bound }
  | { kind: 'exists'; field: string };

/** One end of a range; undefined is open. */
export type Bound = { value: string; isInclusive: boolean } | undefined;

/**
 * Parses the query syntax that users of the directory need: field:value, phrases, AND, OR, NOT, + and -, parentheses,
 * ranges, comparisons, permitted wildcards; AND joins adjacent terms. Throws SyntaxError where an engine would fail.
 */
export function parseQuery(query: string): QueryNode {
  const tokens = tokenize(query);
  if (tokens.length === 0) return { kind: 'and', of: [] };
  const parser = new Parser(tokens);
  const node = parser.alternatives(undefined);
  if (!parser.isAtEnd()) throw new SyntaxError('unexpected end of group');
  return node;
}

type Token =
  | { type: 'word'; raw: string }
  | { type: 'phrase'; text: string }
  | { type: 'range'; raw: string }
  | { type: 'field'; name: string }
  | { type: '(' | ')' | 'AND' | 'OR' | 'NOT' | 'must' | 'mustNot' };

const BOUND = '"(?:[^"\\\\]|\\\\.)*"|(?:[^\\s\\\\\\]}]|\\\\.)+';
const RANGE = new RegExp(`([[{])\\s*(${BOUND})\\s+TO\\s+(${BOUND})\\s*([\\]}])`, 'suy');

// The possible next tokens; a boost such as `^2` changes only the order of hits and is skipped.
const RULES: [RegExp, (match: RegExpExecArray) => Token | undefined][] = [
  [/[\s\u3000]+|(?<=[^\s\u3000])\^\d+(?:\.\d+)?/uy, () => undefined],
  [/[()]/y, ([mark]) => ({ type: mark as '(' | ')' })],
  [/"((?:[^"\\]|\\.)*)"/suy, ([, text]) => ({ type: 'phrase', text: unescaped(text!) })],
  [RANGE, ([raw]) => ({ type: 'range', raw })],
  [/&&|\|\|/y, ([mark]) => ({ type: mark === '&&' ? 'AND' : 'OR' })],
  [/[!+-]/y, ([mark]) => ({ type: mark === '+' ? 'must' : 'mustNot' })],
  [/\/(?:[^/\\]|\\.)*\//suy, ([raw]) => ({ type: 'word', raw })],
  [
    /((?:\\.|[^\s\u3000\\()[\]{}":^/]|(?<=.)\/)+)(:?)/suy,
    ([, word, colon]) => wordToken(word!, colon === ':'),
  ],
];

function tokenize(query: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < query.length; ) {
    const from = at;
    for (const [pattern, meaning] of RULES) {
      pattern.lastIndex = at;
      const match = pattern.exec(query);
      if (!match) continue;
      const token = meaning(match);
      if (token) tokens.push(token);
      at = pattern.lastIndex;
      break;
    }
    if (at === from) throw new SyntaxError(`unexpected character at ${at}`);
  }
  return tokens;
}

function wordToken(word: string, isField: boolean): Token {
  if (isField) return { type: 'field', name: unescaped(word) };
  return word === 'AND' || word === 'OR' || word === 'NOT' ? { type: word } : { type: 'word', raw: word };
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gsu, '$1');
}

class Parser {
  private at = 0;
  private readonly tokens: Token[];

  constructor(tokens: Token[]) {
    this.tokens = tokens;
  }

  isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  alternatives(field: string | undefined): QueryNode {
    const nodes = [this.conjunction(field)];
    while (this.takes('OR')) nodes.push(this.conjunction(field));
    checkClauses(nodes);
    return nodes.length === 1 ? nodes[0]! : { kind: 'or', of: nodes };
  }

  private conjunction(field: string | undefined): QueryNode {
    const nodes = [this.clause(field)];
    for (;;) {
      const isJoined = this.takes('AND');
      const next = this.tokens[this.at]?.type;
      if (!isJoined && (next === undefined || next === ')' || next === 'OR')) break;
      nodes.push(this.clause(field));
    }
    checkClauses(nodes);
    return nodes.length === 1 ? nodes[0]! : { kind: 'and', of: nodes };
  }

  private clause(field: string | undefined): QueryNode {
    if (this.takes('NOT') || this.takes('mustNot')) return { kind: 'not', of: this.clause(field) };
    if (this.takes('must')) return this.clause(field);
    const token = this.tokens[this.at];
    this.at += 1;
    switch (token?.type) {
      case 'field':
        return this.fieldClause(token.name);
      case '(': {
        const inner = this.alternatives(field);
        if (!this.takes(')')) throw new SyntaxError('unclosed group');
        return inner;
      }
      case 'phrase':
        return { kind: 'text', field, text: token.text, isPhrase: true };
      case 'range':
        return rangeNode(field, token.raw);
      case 'word':
        return wordNode(field, token.raw);
      default:
        throw new SyntaxError('term expected');
    }
  }

  private fieldClause(name: string): QueryNode {
    const token = this.tokens[this.at];
    if (name === '_exists_' && token?.type === 'word') {
      this.at += 1;
      return { kind: 'exists', field: unescaped(token.raw) };
    }
    if (token && ['(', 'phrase', 'range', 'word', 'must', 'mustNot'].includes(token.type))
      return this.clause(name);
    throw new SyntaxError('value expected');
  }

  private takes(type: Token['type']): boolean {
    if (this.tokens[this.at]?.type !== type) return false;
    this.at += 1;
    return true;
  }
}

/** The engine's limit (reference/directory-changes.md 2.1). */
const MAX_CLAUSES = 1024;

function checkClauses(nodes: QueryNode[]): void {
  if (nodes.length > MAX_CLAUSES) throw new SyntaxError('too many clauses');
}

function wordNode(field: string | undefined, raw: string): QueryNode {
  const comparison = field === undefined ? null : /^(>=|<=|>|<)(.+)$/su.exec(raw);
  if (comparison) {
    const bound = { value: unescaped(comparison[2]!), isInclusive: comparison[1]!.length === 2 };
    return comparison[1]!.startsWith('>')
      ? { kind: 'range', field, from: bound, to: undefined }
      : { kind: 'range', field, from: undefined, to: bound };
  }
  if (raw === '*') return field === undefined ? { kind: 'all' } : { kind: 'exists', field };
  if (/(?<!\\)[*?]/.test(raw)) return { kind: 'pattern', field, pattern: wildcard(raw) };
  // A fuzzy mark in second position passes the check; matching the term itself is close enough.
  return { kind: 'text', field, text: unescaped(raw.replace(/(?<!\\)~\d*(?:\.\d+)?$/, '')), isPhrase: false };
}

function rangeNode(field: string | undefined, raw: string): QueryNode {
  RANGE.lastIndex = 0;
  const [, open, from, to, close] = RANGE.exec(raw)!;
  return { kind: 'range', field, from: bound(from!, open === '['), to: bound(to!, close === ']') };
}

function bound(text: string, isInclusive: boolean): Bound {
  if (text === '*') return undefined;
  const value = text.startsWith('"') ? text.slice(1, -1) : text;
  return { value: unescaped(value), isInclusive };
}

function wildcard(raw: string): RegExp {
  const source = raw.replace(/\\(.)|([*?])|(.)/gsu, (_, escaped, mark, plain) => {
    if (mark) return mark === '*' ? '.*' : '.';
    return (escaped ?? plain).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  });
  return new RegExp(`^${source}$`, 'isu');
}
