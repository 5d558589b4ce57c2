import { setInterval } from 'node:timers/promises';
import { t } from '../../shared/i18n/i18n.ts';
import type { Upload } from '../../shared/upload/upload.ts';
import { untilStopped } from '../platform/untilStopped.ts';
import { isOpen } from './queuedBefore.ts';
import { waitFor } from './waitFor.ts';
import type { CommandServices } from './withServices.ts';

/** How following an upload ended: `waited`: it gave up waiting; `stopped`: the user stopped the command. */
export type FollowEnd = 'ended' | 'waited' | 'stopped';

/**
 * Follows an upload to its end, or until it stops for a problem that the user must fix, or the command is stopped. If
 * nothing was sent for `wait` minutes because the directory does not allow it, the unsent items are taken out of the
 * queue, and the state before that is returned.
 */
export async function followUpload(
  started: Upload,
  { handlers, subscribe }: CommandServices,
  { tell, wait }: { tell: (text: string) => void; wait: number },
): Promise<{ upload: Upload; end: FollowEnd }> {
  const patience = createPatience(wait * 60_000);
  const isOver = (state: Upload) => state.id === started.id && hasEnded(state);
  const stop = subscribe((name, data) => {
    if (name === 'upload.changed' && (data as Upload).id === started.id) tell(`\r${line(data as Upload)}`);
  });
  const get = async () => handlers['uploads.get']({ id: started.id });
  const over = new AbortController();
  const watch = async (): Promise<FollowEnd> => {
    for await (const _ of setInterval(lookEvery, undefined, { signal: over.signal }))
      if (patience.isOverFor(await get(), performance.now())) return 'waited';
    throw new Error('The watch over an upload ended before it.');
  };
  const ended = waitFor(subscribe, 'upload.changed', isOver, get);
  try {
    const end = await Promise.race<FollowEnd>([
      ended.then(() => 'ended'),
      untilStopped(over.signal).then(() => 'stopped'),
      watch(),
    ]);
    const upload = await get();
    const isLeft = end === 'waited' && isOpen(upload) && upload.state !== 'cancelled';
    if (isLeft) await handlers['uploads.cancel']({ id: started.id });
    return { upload, end };
  } finally {
    over.abort();
    stop();
    tell('\n');
  }
}

/** How often, in milliseconds, we check if anything still progresses. */
const lookEvery = 500;

function hasEnded(upload: Upload): boolean {
  return !isOpen(upload) || (upload.state === 'paused' && upload.pausedBy !== 'offline');
}

/** Notices when a waiting upload has made no progress for `ms` milliseconds. */
function createPatience(ms: number) {
  let [seen, since] = ['', 0];
  return {
    isOverFor({ counts, state, message, requests }: Upload, now: number): boolean {
      const isWaiting = state === 'paused' || state === 'cancelled' || message !== null;
      const moved = isWaiting ? JSON.stringify(counts) : JSON.stringify([counts, requests, now]);
      if (moved !== seen) [seen, since] = [moved, now];
      return now - since >= ms;
    },
  };
}

function line({ counts, secondsLeft }: Upload): string {
  const sent = counts.created + counts.overwrote + counts.stored;
  const left = secondsLeft === null ? '' : t('cli.upload.left', { seconds: Math.ceil(secondsLeft) });
  return t('cli.upload.progress', {
    sent,
    total: counts.total,
    refused: counts.refused + counts.failed,
    left,
  }).padEnd(78);
}
