import { type OutboxEvent, outboxStep } from '../../../shared/upload/outboxSteps.ts';
import type { ItemState } from '../../../shared/upload/uploadStates.ts';
import { isoNow } from '../../platform/clock.ts';
import type { DraftSync } from '../../store/drafts/draftSync.ts';
import type { ItemChange } from '../../store/uploads/uploadRows.ts';
import type { UploadStore } from '../../store/uploads/uploadStore.ts';
import type { Progress } from './progress.ts';
import type { UploadRefusal } from './refusals.ts';

/** An item and the content of its draft that was sent. */
export interface SentContent {
  id: number;
  draftId: number;
  sentHash: string;
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

/** The steps of items in the state table of the outbox, each with what it means for the draft and the progress of the upload. */
export interface ItemSteps {
  /** Stored, or found as sent; `dueMs`: when ids that are missing are looked up. */
  store(
    uploadId: number,
    from: 'sending' | 'accepted' | 'unsure',
    stored: readonly StoredItem[],
    dueMs?: number,
  ): void;
  accept(items: readonly Item[], ticket: string): void;
  /** `sentHash` absent: it was never sent. */
  refuse(
    from: 'queued' | 'sending' | 'accepted',
    item: Item & { sentHash?: string },
    refusal: UploadRefusal,
  ): void;
  /** Looked up and not found once too often. */
  fail(item: SentContent & { attempts: number }, refusal: UploadRefusal): void;
  /** Back into the queue; of a cancelled upload, it is not sent any more. */
  queueAgain(
    uploadId: number,
    from: 'sending' | 'accepted' | 'unsure',
    event: OutboxEvent,
    items: readonly Item[],
    change?: Pick<ItemChange, 'cap' | 'dueMs' | 'attempts'>,
  ): void;
  /** Nobody knows whether it was stored; looked up at `dueMs`. */
  makeUnclear(from: 'sending' | 'accepted', event: OutboxEvent, items: readonly Item[], dueMs: number): void;
}

export interface ItemStepsOptions {
  accountId: string;
  uploads: Pick<UploadStore, 'step' | 'find'>;
  draftSync: Pick<DraftSync, 'setSent' | 'setRefused' | 'setFailed' | 'releaseQueued'>;
  progress: Pick<Progress, 'draftsChanged' | 'finished'>;
  clock: { now(): number };
}

/** Makes the steps of one account's items; the caller has begun a transaction. */
export function createItemSteps({
  accountId,
  uploads,
  draftSync,
  progress,
  clock,
}: ItemStepsOptions): ItemSteps {
  /** Returns how many items took the step: those that somebody changed meanwhile do not. */
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
    store(uploadId, from, stored, dueMs = 0) {
      const event = from === 'unsure' ? 'found' : 'stored';
      const at = isoNow({ clock });
      const taken = stored.filter(
        ({ item, outcome, remoteId }) => step(from, event, [item], { outcome, remoteId, dueMs }) > 0,
      );
      draftSync.setSent(
        taken.map(({ item, remoteId }) => {
          const { draftId: id, sentHash: hash, doiKey, urlKey } = item;
          return { id, hash, doiKey, urlKey, remoteId, at };
        }),
      );
      progress.finished(uploadId, taken.length);
    },
    accept: (items, ticket) => void step('sending', 'accepted', items, { ticket }),
    refuse(from, item, refusal) {
      const event = from === 'queued' ? 'held back' : 'refused';
      if (step(from, event, [item], { refusal }) === 0) return;
      const hash = item.sentHash === undefined ? {} : { hash: item.sentHash };
      draftSync.setRefused({ id: item.draftId, refusal, ...hash });
      progress.finished(refusal.uploadId, 1);
    },
    fail(item, refusal) {
      if (step('unsure', 'not found', [item], { refusal }, item.attempts) === 0) return;
      draftSync.setFailed({ id: item.draftId, refusal, hash: item.sentHash });
      progress.finished(refusal.uploadId, 1);
    },
    queueAgain(uploadId, from, event, items, change = {}) {
      const ticket = from === 'accepted' ? { ticket: null } : {};
      step(from, event, items, { ...ticket, ...change });
      if (uploads.find(uploadId)?.state !== 'cancelled') return;
      draftSync.releaseQueued(items.map((item) => item.draftId));
    },
    makeUnclear(from, event, items, dueMs) {
      const ticket = from === 'accepted' ? { ticket: null } : {};
      step(from, event, items, { ...ticket, dueMs });
    },
  };
}
