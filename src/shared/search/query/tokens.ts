/** A piece of a query; `start` and `end` are UTF-16 offsets. */
export interface Token {
  type:
    | 'word'
    | 'phrase'
    | 'range'
    | 'field'
    | 'open'
    | 'close'
    | 'and'
    | 'or'
    | 'not'
    | 'must'
    | 'mustNot'
    /** A character that is not allowed in this place. */
    | 'stray';
  start: number;
  end: number;
  /** The text as written; for a field, its name without the colon and without a boost. */
  text: string;
}

const bound = '"(?:[^"\\\\]|\\\\[\\s\\S])*"|(?:[^\\s"\\\\[\\]{}]|\\\\[\\s\\S])+';
const space = /[\s\u3000]+/y;
const boost = /\^\d+(?:\.\d+)?/y;
const word = /(?:\\[\s\S]|[^\s\u3000\\()[\]{}":^!])+/y;
// The value directly after a field's colon may contain colons: the directory escapes them.
const value = /(?:\\[\s\S]|[^\s\u3000\\()[\]{}"^!])+/y;
const phrase = /"(?:[^"\\]|\\[\s\S])*"/y;

/** A range such as `[2020 TO 2024]` or `{a TO "b c"}`: opening bracket, both ends, closing bracket. */
export const range = new RegExp(`([[{])\\s*(${bound})\\s+TO\\s+(${bound})\\s*([\\]}])`, 'y');

const operators: readonly (readonly [string, Token['type']])[] = [
  ['&&', 'and'],
  ['||', 'or'],
  ['(', 'open'],
  [')', 'close'],
  ['+', 'must'],
  ['-', 'mustNot'],
  ['!', 'mustNot'],
];

/** `typed`: a value may contain colons (`title:a:b`); `rewritten`: each unescaped one ends a name. */
export function tokenize(query: string, reading: 'typed' | 'rewritten'): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < query.length) {
    const blank = match(space, query, at);
    if (blank) {
      at += blank.length;
      continue;
    }
    const before = tokens.at(-1);
    const isBoost =
      before?.end === at &&
      ['word', 'phrase', 'range', 'close'].includes(before.type) &&
      match(boost, query, at);
    if (isBoost) {
      before.end = at + isBoost.length;
      at = before.end;
      continue;
    }
    const isValue = reading === 'typed' && before?.type === 'field' && before.end === at;
    const token = tokenAt(query, at, isValue);
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function tokenAt(query: string, start: number, isValue: boolean): Token {
  const piece = (type: Token['type'], text: string, end = start + text.length): Token => ({
    type,
    start,
    end,
    text,
  });
  for (const [mark, type] of operators) if (query.startsWith(mark, start)) return piece(type, mark);
  const quotedText = match(phrase, query, start);
  if (quotedText) return piece('phrase', quotedText);
  const between = match(range, query, start);
  if (between) return piece('range', between);
  const text = match(isValue ? value : word, query, start);
  if (!text) return piece('stray', query[start]!);
  const end = start + text.length;
  if (!isValue && query[end] === ':') return piece('field', text, end + 1);
  if (isValue) return piece('word', text);
  return piece(text === 'AND' ? 'and' : text === 'OR' ? 'or' : text === 'NOT' ? 'not' : 'word', text);
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
