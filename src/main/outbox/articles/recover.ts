import type { Account } from '../../../shared/directory/account.ts';
import { dialects } from '../../../shared/directory/dialects.ts';
import { msg } from '../../../shared/message.ts';
import { isoNow } from '../../platform/clock.ts';
import type { DraftSync } from '../../store/drafts/draftSync.ts';
import { inBatches } from '../../store/inBatches.ts';
import type { RequestStore } from '../../store/uploads/requestStore.ts';
import type { UploadStore } from '../../store/uploads/uploadStore.ts';
import type { ArticlePace } from '../outboxPace.ts';
import { createItemSteps, type ItemSteps } from './itemSteps.ts';
import type { Progress } from './progress.ts';

export interface RecoverOptions {
  uploads: UploadStore;
  requests: Pick<RequestStore, 'closeOpen'>;
  draftSync: DraftSync;
  progress: Pick<Progress, 'draftsChanged' | 'finished'>;
  account: (id: string) => Account;
  clock: { now(): number };
  pace: Pick<ArticlePace, 'indexDelay' | 'jobDelay' | 'timeoutDelay'>;
}

/**
 * Puts the uploads in order after the program ended in whatever way: what was being sent is looked up before it is sent
 * again, an upload that was still being put together is cancelled, and drafts that no upload holds are released. Returns
 * the accounts with work to do.
 */
export async function recover(options: RecoverOptions): Promise<string[]> {
  const { uploads, requests, draftSync, clock, pace } = options;
  const at = isoNow({ clock });
  const now = clock.now();
  requests.closeOpen(msg('queue.attempt.interrupted'));
  const accounts = new Set<string>();
  for (const { id, accountId, state, pausedBy } of uploads.list()) {
    if (state !== 'done' && state !== 'cancelled') uploads.dueNow(id, now, ['queued']);
    const storesLater = () => dialects[options.account(accountId).dialect].storesLater;
    const steps = createItemSteps({ ...options, accountId });
    makeSendingUnclear(uploads, steps, id, { now, storesLater, pace });
    if (state === 'reading') {
      uploads.setState(id, 'cancelled', { at, message: msg('queue.cancelled.interrupted') });
    } else if (state === 'ready' || (state === 'paused' && pausedBy === 'offline')) {
      uploads.setState(id, 'running', { at });
    }
    accounts.add(accountId);
  }
  await inBatches(uploads.strayDrafts(), (ids) => draftSync.releaseQueued(ids));
  return [...accounts];
}

/** Nobody waits for an answer about the items that are still marked as being sent: they are looked up. */
export function makeSendingUnclear(
  uploads: Pick<UploadStore, 'sent'>,
  steps: Pick<ItemSteps, 'makeUnclear'>,
  uploadId: number,
  { now, storesLater, pace }: { now: number; storesLater: () => boolean; pace: RecoverOptions['pace'] },
): void {
  const items = uploads.sent(uploadId, 'sending');
  const [first] = items;
  if (!first) return;
  // The directory may still be processing a batch that it was sent a moment ago.
  const settled = Date.parse(first.sentAt) + (storesLater() ? pace.jobDelay : pace.timeoutDelay);
  const wait =
    first.batch > 1 ? Math.min(Math.max(settled - now, pace.indexDelay), pace.timeoutDelay) : pace.indexDelay;
  steps.makeUnclear('sending', 'interrupted', items, now + wait);
}
