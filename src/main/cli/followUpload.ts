import { setInterval } from 'node:timers/promises';
import type { Handlers } from '../../shared/contract.ts';
import type { Upload } from '../../shared/upload.ts';
import { t } from '../../shared/words.ts';
import type { Terminal } from './commands.ts';
import { waitFor } from './waitFor.ts';
import type { CommandServices } from './withServices.ts';

/**
 * Follows an upload to its end, or until it stops for something that a person must mend; `hasEnded` false: nothing went
 * out for `wait` minutes, because the directory does not let it.
 */
export async function followUpload(
  started: Upload,
  { handlers, subscribe }: CommandServices,
  { tell, wait }: { tell: (text: string) => void; wait: number },
): Promise<{ upload: Upload; hasEnded: boolean }> {
  const patience = createPatience(wait * 60_000);
  const isOver = (state: Upload) => state.id === started.id && hasEnded(state);
  const stop = subscribe((name, data) => {
    if (name === 'upload.changed' && (data as Upload).id === started.id) tell(`\r${line(data as Upload)}`);
  });
  const get = async () => handlers['uploads.get']({ id: started.id });
  const over = new AbortController();
  const watch = async () => {
    for await (const _ of setInterval(lookEvery, undefined, { signal: over.signal })) {
      const upload = await get();
      if (patience.isOverFor(upload, performance.now())) return { upload, hasEnded: false };
    }
    throw new Error('The watch over an upload ended before it.');
  };
  const ended = waitFor(subscribe, 'upload.changed', isOver, get);
  try {
    return await Promise.race([ended.then((upload) => ({ upload, hasEnded: true })), watch()]);
  } finally {
    over.abort();
    stop();
    tell('\n');
  }
}

/** Milliseconds between two looks at whether anything still moves. */
const lookEvery = 500;

function hasEnded({ state, pausedBy }: Upload): boolean {
  return state === 'done' || state === 'cancelled' || (state === 'paused' && pausedBy !== 'offline');
}

/** Runs out when an upload that says what it waits for has not moved for so many milliseconds. */
function createPatience(ms: number) {
  let [seen, since] = ['', 0];
  return {
    isOverFor({ counts, state, message, requests }: Upload, now: number): boolean {
      const isWaiting = state === 'paused' || message !== '';
      const moved = isWaiting ? JSON.stringify(counts) : JSON.stringify([counts, requests, now]);
      if (moved !== seen) [seen, since] = [moved, now];
      return now - since >= ms;
    },
  };
}

/** Takes what was not sent out of the queue, so that the same command can send it another time. */
export async function giveUp({ id }: Upload, handlers: Handlers): Promise<Upload> {
  return handlers['uploads.cancel']({ id });
}

/** Says what it waited for, and how to go on. */
export function printWaited(
  { state, message, isKeeping }: Upload,
  minutes: number,
  terminal: Terminal,
): void {
  const key = state === 'paused' ? 'waitedOffline' : 'waited';
  terminal.err(`${t(`cli.upload.${key}`, { minutes, message })}\n${t('cli.upload.goOn')}\n`);
  if (isKeeping) terminal.err(`${t('cli.upload.goWithout')}\n`);
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
