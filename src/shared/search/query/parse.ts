import { type Token, tokenize } from './tokens.ts';

/** One clause of a query. */
export interface Clause {
  not: boolean;
  /** True if a plus precedes the clause. */
  must: boolean;
  /** As written, including escapes; absent if the clause names no field. */
  field?: Token;
  value: Token | Group;
  start: number;
  end: number;
}

/** Consecutive clauses; `joins[n]` is between clauses n and n + 1, empty if nothing was written. */
export interface Group {
  type: 'group';
  clauses: Clause[];
  joins: ('AND' | 'OR' | '')[];
}

/** The place and reason why the search engine cannot parse a query; the codes are rules of `finding.*`. */
export interface Fault {
  code:
    | 'query-quote-open'
    | 'query-group-open'
    | 'query-group-stray'
    | 'query-group-empty'
    | 'query-operator-dangling'
    | 'query-value-missing'
    | 'query-character-stray'
    | 'query-backslash-dangling'
    | 'query-too-deep';
  token: Token;
}

// Deepest nesting of groups that is parsed; nobody writes that many, and search engines have their own limit.
const deepest = 100;

/** Parses the query into a tree, or returns the first place where the search engine would fail. */
export function parse(
  query: string,
  reading: 'typed' | 'rewritten',
): { group: Group; fault?: undefined } | { group?: undefined; fault: Fault } {
  const parser = new Parser(tokenize(query, reading), query.length);
  try {
    return { group: parser.whole() };
  } catch (error) {
    if (error instanceof Unreadable) return { fault: error.fault };
    throw error;
  }
}

class Unreadable extends Error {
  readonly fault: Fault;
  constructor(code: Fault['code'], token: Token) {
    super(code);
    this.fault = { code, token };
  }
}

class Parser {
  private at = 0;
  private depth = 0;
  private readonly tokens: readonly Token[];
  private readonly length: number;

  constructor(tokens: readonly Token[], length: number) {
    this.tokens = tokens;
    this.length = length;
  }

  whole(): Group {
    if (this.tokens.length === 0) return { type: 'group', clauses: [], joins: [] };
    const group = this.group();
    const rest = this.tokens[this.at];
    if (rest) throw new Unreadable(rest.type === 'close' ? 'query-group-stray' : codeOf(rest), rest);
    return group;
  }

  private group(): Group {
    const group: Group = { type: 'group', clauses: [this.clause()], joins: [] };
    for (let next = this.tokens[this.at]; next && next.type !== 'close'; next = this.tokens[this.at]) {
      const isJoin = next.type === 'and' || next.type === 'or';
      if (isJoin) this.at += 1;
      const clause = this.clause(isJoin ? next : undefined);
      group.joins.push(next.type === 'and' ? 'AND' : next.type === 'or' ? 'OR' : '');
      group.clauses.push(clause);
    }
    return group;
  }

  /** `after` is the operator before the clause, which is dangling if there is no clause. */
  private clause(after?: Token): Clause {
    const first = this.tokens[this.at];
    const not = first?.type === 'not' || first?.type === 'mustNot';
    const sign = not || first?.type === 'must' ? first : undefined;
    if (sign) this.at += 1;
    const named = this.tokens[this.at];
    const field = named?.type === 'field' ? named : undefined;
    if (field) this.at += 1;
    const value = this.value(field, sign ?? after);
    const end = this.tokens[this.at - 1]!.end;
    return { not, must: sign?.type === 'must', value, start: first!.start, end, ...(field && { field }) };
  }

  private value(field: Token | undefined, operator: Token | undefined): Token | Group {
    const token = this.tokens[this.at];
    if (token?.type === 'word' || token?.type === 'phrase' || token?.type === 'range') {
      this.at += 1;
      return token;
    }
    if (token?.type === 'open') return this.inParentheses(token);
    if (token?.type === 'stray') throw new Unreadable(codeOf(token), token);
    if (field) throw new Unreadable('query-value-missing', field);
    if (token?.type === 'field') throw new Unreadable('query-character-stray', token);
    if (operator) throw new Unreadable('query-operator-dangling', operator);
    if (!token) throw new Unreadable('query-group-open', this.lastOpen());
    throw new Unreadable(token.type === 'close' ? this.closeCode() : 'query-operator-dangling', token);
  }

  private inParentheses(open: Token): Group {
    this.at += 1;
    this.depth += 1;
    if (this.depth > deepest) throw new Unreadable('query-too-deep', open);
    const group = this.group();
    if (this.tokens[this.at]?.type !== 'close') throw new Unreadable('query-group-open', open);
    this.at += 1;
    this.depth -= 1;
    return group;
  }

  /** A closing parenthesis in place of a clause: the group is empty, or was never opened. */
  private closeCode(): Fault['code'] {
    return this.tokens[this.at - 1]?.type === 'open' ? 'query-group-empty' : 'query-group-stray';
  }

  private lastOpen(): Token {
    const open = this.tokens.findLast(({ type }) => type === 'open');
    return open ?? { type: 'stray', start: 0, end: this.length, text: '' };
  }
}

function codeOf(token: Token): Fault['code'] {
  if (token.text === '"') return 'query-quote-open';
  if (token.text === '\\') return 'query-backslash-dangling';
  return 'query-character-stray';
}
