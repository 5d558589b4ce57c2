import type { Dialect } from './account.ts';
import { Report } from './articleRules/report.ts';
import type { Readiness } from './draft.ts';
import type { Finding } from './finding.ts';
import type { JournalCard } from './journal.ts';

/** What the rules may know besides the record. */
export interface ArticleContext {
  dialect: Dialect;
  /** The account's journals, with foreign and withdrawn ones as far as they are known; null or absent: not known, so nothing is said about them. */
  journals?: readonly JournalCard[] | null;
  now: Date;
}

/**
 * Everything to be said about an article as it stands: whatever the directory would refuse (or crash on), take with a
 * doubt, or drop. No finding of severity `error` means that the directory takes the record, duplicates aside.
 */
export function checkArticle(record: unknown, _context: ArticleContext): Finding[] {
  const report = new Report();
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    report.add('record-not-object', '');
  return report.findings;
}

/** The badge that a draft wears: errors make it incomplete; ignored values alone do not keep it from being ready. */
export function readiness(findings: readonly Finding[]): Readiness {
  if (findings.some((finding) => finding.severity === 'error')) return 'incomplete';
  return findings.some((finding) => finding.severity === 'warning') ? 'warnings' : 'ready';
}
