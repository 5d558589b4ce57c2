import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { Upload } from '../../../shared/upload/upload.ts';
import { isOver, shareDone, statusLine, summaryText } from '../../parts/upload/uploadText.ts';
import { formatDecimal } from '../../state/format.ts';

/** The last announcement about an upload, and its time (milliseconds of any steady clock). */
export interface LastAnnouncement {
  state: Upload['state'];
  share: number;
  at: number;
}

const stepsOfShare = 10;
const quietMs = 15_000;

/** Returns the next announcement for screen readers: at first, every 10 % or 15 s while it runs, at each pause, and at the end; null for none. */
export function nextAnnouncement(
  said: LastAnnouncement | null,
  upload: Upload,
  now: number,
): { words: string; said: LastAnnouncement } | null {
  // It continues by itself in a moment, and that is announced.
  if (upload.state === 'reading' || upload.state === 'ready') return null;
  const share = shareDone(upload);
  const fresh: LastAnnouncement = { state: upload.state, share, at: now };
  // A small upload may have ended before its window opens.
  if (!said) return { words: isOver(upload) ? stateText(upload) : statusLine(upload), said: fresh };
  if (said.state !== upload.state) return { words: stateText(upload), said: fresh };
  if (upload.state !== 'running' || share === said.share) return null;
  const isStep = Math.floor(share * stepsOfShare) > Math.floor(said.share * stepsOfShare);
  return isStep || now - said.at >= quietMs ? { words: statusLine(upload), said: fresh } : null;
}

function stateText(upload: Upload): string {
  if (isOver(upload)) return `${t(`uploads.ended.${upload.state}`)} ${summaryText(upload)}`;
  if (upload.state !== 'paused') return statusLine(upload);
  return `${t('uploads.state.paused')}. ${describe(upload.message)}`;
}

/** The pace while it runs, for display: why nothing is sent at this moment. */
export function paceText(
  upload: Upload,
  limiter: NonNullable<Upload['limiter']>,
  waitMs: number,
  heldMs: number,
): string {
  const pace = t('uploads.pace.limit', { perSecond: formatDecimal(limiter.perSecond) });
  if (upload.state !== 'running') return pace;
  if (heldMs > 0) return t('uploads.pace.held', { seconds: formatDecimal(Math.ceil(heldMs / 1000)) });
  if (waitMs > 0)
    return `${pace} ${t('uploads.pace.next', { seconds: formatDecimal(Math.ceil(waitMs / 100) / 10) })}`;
  return upload.counts.sending > 0 ? `${pace} ${t('uploads.pace.underWay')}` : pace;
}
