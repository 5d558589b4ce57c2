import { t } from '../../../shared/i18n/i18n.ts';
import type { Upload } from '../../../shared/upload/upload.ts';
import { countFinished } from '../../state/data/queue.ts';
import { formatDecimal, formatNumber, formatPercent } from '../../state/format.ts';

export { isUploadOver as isOver } from '../../../shared/upload/overUploads.ts';

/** The share of records with a final answer, 0 to 1; 1 for an empty upload. */
export function shareDone(upload: Upload): number {
  const { total } = upload.counts;
  return total === 0 ? 1 : countFinished(upload) / total;
}

/** The number of records that the directory has stored. */
export function countStored({ counts }: Upload): number {
  return counts.created + counts.overwrote + counts.stored;
}

/** The number of records that need attention: refused or failed. */
export function countProblems({ counts }: Upload): number {
  return counts.refused + counts.failed;
}

/** Tenths are of interest only where there are few. */
function rateText(rate: number): string {
  return rate < 10 ? formatDecimal(rate) : formatNumber(Math.round(rate));
}

/** The progress as text: `Sending · 43 % · 4,312 of 10,000 records answered · 120 records a second · about 11 s left`. */
export function statusLine(upload: Upload): string {
  const share = Math.floor(shareDone(upload) * 100) / 100;
  const parts = [
    t(`uploads.state.${upload.state}`),
    formatPercent(share),
    t('uploads.answered', {
      count: upload.counts.total,
      done: formatNumber(countFinished(upload)),
      total: formatNumber(upload.counts.total),
    }),
  ];
  if (upload.state === 'running' && upload.rate !== null) {
    parts.push(t('uploads.rate', { rate: rateText(upload.rate) }));
  }
  if (upload.state === 'running' && upload.secondsLeft !== null) {
    parts.push(t('uploads.left', { time: aboutText(upload.secondsLeft) }));
  }
  return parts.join(' · ');
}

/** An expected time as text: `a moment`, `about 11 s`. */
export function aboutText(seconds: number): string {
  return seconds < 1
    ? t('uploads.duration.moment')
    : t('uploads.duration.about', { time: durationText(seconds) });
}

/** Seconds as text: `less than 1 s`, `11 s`, `3 min`, `1 h 20 min`. */
export function durationText(seconds: number): string {
  if (seconds < 1) return t('uploads.duration.less');
  if (seconds < 100) return t('uploads.duration.seconds', { n: Math.round(seconds) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('uploads.duration.minutes', { n: minutes });
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const n = formatNumber(hours);
  return rest === 0
    ? t('uploads.duration.hours', { n })
    : t('uploads.duration.hoursMinutes', { n, minutes: rest });
}

/** The result as text: `9,993 records stored (9,871 new, 122 updated), 7 refused`. */
export function summaryText(upload: Upload): string {
  const { created, overwrote, stored, refused, failed } = upload.counts;
  const all = countStored(upload);
  const n = formatNumber;
  const single = all === 1 && !stored && t(`uploads.outcome.${created > 0 ? 'created' : 'overwrote'}`);
  const several = [
    created > 0 && t('uploads.summary.created', { n: n(created) }),
    overwrote > 0 && t('uploads.summary.overwrote', { n: n(overwrote) }),
    stored > 0 && (created > 0 || overwrote > 0) && t('uploads.summary.unknown', { n: n(stored) }),
  ];
  const kinds = single ? [single] : several.filter(Boolean);
  const first = t('uploads.summary.stored', { count: all, n: n(all) });
  const waiting = upload.counts.total - countFinished(upload);
  return [
    kinds.length > 0 ? `${first} (${kinds.join(', ')})` : first,
    refused > 0 && t('uploads.summary.refused', { n: n(refused) }),
    failed > 0 && t('uploads.summary.failed', { n: n(failed) }),
    waiting > 0 && t('uploads.summary.notSent', { n: n(waiting) }),
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * A text with `…` in its middle if it is longer than `maxLength` characters: the ends of an address are most
 * informative.
 */
export function shortenMiddle(text: string, maxLength: number): string {
  const letters = [...text];
  if (letters.length <= maxLength) return text;
  const end = Math.floor(maxLength / 3);
  return `${letters.slice(0, maxLength - end - 1).join('')}…${letters.slice(-end).join('')}`;
}

/** The directory's own words about a request or a record, with the reference to give to its staff. */
export function directoryText({ words, reference }: { words: string; reference: string }): string {
  return [words, reference && t('uploads.reference', { code: reference })].filter(Boolean).join('\n');
}
