import type { Finding, Severity } from './finding.ts';

type Counted = Pick<Finding, 'more'>;

/** The number of findings of a severity, including those that are only counted (`more`). */
export function countFindings(
  findings: readonly (Counted & Pick<Finding, 'severity'>)[],
  severity: Severity,
): number {
  return countWithMore(findings.filter((one) => one.severity === severity));
}

/** The length of a list, including entries that it says were left out. */
export function countWithMore(list: readonly Counted[]): number {
  return list.reduce((sum, { more }) => sum + 1 + (more ?? 0), 0);
}
