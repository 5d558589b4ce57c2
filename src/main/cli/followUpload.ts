import { setInterval } from 'node:timers/promises';
import type { Handlers } from '../../shared/contract/contract.ts';
import { t } from '../../shared/i18n/i18n.ts';
import type { Attempt, Upload } from '../../shared/upload/upload.ts';
import { untilStopped } from '../platform/untilStopped.ts';
import type { Deadline } from './deadline.ts';
import { isOpen } from './queuedBefore.ts';
import { waitFor } from './waitFor.ts';
import type { CommandServices } from './withServices.ts';

/** How following an upload ended: `waited`: it gave up waiting; `stopped`: the user stopped the command. */
export type FollowEnd = 'ended' | 'waited' | 'stopped';

/**
 * Follows an upload to its end, or until it stops for a problem that the user must fix, or the command is stopped. If
 * the deadline passes, because the directory accepts nothing, the unsent items are taken out of the queue, and the state
 * before that is returned.
 */
export async function followUpload(
  started: Upload,
  { handlers, subscribe }: CommandServices,
  { report, deadline }: { report: (text: string) => void; deadline: Deadline },
): Promise<{ upload: Upload; end: FollowEnd }> {
  const hasProgressed = createProgressCheck(handlers);
  const isOver = (state: Upload) => state.id === started.id && hasEnded(state);
  const stop = subscribe((name, data) => {
    if (name === 'upload.changed' && (data as Upload).id === started.id) report(`\r${line(data as Upload)}`);
  });
  const get = async () => handlers['uploads.get']({ id: started.id });
  const over = new AbortController();
  const watch = async (): Promise<FollowEnd> => {
    for await (const _ of setInterval(lookEvery, undefined, { signal: over.signal })) {
      const upload = await get();
      if (await hasProgressed(upload)) deadline.extend();
      // A request in flight has its own time-out.
      else if (deadline.isOver() && upload.counts.sending === 0) return 'waited';
    }
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
    report('\n');
  }
}

/** How often, in milliseconds, we check if anything still progresses. */
const lookEvery = 500;

function hasEnded(upload: Upload): boolean {
  return !isOpen(upload) || (upload.state === 'paused' && upload.pausedBy !== 'offline');
}

/**
 * Returns a check for progress since its last call: settled records, or another request that the directory served, such
 * as a question about an accepted batch. In a storm of 429 or 503 responses there is neither.
 */
function createProgressCheck(handlers: Handlers): (upload: Upload) => Promise<boolean> {
  let before: { settled: string; served: number } | null = null;
  return async ({ id, counts: { queued, sending, unsure, ...counts }, state, message }) => {
    const settled = JSON.stringify(counts);
    const isWaiting = state === 'paused' || state === 'cancelled' || message !== null;
    const [last] = (await handlers['uploads.attempts']({ id, offset: 0, limit: 1 })).attempts;
    const isServed = !isWaiting && last !== undefined && wasServed(last);
    const served = isServed ? last.id : (before?.served ?? 0);
    const hasProgressed = before !== null && (settled !== before.settled || served !== before.served);
    before = { settled, served };
    return hasProgressed;
  };
}

function wasServed({ status }: Attempt): boolean {
  return status !== null && status !== 429 && status < 500;
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
