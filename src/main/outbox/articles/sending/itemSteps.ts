import { type OutboxEvent, outboxStep } from '../../../../shared/upload/outboxSteps.ts';
import type { ItemState } from '../../../../shared/upload/uploadStates.ts';
import { isoNow } from '../../../platform/clock.ts';
import type { ItemChange } from '../../../store/uploads/uploadRows.ts';
import type { ArticleParts } from '../articleParts.ts';
import type { Progress } from '../progress.ts';
import type { UploadRefusal } from '../refusals.ts';

/** An item and the content of its draft that was sent. */
export interface SentContent {
  id: number;
  draftId: number;
  sentHash: string;
  /** Hash of it as the directory stores it. */
  sentContent: string;
  doiKey: string | null;
  urlKey: string | null;
}

type Item = Pick<SentContent, 'id' | 'draftId'>;

export interface StoredItem {
  item: SentContent;
  /** null: not known yet. */
  outcome: 'created' | 'overwrote' | null;
  remoteId: string | null;
}

type SentState = 'sending' | 'accepted' | 'unsure';

export type ItemSteps = ReturnType<typeof createItemSteps>;

/** The steps of items in the outbox's state table, with their effects on drafts and progress. All need a transaction. */
export function createItemSteps({
  accountId,
  uploads,
  draftSync,
  progress,
  clock,
}: Pick<ArticleParts, 'accountId' | 'uploads' | 'draftSync' | 'clock'> & {
  progress: Pick<Progress, 'draftsChanged' | 'finished'>;
}) {
  /** Returns how many items took the step: others were changed meanwhile. */
  function step(
    from: ItemState,
    event: OutboxEvent,
    items: readonly Item[],
    change: Omit<ItemChange, 'state'> = {},
    attempts = 0,
  ): number {
    const { to, attempts: counted } = outboxStep('articles', from, event, attempts);
    const ids = items.map((item) => item.id);
    const count = counted === 'take back' ? { attempts: -1 } : {};
    const all = { ...count, ...change, state: to as ItemState };
    const draftIds = items.map((item) => item.draftId);
    progress.draftsChanged(accountId, draftIds);
    return uploads.step(ids, from, all, isoNow({ clock }));
  }

  return {
    /** Stored, or found as sent; `dueMs`: when missing ids are looked up. */
    store(uploadId: number, from: SentState, stored: readonly StoredItem[], dueMs = 0): void {
      const event = from === 'unsure' ? 'found' : 'stored';
      const at = isoNow({ clock });
      const taken = stored.filter(
        ({ item, outcome, remoteId }) => step(from, event, [item], { outcome, remoteId, dueMs }) > 0,
      );
      draftSync.setSent(
        taken.map(({ item, remoteId }) => {
          const { draftId: id, sentHash: hash, sentContent: content, doiKey, urlKey } = item;
          return { id, hash, content, doiKey, urlKey, remoteId, at };
        }),
      );
      progress.finished(uploadId, taken.length);
    },
    accept: (items: readonly Item[], ticket: string) => void step('sending', 'accepted', items, { ticket }),
    /** `sentHash` absent: it was never sent. */
    refuse(
      from: 'queued' | 'sending' | 'accepted',
      item: Item & { sentHash?: string },
      refusal: UploadRefusal,
    ): void {
      const event = from === 'queued' ? 'held back' : 'refused';
      if (step(from, event, [item], { refusal }) === 0) return;
      draftSync.setRefused({ id: item.draftId, refusal, hash: item.sentHash });
      progress.finished(refusal.uploadId, 1);
    },
    /** Looked up without success too often. */
    fail(
      item: SentContent & { attempts: number },
      refusal: UploadRefusal,
      event: 'not found' | 'unreadable' = 'not found',
    ): void {
      if (step('unsure', event, [item], { refusal }, item.attempts) === 0) return;
      draftSync.setFailed({ id: item.draftId, refusal, hash: item.sentHash });
      progress.finished(refusal.uploadId, 1);
    },
    /** Puts items back into the queue; items of a cancelled upload are no longer sent. */
    queueAgain(
      uploadId: number,
      from: SentState,
      event: OutboxEvent,
      items: readonly Item[],
      change: Pick<ItemChange, 'cap' | 'dueMs' | 'attempts'> = {},
    ): void {
      step(from, event, items, { ticket: null, ...change });
      if (uploads.find(uploadId)?.state !== 'cancelled') return;
      draftSync.releaseQueued(items.map((item) => item.draftId));
    },
    /** The outcome is unknown, and looked up at `dueMs`. */
    makeUnclear(
      from: 'sending' | 'accepted',
      event: OutboxEvent,
      items: readonly Item[],
      dueMs: number,
    ): void {
      step(from, event, items, { ticket: null, dueMs });
    },
  };
}
