import { describe } from '../../../shared/i18n/describe.ts';
import { t } from '../../../shared/i18n/words.ts';
import type { Upload } from '../../../shared/upload/upload.ts';
import { isOver, shareDone, statusLine, summaryWords } from '../../parts/upload/uploadWords.ts';
import { formatDecimal } from '../../state/format.ts';

/** What was last said about an upload, and when (milliseconds of any steady clock). */
export interface Said {
  state: Upload['state'];
  share: number;
  at: number;
}

const stepsOfShare = 10;
const quietMs = 15_000;

/** What is to be said to screen readers now: at first sight, every 10 % or 15 s while it goes on, at each pause, and at the end; null for nothing. */
export function nextAnnouncement(
  said: Said | null,
  upload: Upload,
  now: number,
): { words: string; said: Said } | null {
  // A moment later it goes on by itself; that is what is said.
  if (upload.state === 'reading' || upload.state === 'ready') return null;
  const share = shareDone(upload);
  const fresh: Said = { state: upload.state, share, at: now };
  // A small upload may be over before its window is there.
  if (!said) return { words: isOver(upload) ? stateWords(upload) : statusLine(upload), said: fresh };
  if (said.state !== upload.state) return { words: stateWords(upload), said: fresh };
  if (upload.state !== 'running' || share === said.share) return null;
  const isStep = Math.floor(share * stepsOfShare) > Math.floor(said.share * stepsOfShare);
  return isStep || now - said.at >= quietMs ? { words: statusLine(upload), said: fresh } : null;
}

function stateWords(upload: Upload): string {
  if (isOver(upload)) return `${t(`uploads.ended.${upload.state}`)} ${summaryWords(upload)}`;
  if (upload.state !== 'paused') return statusLine(upload);
  return `${t('uploads.state.paused')}. ${describe(upload.message)}`;
}

/** The pace while it runs, for the eye: why nothing goes out at this moment. */
export function paceWords(
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
