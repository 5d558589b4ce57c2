import { dialects } from '../../../../shared/directory/dialects.ts';
import { msg } from '../../../../shared/message.ts';
import { isUploadOver } from '../../../../shared/upload/overUploads.ts';
import { type PausedBy, pauseEndsWith } from '../../../../shared/upload/uploadStates.ts';
import { isoNow } from '../../../platform/clock.ts';
import { inBatches } from '../../../store/inBatches.ts';
import type { UploadParts } from '../articleParts.ts';
import { createItemSteps, type ItemSteps } from './itemSteps.ts';

type RecoverParts = Pick<
  UploadParts,
  'uploads' | 'requests' | 'draftSync' | 'progress' | 'account' | 'clock' | 'pace'
>;

/**
 * Prepares the uploads of the last run to continue: items that were being sent become unclear, uploads that were still being
 * created are cancelled, and drafts without an upload are released. Returns the accounts with uploads.
 */
export async function recover(options: RecoverParts): Promise<string[]> {
  const { uploads, requests, draftSync, clock, pace } = options;
  const at = isoNow({ clock });
  const now = clock.monotonic();
  requests.closeOpen(msg('queue.attempt.interrupted'));
  const accounts = new Set<string>();
  for (const upload of uploads.list()) {
    const { id, accountId, state, pausedBy } = upload;
    if (!isUploadOver(upload)) uploads.dueBy(id, now, ['queued']);
    // The computer may have been restarted since, and its monotonic clock with it.
    uploads.dueBy(id, now + pace.timeoutDelay, ['unsure', 'done']);
    const storesLater = () => dialects[options.account(accountId).dialect].storesLater;
    const steps = createItemSteps({ ...options, accountId });
    makeSendingUnclear(uploads, steps, id, { now, storesLater, pace, isAnswered: false });
    if (state === 'reading') {
      uploads.setState(id, 'cancelled', { at, message: msg('queue.cancelled.interrupted') });
    } else if (state === 'ready' || (state === 'paused' && mayGoOn(pausedBy))) {
      uploads.setState(id, 'running', { at });
    }
    accounts.add(accountId);
  }
  await inBatches(uploads.strayDrafts(), (ids) => draftSync.releaseQueued(ids));
  return [...accounts];
}

/** The key may be there again, as after the keychain could not be read; if not, it is paused again. */
function mayGoOn(pausedBy: PausedBy | null): boolean {
  return pausedBy === 'key' || pauseEndsWith(pausedBy) === 'connection';
}

interface Interrupted {
  now: number;
  storesLater: () => boolean;
  pace: UploadParts['pace'];
  /** Their request is over, although its outcome could not be stored; otherwise the directory may be working on it. */
  isAnswered: boolean;
}

/** Marks items as unclear that are still marked as being sent, because no answer can arrive any more. */
export function makeSendingUnclear(
  uploads: UploadParts['uploads'],
  steps: Pick<ItemSteps, 'makeUnclear'>,
  uploadId: number,
  { now, storesLater, pace, isAnswered }: Interrupted,
): void {
  const items = uploads.sent(uploadId, 'sending');
  const [first] = items;
  if (!first) return;
  // The directory may still be processing a batch.
  const batchDelay = storesLater() ? pace.jobDelay : pace.timeoutDelay;
  const singleDelay = isAnswered ? pace.indexDelay : pace.timeoutDelay;
  const wait = first.batch > 1 ? batchDelay : singleDelay;
  steps.makeUnclear('sending', 'interrupted', items, now + wait);
}
