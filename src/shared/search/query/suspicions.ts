import { fieldRemarks } from './fieldRemarks.ts';
import { knownField } from './fields.ts';
import type { Rewritten } from './rewrite.ts';
import { colonEdit, unescaped } from './text.ts';
import { type Token, tokenize } from './tokens.ts';
import type { Edit, QueryContext, Remark } from './types.ts';

/**
 * Reports what is silently misread: fields not joined by AND or OR, operators in lower case, colons and blanks before
 * them, short names in phrases, unknown fields, dashes (reference/directory-api.md 3.2, 3.3).
 */
export function suspicions(query: string, context: QueryContext, rewritten: Rewritten): Remark[] {
  const tokens = tokenize(query, 'typed');
  return tokens.flatMap((token, index) => {
    const before = tokens[index - 1];
    switch (token.type) {
      case 'field':
        return fieldToken(query, tokens, index, context, rewritten);
      case 'word':
        return word(query, tokens, index, before, rewritten);
      case 'phrase':
        return phrase(token, rewritten);
      case 'must':
      case 'mustNot':
        return sign(query, token, tokens[index + 1]);
      case 'stray':
        return token.text === ':' ? strayColon(query, token, before, tokens[index + 1], context) : [];
      default:
        return [];
    }
  });
}

function fieldToken(
  query: string,
  tokens: readonly Token[],
  index: number,
  context: QueryContext,
  { escaped }: Rewritten,
): Remark[] {
  const token = tokens[index]!;
  const name = unescaped(token.text);
  const colon = token.end - 1;
  const isValue = knownField(name, context.kind) === null && name !== '_exists_' && !looksLikeField(name);
  if (name === '*') return [];
  if (isValue) return [valueColon(query, token, [colon])];
  const remarks = fieldRemarks(token, tokens.slice(index + 1), context, query);
  if (!escaped.has(colon)) return remarks;
  const edits = joinEdits(query, tokens, index);
  return [
    {
      code: 'query-needs-and',
      severity: 'warning',
      start: token.start,
      end: token.end,
      params: { field: name },
      ...(edits && { edits }),
    },
    ...remarks,
  ];
}

/** A name such as `year` or `bibjson.author.name`, as opposed to part of an address or a time. */
function looksLikeField(name: string): boolean {
  return (
    /^[a-z_]+(?:\.[a-z_]+)+$/i.test(name) ||
    (/^[a-z_]{2,}$/i.test(name) && !/^(?:https?|ftp|urn|info|hdl|mailto)$/i.test(name))
  );
}

/** Joins the clause that begins with the field to the clause before it; nothing if it is inside a field's group. */
function joinEdits(query: string, tokens: readonly Token[], index: number): Edit[] | undefined {
  let first = index;
  for (let before = tokens[first - 1]; before; before = tokens[first - 1]) {
    if (!['open', 'not', 'must', 'mustNot'].includes(before.type)) break;
    first -= 1;
  }
  const before = tokens[first - 1];
  if (!before || before.type === 'field') return undefined;
  const to = tokens[first]!.start;
  const isWord = before.type === 'word' && /^(?:and|or)$/i.test(before.text);
  if (before.type !== 'and' && before.type !== 'or' && !isWord) {
    return [{ start: before.end, end: to, text: ' AND ' }];
  }
  const operator = before.type === 'or' || before.text.toLowerCase() === 'or' ? 'OR' : 'AND';
  const from = tokens[first - 2]?.end ?? before.start;
  const edit = { start: from, end: to, text: ` ${operator} ` };
  return query.slice(from, to) === edit.text ? undefined : [edit];
}

function word(
  query: string,
  tokens: readonly Token[],
  index: number,
  before: Token | undefined,
  { escaped }: Rewritten,
): Remark[] {
  const token = tokens[index]!;
  const isValue = before?.type === 'field' && before.end === token.start;
  if (isValue) {
    const colons = [...token.text.matchAll(/(?<!\\):/g)].map((match) => token.start + match.index);
    const isHarmless = colons.every((at) => escaped.has(at));
    return colons.length === 0 ? [] : [valueColon(query, token, colons, isHarmless)];
  }
  if (!/^(?:and|or|not)$/i.test(token.text)) return [];
  const next = tokens[index + 1];
  const joins = /^not$/i.test(token.text) ? next !== undefined : before !== undefined && next !== undefined;
  if (!joins || next?.type === 'close' || before?.type === 'field') return [];
  const text = token.text.toUpperCase();
  return [
    {
      code: 'query-small-operator',
      severity: 'warning',
      start: token.start,
      end: token.end,
      params: { word: token.text, operator: text },
      edits: [{ start: token.start, end: token.end, text }],
    },
  ];
}

function valueColon(query: string, token: Token, colons: readonly number[], isHarmless = false): Remark {
  return {
    code: isHarmless ? 'query-colon-in-value' : 'query-colon-as-field',
    severity: 'warning',
    start: token.start,
    end: token.end,
    params: { part: token.text },
    edits: colons.map((at) => colonEdit(query, at)),
  };
}

/** A phrase in which the directory replaces a short name or doubles a colon. */
function phrase(token: Token, { replaced, doubled }: Rewritten): Remark[] {
  const isWithin = (at: number) => at > token.start && at < token.end;
  const names = replaced.filter(({ start }) => isWithin(start));
  const colons = [...names.map(({ end }) => end), ...[...doubled].filter(isWithin)];
  if (colons.length === 0) return [];
  return [
    {
      code: names.length > 0 ? 'query-short-name-in-phrase' : 'query-colon-in-phrase',
      severity: 'warning',
      start: token.start,
      end: token.end,
      params: { phrase: token.text },
      edits: colons.map((at) => ({ start: at, end: at, text: '\\' })),
    },
  ];
}

/** A dash or plus between blanks, which the search engine does not read as a dash. */
function sign(query: string, token: Token, next: Token | undefined): Remark[] {
  if (!next || next.start === token.end) return [];
  return [
    {
      code: token.type === 'mustNot' ? 'query-dash-excludes' : 'query-plus-requires',
      severity: 'warning',
      start: token.start,
      end: token.end,
      params: { sign: query.slice(token.start, token.end) },
      edits: [{ start: token.start, end: next.start, text: '' }],
    },
  ];
}

/** A colon after a blank, a quotation mark or a bracket: the name before it is not recognised. */
function strayColon(
  query: string,
  token: Token,
  before: Token | undefined,
  next: Token | undefined,
  { kind }: QueryContext,
): Remark[] {
  const name = before?.type === 'phrase' ? unescaped(before.text.slice(1, -1)) : (before?.text ?? '');
  const isName =
    before !== undefined &&
    next !== undefined &&
    ['word', 'phrase'].includes(before.type) &&
    knownField(name, kind) !== null;
  const edit = isName
    ? { start: before.start, end: token.end, text: `${name}:` }
    : colonEdit(query, token.start);
  return [
    {
      code: 'query-blank-before-colon',
      severity: 'warning',
      start: isName ? before.start : token.start,
      end: token.end,
      params: { part: query.slice(isName ? before.start : token.start, token.end) },
      edits: [edit],
    },
  ];
}
