import { recordLimits } from '../../draft/recordLimits.ts';

/** One place where a pattern matches: from `start` to `end`, with its groups; group 0 is the whole match. */
export interface Match {
  start: number;
  end: number;
  group(number: number): string;
}

/** Finds all matches in a text, from left to right. */
export type FindAll = (text: string) => Iterable<Match>;

/** Finds a plain text. */
export function findPlain(find: string, isCaseSensitive: boolean): FindAll {
  const pattern = new RegExp(find.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), isCaseSensitive ? 'gu' : 'giu');
  return function* (text) {
    for (const { 0: whole, index } of text.matchAll(pattern))
      yield { start: index, end: index + whole.length, group: () => whole };
  };
}

/** A function that replaces each match by the parts of `replacement`: strings as they are, numbers by that group. */
export function replacer(
  findAll: FindAll,
  replacement: readonly (string | number)[],
): (text: string) => string {
  return (text) => {
    let result = '';
    let at = 0;
    for (const match of findAll(text)) {
      result += text.slice(at, match.start);
      for (const part of replacement) result += typeof part === 'number' ? match.group(part) : part;
      at = match.end;
      // The record is already too large to store, so the rest does not matter.
      if (result.length > recordLimits.characters) break;
    }
    return result + text.slice(at);
  };
}

/** `$1` is the first group, `$0` the whole match, `$$` a dollar sign, `\n` a line end, `\t` a tab. */
export function parseReplacement(replacement: string): (string | number)[] {
  const parts = replacement.match(/\$\d|\$\$|\\[nt\\]|[^$\\]+|[$\\]/g) ?? [];
  return parts.map((part) => (/^\$\d/.test(part) ? Number(part.slice(1)) : (escapes[part] ?? part)));
}

const escapes: Readonly<Record<string, string>> = { $$: '$', '\\n': '\n', '\\t': '\t', '\\\\': '\\' };
