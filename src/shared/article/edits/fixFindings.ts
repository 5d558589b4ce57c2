import { applyFix, parsePath } from '../../draft/fieldPath.ts';
import type { Finding, Fix } from '../../finding.ts';
import type { ArticleRecord } from '../article.ts';

/** A kind of fix: the rule that found the problem, and the key of the fix's label. */
export interface FixKind {
  code: string;
  label: string;
}

/** Enough for 10,000 findings of a rule, because each check lists 50. */
const maxRounds = 200;

/** Applies every fix of a kind that the rules offer for a record, until they no longer find the problem. */
export function fixFindings(
  record: ArticleRecord,
  kind: FixKind,
  check: (record: ArticleRecord) => Finding[],
): ArticleRecord {
  let result = record;
  for (let round = 0; round < maxRounds; round++) {
    const before = result;
    // From the end, because removing an entry moves those after it.
    for (const fix of fixesOf(check(result), kind).toSorted(fromTheEnd)) result = applyFix(result, fix);
    if (result === before || JSON.stringify(result) === JSON.stringify(before)) break;
  }
  return result;
}

/** The kinds of fixes that a record's findings offer. */
export function fixKinds(findings: readonly Finding[]): FixKind[] {
  const kinds = findings.flatMap(({ code, fix }) => (fix ? [{ code, label: fix.label.key }] : []));
  return [...new Map(kinds.map((kind) => [`${kind.code} ${kind.label}`, kind])).values()];
}

function fixesOf(findings: readonly Finding[], { code, label }: FixKind): Fix[] {
  return findings.flatMap((finding) =>
    finding.code === code && finding.fix?.label.key === label ? [finding.fix] : [],
  );
}

function fromTheEnd(one: Fix, other: Fix): number {
  const [a, b] = [parsePath(one.changes[0]!.path), parsePath(other.changes[0]!.path)];
  for (const [at, segment] of a.entries()) {
    const against = b[at];
    if (typeof segment === 'number' && typeof against === 'number' && segment !== against)
      return against - segment;
  }
  return 0;
}
