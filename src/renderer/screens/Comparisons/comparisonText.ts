import type { Comparison, ComparisonOutcome } from '../../../shared/comparisons/comparison.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { formatNumber } from '../../state/format.ts';

/** The lists of a comparison: one for each outcome, and the rows set aside. */
export type ComparisonTab = ComparisonOutcome | 'aside';
export const comparisonTabs: readonly ComparisonTab[] = [
  'missing-there',
  'missing-here',
  'different',
  'same',
  'crossref-only',
  'aside',
];

/** The lists that are shown: what only Crossref has is unknown until it is asked. */
export function shownTabs({ crossref }: Comparison): ComparisonTab[] {
  return comparisonTabs.filter((tab) => tab !== 'crossref-only' || crossref?.state === 'done');
}

export function countOf(comparison: Comparison, tab: ComparisonTab): number {
  return tab === 'aside' ? comparison.aside : comparison.counts[tab];
}

/** Share of the work done, 0 to 1; null while the total is unknown. */
export function shareRead({ read, total }: Pick<Comparison, 'read' | 'total'>): number | null {
  if (total === null) return null;
  return total === 0 ? 1 : Math.min(1, read / total);
}

export function progressText({ read, total, requests, requestsInAll }: Comparison): string {
  if (total === null) return t('comparisons.progress.begin');
  return t('comparisons.progress.under', {
    read: formatNumber(read),
    total: formatNumber(total),
    request: formatNumber(requests),
    requests: formatNumber(Math.max(requests, requestsInAll ?? requests)),
  });
}

/** The result, worded so that the numbers add up to the totals of the directory and the drafts. */
export function sumText(comparison: Comparison): string {
  const { counts, aside, total } = comparison;
  const n = (value: number) => formatNumber(value);
  const there = t('comparisons.sum.there', {
    count: total ?? 0,
    total: n(total ?? 0),
    here: n(counts['missing-here']),
    different: n(counts.different),
    same: n(counts.same),
  });
  const missing = t('comparisons.sum.missingThere', {
    count: counts['missing-there'],
    n: n(counts['missing-there']),
  });
  return [there, missing, aside > 0 && t('comparisons.sum.aside', { count: aside, n: n(aside) })]
    .filter(Boolean)
    .join(' ');
}

/** The last announcement about a comparison, and its time (milliseconds of any steady clock). */
export interface LastAnnouncement {
  state: Comparison['state'];
  share: number;
  at: number;
}

const quietMs = 15_000;
const stepsOfShare = 10;

/** Returns the next announcement for screen readers: at the start, every 10 % or 15 s, and at the end; null for none. */
export function nextAnnouncement(
  said: LastAnnouncement | null,
  comparison: Comparison,
  now: number,
): { words: string; said: LastAnnouncement } | null {
  const { state } = comparison;
  const share = shareRead(comparison) ?? 0;
  const fresh: LastAnnouncement = { state, share, at: now };
  if (!said && state !== 'running') return null;
  if (state !== 'running' && said?.state !== state) return { words: endText(comparison), said: fresh };
  if (state !== 'running') return null;
  const isStep = !said || Math.floor(share * stepsOfShare) > Math.floor(said.share * stepsOfShare);
  const isLong = said !== null && now - said.at >= quietMs && share !== said.share;
  return isStep || isLong ? { words: progressText(comparison), said: fresh } : null;
}

export function endText(comparison: Comparison): string {
  const { state, message } = comparison;
  const sum = state === 'done' ? `${sumText(comparison)} ` : '';
  return `${t(`comparisons.state.${state}`)}. ${sum}${describe(message)}`.trim();
}
