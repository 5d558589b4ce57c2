import { outboxStep } from '../../../shared/upload/outboxSteps.ts';
import type { ItemState } from '../../../shared/upload/uploadStates.ts';
import { isoNow } from '../../platform/clock.ts';
import type { UploadsOptions } from './articleParts.ts';

/** Up to this many retried records are sent one by one, to get the directory's exact message about each. */
const maxSentAlone = 10;
/** No limit on the size of batches. */
const anyBatch = 1_000_000;

/** Queues refused and failed records of an upload again; returns their drafts. */
export function retryItems(
  { uploads, draftSync, clock }: Pick<UploadsOptions, 'uploads' | 'draftSync' | 'clock'>,
  id: number,
  itemIds?: readonly number[],
): number[] {
  return uploads.transaction(() => {
    const at = isoNow({ clock });
    const items = uploads.retryable(id, itemIds);
    const free = new Set(draftSync.setQueued(items.map((item) => item.draftId)));
    const queued = items.filter((item) => free.has(item.draftId));
    // The directory may have a newer version since the last attempt.
    uploads.keepAnew(queued.map((item) => item.id));
    const cap = queued.length <= maxSentAlone ? 1 : anyBatch;
    for (const { id: itemId, state } of queued) {
      const { to } = outboxStep('articles', state, 'retried');
      const change = { state: to as ItemState, attempts: 'reset', dueMs: 0, refusal: null, cap } as const;
      uploads.step([itemId], state, change, at);
    }
    if (queued.length > 0 && uploads.find(id)!.state === 'done') uploads.setState(id, 'running', { at });
    return queued.map((item) => item.draftId);
  });
}
