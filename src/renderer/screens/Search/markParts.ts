import type { QueryFinding } from '../../../shared/search/searchQuery.ts';

/** A piece of the query, and its finding. */
export interface QueryPart {
  text: string;
  start: number;
  severity: QueryFinding['severity'] | null;
}

/** Splits the query into pieces that add up to it; if findings overlap, the most severe one gets the piece. */
export function markParts(
  text: string,
  findings: readonly Pick<QueryFinding, 'severity' | 'start' | 'end'>[],
): QueryPart[] {
  const real = findings
    .map((one) => ({ ...one, start: Math.max(0, one.start), end: Math.min(text.length, one.end) }))
    .filter(({ start, end }) => start < end);
  const edges = [...new Set([0, text.length, ...real.flatMap(({ start, end }) => [start, end])])];
  edges.sort((a, b) => a - b);
  const parts: QueryPart[] = [];
  for (let at = 0; at + 1 < edges.length; at++) {
    const start = edges[at]!;
    const end = edges[at + 1]!;
    const about = real.filter((one) => one.start <= start && one.end >= end);
    const severity = about.some((one) => one.severity === 'error') ? 'error' : (about[0]?.severity ?? null);
    const before = parts.at(-1);
    if (before && before.severity === severity) before.text += text.slice(start, end);
    else parts.push({ text: text.slice(start, end), start, severity });
  }
  return parts;
}
