import { setInterval } from 'node:timers/promises';
import type { Handlers } from '../../../shared/contract/contract.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { uploadName } from '../../../shared/i18n/uploadName.ts';
import { isUploadOver } from '../../../shared/upload/overUploads.ts';
import type { Attempt, Upload, UploadItem } from '../../../shared/upload/upload.ts';
import { pauseEndsWith } from '../../../shared/upload/uploadStates.ts';
import { type StopSignal, untilStopped } from '../../platform/untilStopped.ts';
import type { Deadline } from '../deadline.ts';
import { lineOf, type Terminal } from '../terminal.ts';
import { waitFor } from '../waitFor.ts';
import type { CommandServices } from '../withServices.ts';
import { isOpen, type Queued, readItems } from './queuedBefore.ts';

/** The final state of a followed upload, with the records that were refused or failed. */
export interface Carried {
  upload: Upload;
  refused: UploadItem[];
  end: FollowEnd;
}

interface CarryOptions {
  json?: boolean;
  withoutKeeping?: boolean;
  /** Minutes. */
  wait: number;
  deadline: Deadline;
}

/** Follows an upload and reports what stopped it. */
export async function carryUpload(
  started: Upload,
  options: CarryOptions,
  parts: CommandServices,
  terminal: Terminal,
): Promise<Carried> {
  const report = options.json ? () => undefined : terminal.err;
  const { upload, end } = await followUpload(started, parts, { report, deadline: options.deadline });
  if (end === 'waited') printWaited(upload, options.wait, terminal);
  if (isStopped(end)) terminal.err(lineOf(t('cli.upload.stopped')));
  if (end === 'ended' && upload.state === 'paused' && !options.json)
    terminal.err(lineOf(describe(upload.message)));
  const { handlers } = parts;
  return {
    upload: end === 'waited' ? await handlers['uploads.get']({ id: upload.id }) : upload,
    end,
    refused: await readItems(upload.id, ['refused', 'failed'], handlers),
  };
}

/**
 * Continues earlier uploads that have some of these drafts in their queue, one after another; stops after one that does
 * not finish. Uploads that the user paused stay paused and are named. Returns the drafts that remain for a new upload:
 * drafts that were just refused are not sent again at once.
 */
export async function goOn(
  queued: readonly Queued[],
  ids: readonly number[],
  options: CarryOptions & { dryRun?: boolean },
  parts: CommandServices,
  terminal: Terminal,
): Promise<{ carried: Carried[]; left: number[]; hasStopped: boolean }> {
  const carried: Carried[] = [];
  const left = new Set(ids);
  for (const before of queued.filter(({ draftIds }) => ids.some((id) => draftIds.has(id)))) {
    const upload = await parts.handlers['uploads.get']({ id: before.upload.id });
    // An upload that was still being planned is not continued.
    if (upload.state === 'cancelled' && !isOpen(upload)) continue;
    const isPaused = upload.state === 'paused' && upload.pausedBy === 'person';
    const name = uploadName(upload);
    if (isPaused || options.dryRun) {
      if (!options.json)
        terminal.err(lineOf(t(`cli.upload.${isPaused ? 'isPaused' : 'isQueued'}`, { name })));
      continue;
    }
    if (!options.json) terminal.err(lineOf(t('cli.upload.goingOn', { name })));
    const one = await carryUpload(await resume(upload, options, parts), options, parts, terminal);
    carried.push(one);
    for (const { draftId } of one.refused) left.delete(draftId);
    if (one.end !== 'ended' || one.upload.state === 'paused')
      return { carried, left: [...left], hasStopped: true };
  }
  return { carried, left: [...left], hasStopped: false };
}

async function resume(upload: Upload, options: CarryOptions, { handlers }: CommandServices): Promise<Upload> {
  const { id } = upload;
  const now = upload.state === 'paused' ? await handlers['uploads.resume']({ id }) : upload;
  // It may have ended since it was listed.
  if (!options.withoutKeeping || isUploadOver(now)) return now;
  const { id: plan } = await handlers['uploads.unkeptPreview']({ id });
  return handlers['uploads.sendUnkept']({ plan });
}

/** Reports what it was waiting for, and how to continue. */
function printWaited({ message, isKeeping, pausedBy }: Upload, minutes: number, terminal: Terminal): void {
  const key = pausedBy === 'offline' ? 'waitedOffline' : message === null ? 'waitedSlow' : 'waited';
  terminal.err(
    lineOf(t(`cli.upload.${key}`, { minutes, message: describe(message) })) + lineOf(t('cli.upload.goOn')),
  );
  if (isKeeping) terminal.err(lineOf(t('cli.upload.goWithout')));
}

/** How following an upload ended: `waited`: it gave up waiting; a signal: the command was asked to stop. */
type FollowEnd = 'ended' | 'waited' | StopSignal;

export function isStopped(end: FollowEnd): end is StopSignal {
  return end !== 'ended' && end !== 'waited';
}

/**
 * Follows an upload to its end, or until it stops for a problem that the user must fix, or the command is stopped. If
 * the deadline passes, because the directory accepts nothing, the unsent items are removed from the queue, and the
 * state before that is returned.
 */
async function followUpload(
  started: Upload,
  { handlers, subscribe }: CommandServices,
  { report, deadline }: { report: (text: string) => void; deadline: Deadline },
): Promise<{ upload: Upload; end: FollowEnd }> {
  const hasProgressed = createProgressCheck(handlers);
  const isOver = (state: Upload) => state.id === started.id && hasEnded(state);
  let said = '';
  const stop = subscribe((name, data) => {
    const upload = data as Upload;
    if (name !== 'uploads.changed' || upload.id !== started.id) return;
    report(`\r${line(upload)}`);
    // Why it waits, and until when.
    const why = upload.state === 'running' ? describe(upload.message) : '';
    if (why !== '' && why !== said) report(`\n${why}\n`);
    said = why;
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
  const ended = waitFor(subscribe, 'uploads.changed', isOver, get);
  try {
    const end = await Promise.race<FollowEnd>([
      ended.then(() => 'ended'),
      untilStopped(over.signal),
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

/** Milliseconds between two checks for progress. */
const lookEvery = 500;

function hasEnded(upload: Upload): boolean {
  return !isOpen(upload) || (upload.state === 'paused' && pauseEndsWith(upload.pausedBy) !== 'connection');
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
