import { pythonSpace } from '../../text/pythonText.ts';
import type { SearchKind } from '../searching.ts';
import { shortNames } from './fields.ts';

/** A query as the directory passes it to its search engine, with the origin of each character. */
export interface Rewritten {
  text: string;
  /** For each character of `text`, its offset in the query; an added character has the offset of the one it was added to. */
  origins: number[];
  /** Offsets of the colons in the query that were escaped: they do not end the name of a field. */
  escaped: ReadonlySet<number>;
  /** Offsets of the colons that were doubled, since no name is directly before them. */
  doubled: ReadonlySet<number>;
  /** Offsets where a short name was replaced. */
  replaced: readonly { start: number; end: number; path: string }[];
}

interface Cell {
  char: string;
  at: number;
}

/** Rewrites a query as the directory does (reference/directory-api.md 3.2, 3.3 with the addenda). */
export function rewrite(query: string, kind: SearchKind): Rewritten {
  const replaced: { start: number; end: number; path: string }[] = [];
  const doubled = new Set<number>();
  const cells = withEscapedSlashes(withFullNames(query, kind, replaced, doubled));
  const escaped = new Set<number>();
  const result = withEscapedColons(cells, escaped);
  return {
    text: result.map(({ char }) => char).join(''),
    origins: result.map(({ at }) => at),
    escaped,
    doubled,
    replaced,
  };
}

// A colon that does not follow a backslash; the service consumes both characters, so that `::` counts once.
const colon = /[^\\]:/gu;
const noName = new RegExp(`[${pythonSpace}+\\-()"]`, 'u');

function withFullNames(
  query: string,
  kind: SearchKind,
  replaced: { start: number; end: number; path: string }[],
  doubled: Set<number>,
): Cell[] {
  const cells: Cell[] = [];
  const keep = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) cells.push({ char: query[at]!, at });
  };
  let from = 0;
  const ends = [...query.matchAll(colon)].map(({ index, 0: text }) => index + text.length);
  for (const [index, end] of [...ends, query.length].entries()) {
    const isLast = index === ends.length;
    const segment = query.slice(from, end);
    const name = nameBeforeColon(segment);
    if (name === '') {
      keep(from, end);
      if (!isLast) doubled.add(end - 1);
    } else {
      const start = end - 1 - name.length;
      keep(from, start);
      const path = Object.hasOwn(shortNames[kind], name) ? shortNames[kind][name]! : undefined;
      if (path === undefined) keep(start, end - 1);
      else {
        replaced.push({ start, end: end - 1, path });
        for (const char of path) cells.push({ char, at: start });
      }
    }
    if (!isLast) cells.push({ char: ':', at: end - 1 });
    from = end;
  }
  return cells;
}

/** The name before the colon at the end of a segment, as far back as characters allowed in names go; empty if there is none. */
function nameBeforeColon(segment: string): string {
  if (!segment.endsWith(':')) return '';
  const end = segment.length - 1;
  let start = end;
  while (start > 0 && !noName.test(segment[start - 1]!)) start -= 1;
  return segment.slice(start, end);
}

function withEscapedSlashes(cells: readonly Cell[]): Cell[] {
  return cells.flatMap((cell, index) =>
    cell.char === '/' && index > 0 && cells[index - 1]!.char !== '\\'
      ? [{ char: '\\', at: cell.at }, cell]
      : [cell],
  );
}

function withEscapedColons(cells: readonly Cell[], escaped: Set<number>): Cell[] {
  const result: Cell[] = [];
  let part = '';
  let isFirst = true;
  for (const cell of cells) {
    if (cell.char !== ':') {
      part += cell.char;
      result.push(cell);
      continue;
    }
    const stays = isFirst || part.endsWith('\\') || part.includes(' AND ') || part.includes(' OR ');
    if (!stays) {
      result.push({ char: '\\', at: cell.at });
      escaped.add(cell.at);
    }
    result.push(cell);
    part = '';
    isFirst = false;
  }
  return result;
}
