import type { Severity } from '../finding.ts';
import { findingSeverities } from './rules/codes.ts';

export interface CountedFinding {
  code: string;
  severity: Severity;
  count: number;
}

/** Errors and warnings with their counts: errors first, then the most frequent. Ignored values are left out. */
export function countedFindings(counts: Readonly<Record<string, number>>): CountedFinding[] {
  const severities: Readonly<Record<string, Severity>> = findingSeverities;
  return Object.entries(counts)
    .map(([code, count]) => ({ code, count, severity: severities[code] ?? 'ignored' }))
    .filter(({ count, severity }) => count > 0 && severity !== 'ignored')
    .sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error') || b.count - a.count);
}
