import { doiKey } from '../../article/articleKeys.ts';
import { parseDoi } from '../../text/identifiers.ts';
import { everything } from './features.ts';
import { comparesWholeValues } from './fields.ts';
import { type Clause, type Group, parse } from './parse.ts';
import { escapedTerm, quoted, unescaped } from './text.ts';
import { range, type Token } from './tokens.ts';
import type { Condition } from './types.ts';

/** Escaped; empty without values. Fields are joined by AND or OR, as the directory's rewriting requires. */
export function buildQuery(conditions: readonly Condition[], join: 'AND' | 'OR'): string {
  const clauses = conditions.flatMap((condition) => {
    const value = writeValue(condition);
    if (value === undefined) return [];
    const field = isDoi(condition) ? normalDoi : condition.field;
    return [{ not: condition.not, text: field === '' ? value : `${field}:${value}` }];
  });
  const [only] = clauses;
  if (only && clauses.length === 1) return `${only.not ? 'NOT ' : ''}${withoutParentheses(only)}`;
  return clauses
    .map(({ not, text }) => {
      if (!not) return text;
      // The search engine reads `a OR NOT b` as `a AND NOT b`.
      return join === 'AND' ? `NOT ${text}` : `(${everything} AND NOT ${text})`;
    })
    .join(` ${join} `);
}

/** The field of DOIs in normal form; the short name compares them as the directory stored them. */
const normalDoi = 'index.doi.exact';

function isDoi({ field, how, value }: Condition): boolean {
  return field === 'doi' && how === 'is' && parseDoi(value) !== null;
}

/** A single group of words needs no parentheses, unless the words are negated. */
function withoutParentheses({ not, text }: { not: boolean; text: string }): string {
  return not || !/^\([^"]*[^":]\)$/.test(text) ? text : text.slice(1, -1);
}

function writeValue(condition: Condition): string | undefined {
  const { field, how, value, to = '' } = condition;
  if (isDoi(condition)) return quoted(doiKey(parseDoi(value)!));
  const text = oneLine(value);
  const isWhole = field !== '' && comparesWholeValues(field);
  if (how === 'range') return rangeOf(field, text, oneLine(to));
  if (text.trim() === '') return undefined;
  if (how === 'phrase') return isWhole ? `(${quoted(text)})` : quoted(text);
  if (how === 'is') {
    if (!isWhole) return `(${quoted(text)})`;
    return isPlain(text) ? text : quoted(text);
  }
  return listOf(text.trim().split(/\s+/), isWhole);
}

/**
 * Words in any order. A colon at the end of a query is lost even if escaped, so its word gets parentheses; comparison
 * signs cannot be escaped, so their word is quoted, with a plus to distinguish it from a phrase.
 */
function listOf(words: readonly string[], isWhole: boolean): string {
  const [only = ''] = words;
  if (words.length > 1)
    return `(${words.map((word) => quotedIfNeeded(word) ?? escapedTerm(word)).join(' ')})`;
  const inQuotes = quotedIfNeeded(only);
  if (inQuotes !== undefined) return `(+${inQuotes})`;
  return isWhole || only.endsWith(':') ? `(${escapedTerm(only)})` : escapedTerm(only);
}

function quotedIfNeeded(word: string): string | undefined {
  return /^[<>]/.test(word) ? quoted(word) : undefined;
}

function rangeOf(field: string, from: string, to: string): string | undefined {
  const [low, high] = [from.trim(), to.trim()];
  if (low !== '' && high !== '') return `[${bound(low)} TO ${bound(high)}]`;
  if (field === '' || (low === '' && high === '')) return undefined;
  const comparison = high === '' ? `>=${escapedTerm(low)}` : `<=${escapedTerm(high)}`;
  return comparison.endsWith(':') ? `(${comparison})` : comparison;
}

function bound(value: string): string {
  return isPlain(value) ? value : quoted(value);
}

/** A value that both the search engine and the directory's rewriting take literally. */
function isPlain(value: string): boolean {
  return /^[\p{L}\p{N}_][\p{L}\p{N}._-]*$/u.test(value) && !/^(?:AND|OR|NOT|TO)$/.test(value);
}

/** Replaces line breaks, since a query that contains them never arrives. */
function oneLine(value: string): string {
  return value.replace(/\r?\n|[\r\u2028\u2029]/g, ' ').toWellFormed();
}

/** null if the builder cannot show the query: groups of fields, AND with OR, boosts, wildcards. */
export function readConditions(query: string): { conditions: Condition[]; join: 'AND' | 'OR' } | null {
  const { group } = parse(query, 'typed');
  if (!group || group.clauses.length === 0) return null;
  const join = group.joins.includes('OR') ? 'OR' : 'AND';
  if (join === 'OR' && group.joins.some((one) => one !== 'OR')) return null;
  const conditions: Condition[] = [];
  for (const [index, clause] of group.clauses.entries()) {
    const condition = readClause(query, clause, join);
    if (!condition) return null;
    const before = conditions.at(-1);
    if (before && isOneText(before, condition) && group.joins[index - 1] === '') {
      before.value += ` ${condition.value}`;
    } else conditions.push(condition);
  }
  return { conditions, join };
}

/** Consecutive words without a field are one condition. */
function isOneText(before: Condition, next: Condition): boolean {
  return [before, next].every(({ field, how, not }) => field === '' && how === 'words' && !not);
}

function readClause(query: string, clause: Clause, join: 'AND' | 'OR'): Condition | null {
  const negated = join === 'OR' ? negatedWithin(query, clause) : undefined;
  const { not, field: name, value } = negated ?? clause;
  if (join === 'OR' && (clause.must || (not && !negated))) return null;
  const written = name ? unescaped(name.text) : '';
  const field = written === normalDoi ? 'doi' : written;
  const isWhole = field !== '' && comparesWholeValues(field);
  if (value.type === 'group') return readGroup(field, not, value, isWhole);
  if (value.end !== value.start + value.text.length) return null;
  if (value.type === 'range') return readRange(field, not, value);
  const text = unescaped(value.type === 'phrase' ? value.text.slice(1, -1) : value.text);
  if (value.type === 'phrase') return { field, how: isWhole ? 'is' : 'phrase', value: text, not };
  if (/(?<!\\)[*?~]/.test(value.text)) return null;
  const comparison = asComparison(field, not, value.text);
  if (comparison !== undefined) return comparison;
  return { field, how: isWhole ? 'is' : 'words', value: text, not };
}

/** The clause after NOT in `(<everything> AND NOT field:value)`, which represents a negation among alternatives. */
function negatedWithin(query: string, { field, value }: Clause): Clause | undefined {
  if (field || value.type !== 'group' || value.clauses.length !== 2 || value.joins[0] !== 'AND')
    return undefined;
  const [all, rest] = value.clauses;
  return query.slice(all!.start, all!.end) === everything && rest!.not ? rest : undefined;
}

/** `>=2010` and `<=2010` after a field; null for `>` and `<`, which the builder does not have. */
function asComparison(field: string, not: boolean, text: string): Condition | null | undefined {
  const parts = field === '' ? null : /^([<>])(=?)([\s\S]+)$/.exec(text);
  if (!parts) return undefined;
  if (parts[2] === '') return null;
  const end = unescaped(parts[3]!);
  const ends = parts[1] === '>' ? { value: end, to: '' } : { value: '', to: end };
  return { field, how: 'range', not, ...ends };
}

function readRange(field: string, not: boolean, token: Token): Condition | null {
  range.lastIndex = 0;
  const [, open, from, to, close] = range.exec(token.text)!;
  if (open !== '[' || close !== ']' || from === '*' || to === '*') return null;
  return { field, how: 'range', value: boundText(from!), to: boundText(to!), not };
}

function boundText(text: string): string {
  return unescaped(text.startsWith('"') ? text.slice(1, -1) : text);
}

/** Several words, or a phrase in parentheses that distinguish it from another comparison. */
function readGroup(field: string, not: boolean, group: Group, isWhole: boolean): Condition | null {
  const tokens: Token[] = [];
  let hasPlus = false;
  for (const { not: isNot, must, field: inner, value } of group.clauses) {
    if (isNot || inner || value.type === 'group' || value.type === 'range') return null;
    if (value.end !== value.start + value.text.length) return null;
    tokens.push(value);
    hasPlus ||= must;
  }
  if (group.joins.some((join) => join === 'OR')) return null;
  const [first] = tokens;
  if (tokens.length === 1 && first!.type === 'phrase' && !hasPlus) {
    const text = unescaped(first!.text.slice(1, -1));
    return { field, how: isWhole ? 'phrase' : 'is', value: text, not };
  }
  const comparison = tokens.length === 1 ? asComparison(field, not, first!.text) : undefined;
  if (comparison !== undefined) return comparison;
  const words = tokens.map(wordOf);
  if (words.includes(undefined)) return null;
  return { field, how: 'words', value: words.join(' '), not };
}

/** A word of a list, as written or quoted because of a comparison sign. */
function wordOf({ type, text }: Token): string | undefined {
  const isWord = type === 'word' && !/(?<!\\)[*?~]/.test(text);
  if (isWord) return unescaped(text);
  const inner = type === 'phrase' ? unescaped(text.slice(1, -1)) : '';
  return inner !== '' && !/\s/.test(inner) ? inner : undefined;
}
