import { outboxStep } from '../../../shared/upload/outboxSteps.ts';
import type { ItemState } from '../../../shared/upload/uploadStates.ts';
import { isoNow } from '../../platform/clock.ts';
import type { DraftSync } from '../../store/drafts/draftSync.ts';
import type { UploadStore } from '../../store/uploads/uploadStore.ts';

/** So few records go alone when they are tried again, for the directory's exact words about each. */
const fewRetries = 10;
/** No limit of the batches that a record may join. */
const anyBatch = 1_000_000;

/** Queues refused and failed records of an upload again, in one transaction; returns their drafts. */
export function retryItems(
  {
    uploads,
    draftSync,
    clock,
  }: {
    uploads: Pick<UploadStore, 'transaction' | 'find' | 'retryable' | 'keepAnew' | 'step' | 'setState'>;
    draftSync: Pick<DraftSync, 'setQueued'>;
    clock: { now(): number };
  },
  id: number,
  itemIds?: readonly number[],
): number[] {
  return uploads.transaction(() => {
    const at = isoNow({ clock });
    const items = uploads.retryable(id, itemIds);
    const free = new Set(draftSync.setQueued(items.map((item) => item.draftId)));
    const queued = items.filter((item) => free.has(item.draftId));
    // The directory may have another version since the last attempt.
    uploads.keepAnew(queued.map((item) => item.id));
    for (const { id: itemId, state } of queued) {
      const { to } = outboxStep('articles', state, 'retried');
      uploads.step(
        [itemId],
        state,
        {
          ...{ state: to as ItemState, attempts: 'reset', dueMs: 0, refusal: null },
          cap: queued.length <= fewRetries ? 1 : anyBatch,
        },
        at,
      );
    }
    if (queued.length > 0 && uploads.find(id)?.state === 'done') uploads.setState(id, 'running', { at });
    return queued.map((item) => item.draftId);
  });
}
