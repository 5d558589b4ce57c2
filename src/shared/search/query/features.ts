import type { Dialect } from '../../directory/account.ts';
import { dialects } from '../../directory/dialects.ts';
import { quoted } from './text.ts';
import type { Edit, QueryContext, Remark } from './types.ts';

// Finds every record without using a star: each has a date.
export const everything = 'created_date:[1000-01-01 TO 9999-12-31]';

/**
 * Finds wildcards, fuzzy and proximity searches and regular expressions (reference/directory-api.md 3.1;
 * reference/dialects.md): an error if the directory refuses them, a warning if only the documented rule does. The check
 * sees a backslash before a first slash.
 */
export function disabledSyntax(
  query: string,
  { dialect, wildcards }: Pick<QueryContext, 'dialect' | 'wildcards'>,
): Remark[] {
  const shift = query.startsWith('/') ? 1 : 0;
  const allowsInside = wildcards === 'not-first';
  const remarks: Remark[] = allowsInside ? firstSign(query) : [];
  const ranges = openRanges(query);
  for (const mark of marks(query)) {
    const isWildcard = mark.text !== '~';
    const isDocumented = refusesAll(dialect) && mark.text !== '?' && isUnescaped(query, mark);
    const isDeployed =
      allowsInside && isWildcard ? mark.start === 0 && /^[*?]./su.test(query) : isCaught(query, mark, shift);
    const isRefused = isDocumented || isDeployed;
    if (allowsInside && isWildcard && !isRefused) continue;
    const around = ranges.find(({ start, end }) => mark.start >= start && mark.end <= end);
    remarks.push(
      around ? { ...around, severity: isRefused ? 'error' : 'warning' } : remarkOn(query, mark, isRefused),
    );
  }
  return [...merged(remarks), ...regularExpressions(query, dialect)];
}

/**
 * Returns true if the directory as deployed accepts the query as it is sent: its two patterns look back over two
 * characters. A server that allows wildcards refuses only those at the very start, and some other signs there
 * (reference/directory-changes.md 4.1, #2614).
 */
export function passesDeployedCheck(sent: string, wildcards: QueryContext['wildcards'] = 'refused'): boolean {
  if (wildcards === 'not-first') return !/^[*?.+]./su.test(sent) && !/[^\n][^\\]~/u.test(sent);
  return !/[^\n][^\\][?*~]/u.test(sent);
}

/** Returns true if the directory refuses all such syntax, as documented. */
function refusesAll(dialect: Dialect): boolean {
  return dialects[dialect].disabledSyntax === 'documented';
}

/** Reports a plus or a full stop at the very start, which a server that allows wildcards takes for one. */
function firstSign(query: string): Remark[] {
  const [, sign] = /^([+.])./su.exec(query) ?? [];
  if (sign === undefined) return [];
  return [
    {
      code: 'query-first-sign',
      severity: 'error',
      start: 0,
      end: 1,
      params: { part: sign },
      edits: [{ start: 0, end: 1, text: sign === '+' ? '' : '\\.' }],
    },
  ];
}

/** Number of characters searched backwards for a field's name: longer than any name, and short enough for a query of many stars. */
const maxNameLength = 200;

interface Mark {
  start: number;
  end: number;
  /** `*`, `?` or `~`: a run of wildcards counts as its first character. */
  text: '*' | '?' | '~';
}

/** Every run of wildcards and every tilde that is not escaped; an even number of backslashes escapes nothing. */
function marks(query: string): Mark[] {
  return [
    ...query.matchAll(/^\s*\*:\*\s*$|(?<=(?<!\\)(?:\\\\)*)[*?]+|(?<=(?<!\\)(?:\\\\)*)~+(?:\d+(?:\.\d+)?)?/g),
  ].map(({ index, 0: text }) => ({
    start: index,
    end: index + text.length,
    text: text.startsWith('~') ? '~' : text.includes('*') ? '*' : '?',
  }));
}

/**
 * Two characters before the mark, the first not a line break and the second not a backslash (addenda 3.1). Only a line
 * break at the very start is sent as one.
 */
function isCaught(query: string, { start, end }: Mark, shift: number): boolean {
  for (let at = start; at < end; at += 1) {
    if (!/[*?~]/.test(query[at]!)) continue;
    // Four UTF-16 units always contain at least two characters.
    const before = [...query.slice(Math.max(0, at - 4), at)];
    if (shift + before.length < 2 || before.at(-1) === '\\') continue;
    if (before.length !== 2 || before[0] !== '\n') return true;
  }
  return false;
}

function isUnescaped(query: string, { start, end }: Mark): boolean {
  return /(?<!\\)[*~]/.test(query.slice(Math.max(0, start - 1), end));
}

function remarkOn(query: string, mark: Mark, isRefused: boolean): Remark {
  const code = codeOf(query, mark);
  const { start, end } = span(query, mark);
  return {
    code: isRefused || mark.text === '?' ? code : `${code}-slips`,
    severity: isRefused ? 'error' : 'warning',
    start,
    end,
    params: { part: query.slice(start, end) },
    edits: editsFor(query, mark),
  };
}

function codeOf(query: string, { text, start, end }: Mark): string {
  if (text === '*') return 'query-wildcard';
  if (text === '?') return 'query-question-mark';
  return query[start - 1] === '"' && /\d/.test(query.slice(start, end)) ? 'query-proximity' : 'query-fuzzy';
}

/** The word that contains the mark, for display; only the end of a phrase. */
function span(query: string, { start, end }: Mark): { start: number; end: number } {
  const isEdge = (at: number) => at < 0 || at >= query.length || /[\s:()"[\]{}]/.test(query[at]!);
  let [from, to] = [start, end];
  while (!isEdge(from - 1)) from -= 1;
  while (!isEdge(to)) to += 1;
  return { start: from, end: to };
}

function editsFor(query: string, mark: Mark): Edit[] {
  const { start, end, text } = mark;
  const before = query.slice(Math.max(0, start - maxNameLength), start);
  const after = query.slice(end, end + 1);
  if (query.trim() === '*' || query.trim() === '*:*')
    return [{ start: 0, end: query.length, text: everything }];
  const named = /(?:^|[\s(+-])([\w.]+):$/.exec(before);
  const isEnd = /^(?:[\s)^]|$)/.test(after);
  if (text === '*' && named && isEnd) {
    return [{ start: start - named[1]!.length - 1, end, text: `_exists_:${named[1]}` }];
  }
  if (text === '*' && isEnd && /(?:^|[\s(+-])$/.test(before)) return [{ start, end, text: everything }];
  const isBehindWord = /[\p{L}\p{N}"]$/u.test(before) && isEnd;
  if (text !== '?' && isBehindWord) return [{ start, end, text: '' }];
  const escaped = query.slice(start, end).replace(/[*?~]/g, '\\$&');
  return [{ start, end, text: escaped }];
}

/** Open ranges written with a star, with the equivalent comparison. */
function openRanges(query: string): Remark[] {
  const pattern = /([[{])\s*([^\s[\]{}]+)\s+TO\s+([^\s[\]{}]+)\s*([\]}])/g;
  return [...query.matchAll(pattern)].flatMap(({ index, 0: text, 1: open, 2: from, 3: to, 4: close }) => {
    if (from !== '*' && to !== '*') return [];
    const named = /([\w.]+):\s*$/.exec(query.slice(Math.max(0, index - maxNameLength), index));
    const field = named?.[1];
    const start = index - (named?.[0].length ?? 0);
    const end = index + text.length;
    const comparison =
      from === '*' && to === '*'
        ? `_exists_:${field}`
        : to === '*'
          ? `${field}:>${open === '[' ? '=' : ''}${from}`
          : `${field}:<${close === ']' ? '=' : ''}${to}`;
    return [
      {
        code: 'query-range-open',
        severity: 'error' as const,
        start,
        end,
        params: { part: query.slice(start, end) },
        ...(field !== undefined && { edits: [{ start, end, text: comparison }] }),
      },
    ];
  });
}

/** Text between two slashes at the beginning of a term, outside quotation marks. */
function regularExpressions(query: string, dialect: Dialect): Remark[] {
  const pattern = /"(?:[^"\\]|\\[\s\S])*"|(?<=^|[\s:(])\/((?:[^/\\\n]|\\[\s\S])+)\//g;
  return [...query.matchAll(pattern)].flatMap(({ index, 0: text, 1: body }) => {
    if (body === undefined) return [];
    const end = index + text.length;
    return [
      {
        code: 'query-regex',
        severity: refusesAll(dialect) ? ('error' as const) : ('warning' as const),
        start: index,
        end,
        params: { part: text },
        edits: [{ start: index, end, text: quoted(body) }],
      },
    ];
  });
}

/** Several marks may stand in one word: its remark is as severe as the worst of them, and corrects them all. */
function merged(remarks: readonly Remark[]): Remark[] {
  const byPlace = Map.groupBy(remarks, ({ code, start, end }) => `${code} ${start} ${end}`);
  return [...byPlace.values()].map((same): Remark => {
    const edits = same.flatMap((remark) => remark.edits ?? []);
    const worst = same.find(({ severity }) => severity === 'error') ?? same[0]!;
    return { ...worst, ...(edits.length > 0 && { edits }) };
  });
}
