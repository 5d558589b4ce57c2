import { dialects } from '../../shared/directory/dialects.ts';
import { msg } from '../../shared/message.ts';
import { isoNow } from '../platform/clock.ts';
import { inSlices } from '../store/inSlices.ts';
import type { QueueParts } from './queueParts.ts';

/**
 * Puts the queue in order after the program ended in whatever way: what was being sent is looked up before it is sent
 * again, an upload that was still being put together is cancelled, and drafts that no upload holds are let go. Answers
 * the accounts with work to do.
 */
export async function recover(parts: QueueParts): Promise<string[]> {
  const { uploads } = parts;
  const at = isoNow(parts);
  parts.requests.closeOpen(msg('queue.attempt.interrupted'));
  const accounts = new Set<string>();
  for (const upload of uploads.list()) {
    if (upload.state !== 'done' && upload.state !== 'cancelled')
      uploads.dueNow(upload.id, parts.clock.now(), ['queued']);
    unsureAboutSending(parts, upload.id);
    if (upload.state === 'reading') {
      uploads.setState(upload.id, 'cancelled', { at, message: msg('queue.cancelled.interrupted') });
    } else if (upload.state === 'ready' || (upload.state === 'paused' && upload.pausedBy === 'offline')) {
      uploads.setState(upload.id, 'running', { at });
    }
    accounts.add(upload.accountId);
  }
  await inSlices(uploads.strayDrafts(), (ids) => parts.draftSync.releaseQueued(ids));
  return [...accounts];
}

/** Nobody waits for an answer about these items any more: sending -> unsure. */
export function unsureAboutSending(parts: QueueParts, uploadId: number): void {
  const { uploads, clock, pace } = parts;
  const items = uploads.sent(uploadId, 'sending');
  const [first] = items;
  const upload = uploads.find(uploadId);
  if (!first || !upload) return;
  const { storesLater } = dialects[parts.account(upload.accountId).dialect];
  const now = clock.now();
  // The directory may still be at work on a batch that it was sent a moment ago.
  const settled = Date.parse(first.sentAt) + (storesLater ? pace.jobDelay : pace.timeoutDelay);
  const wait =
    first.batch > 1 ? Math.min(Math.max(settled - now, pace.indexDelay), pace.timeoutDelay) : pace.indexDelay;
  uploads.step(
    items.map((item) => item.id),
    'sending',
    { state: 'unsure', dueMs: now + wait },
    isoNow(parts),
  );
}
