import type { Since } from '../../../shared/plan.ts';
import { outboxStep } from '../../../shared/upload/outboxSteps.ts';
import type { ItemState } from '../../../shared/upload/uploadStates.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Confirmed } from '../../platform/plans.ts';
import { createSince } from '../../store/drafts/listedDrafts.ts';
import type { UploadsOptions } from './articleParts.ts';

/** Up to this many retried records are sent one by one, to get the directory's exact message about each. */
const maxSentAlone = 10;
/** No limit on the size of batches. */
const anyBatch = 1_000_000;

/** What a person is asked to confirm: refused and failed records, with the contents of their drafts. */
export interface RetryPlan {
  uploadId: number;
  /** undefined: all of the upload. */
  itemIds: readonly number[] | undefined;
  listed: ReadonlyMap<number, { hash: string | null; title: string }>;
}

/**
 * Queues the records of a confirmed plan again that are still refused or failed, and whose drafts have not changed;
 * returns their drafts, and what was left out.
 */
export function retryItems(
  { uploads, draftSync, clock }: Pick<UploadsOptions, 'uploads' | 'draftSync' | 'clock'>,
  { listed: { uploadId, itemIds, listed } }: Confirmed<RetryPlan>,
): { draftIds: number[]; since: Since } {
  return uploads.transaction(() => {
    const at = isoNow({ clock });
    const now = uploads.retryable(uploadId, itemIds);
    const items = now.filter(({ id, hash }) => hash !== null && listed.get(id)?.hash === hash);
    const free = new Set(draftSync.setQueued(items.map((item) => item.draftId)));
    const queued = items.filter((item) => free.has(item.draftId));
    // The directory may have a newer version since the last attempt.
    uploads.keepAnew(queued.map((item) => item.id));
    const cap = queued.length <= maxSentAlone ? 1 : anyBatch;
    for (const { id: itemId, state, hash } of queued) {
      uploads.confirm(itemId, hash!);
      const { to } = outboxStep('articles', state, 'retried');
      const change = { state: to as ItemState, attempts: 'reset', dueMs: 0, refusal: null, cap } as const;
      uploads.step([itemId], state, change, at);
    }
    if (queued.length > 0 && uploads.find(uploadId)!.state === 'done')
      uploads.setState(uploadId, 'running', { at });
    const { since, changed } = createSince(now.filter(({ id }) => !listed.has(id)).length);
    const done = new Set(queued.map(({ id }) => id));
    for (const [id, { title }] of listed) if (!done.has(id)) changed(title);
    return { draftIds: queued.map((item) => item.draftId), since };
  });
}
