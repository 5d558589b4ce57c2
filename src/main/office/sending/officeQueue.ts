import { AppError } from '../../../shared/errors.ts';
import type { QueuedDraft } from '../../outbox/bulkSending.ts';
import { createTurns } from '../../platform/turns.ts';
import type { Db } from '../../store/database.ts';
import type { OfficeStore } from '../../store/office/officeStore.ts';
import { createQueueStore } from '../../store/office/queueStore.ts';
import { retryWhileLocked } from '../../store/write.ts';
import type { QueuedApplication, QueueNews } from './shareQueue.ts';

/** The queues of this data folder. */
export interface QueueSender {
  uploads: {
    /** `noting` gets the upload's id in the transaction after which it may begin. */
    adopt(
      accountId: string,
      given: { drafts: readonly QueuedDraft[]; name: string; noting: (id: number) => void },
    ): Promise<void>;
    cancel(uploadId: number): Promise<unknown>;
    cancelAll(accountId: string): Promise<void>;
  };
  applications: {
    /** `noting` gets those that were queued, in the same transaction. */
    adopt(accountId: string, given: readonly QueuedApplication[], noting: (ids: number[]) => void): void;
    cancel(given: { accountId: string; ids: readonly number[] }): number;
    cancelAll(accountId: string): void;
  };
  deletions: { wake(accountId: string): void; cancel(accountId: string): number };
}

/** Queues here what colleagues queued, and takes out of the queue what was queued here. */
export function createOfficeQueue(db: Db, store: Pick<OfficeStore, 'accounts'>) {
  const queue = createQueueStore(db);
  // What is given up must not belong to an upload that is just being made.
  const inTurn = createTurns();

  /** Of the account, nothing is sent that is not under way, and nothing of that is sent again. */
  async function cancelOf(sender: QueueSender, accountId: string): Promise<void> {
    const { uploads, applications, deletions } = sender;
    await uploads.cancelAll(accountId);
    await retryWhileLocked(() => applications.cancelAll(accountId));
    await retryWhileLocked(() => deletions.cancel(accountId));
  }

  return {
    cancelOf,
    /** Drafts are adopted one upload after the other, in the order of the queue, unless the office is left meanwhile. */
    take: (
      { uploads, applications }: QueueSender,
      news: QueueNews,
      { mayAdopt }: { mayAdopt: () => boolean },
    ): Promise<void> =>
      inTurn(async () => {
        const { accountId, adopt, cancel, adoptApplications, cancelApplications, giveUp } = news;
        await retryWhileLocked(() => applications.cancel({ accountId, ids: cancelApplications }));
        await retryWhileLocked(() => {
          const given = mayAdopt() ? adoptApplications : [];
          const positions = new Map(given.map(({ id, position }) => [id, position]));
          applications.adopt(accountId, given, (ids) =>
            queue.adoptApplications(ids.map((id) => ({ id, position: positions.get(id)! }))),
          );
        });
        await Promise.all(cancel.map((id) => uploads.cancel(id).catch(ignoreOver)));
        await retryWhileLocked(() => queue.giveUpOver(giveUp));
        for (const { person, drafts } of adopt) {
          if (!mayAdopt()) return;
          const noting = (id: number) => mayAdopt() && queue.setUpload(id, drafts);
          await uploads.adopt(accountId, { drafts, name: person, noting });
        }
      }),
    /** `cancelOf` for all accounts of the office. */
    async cancelAll(sender: QueueSender | null): Promise<void> {
      for (const { accountId } of store.accounts())
        if (sender && accountId !== null) await cancelOf(sender, accountId);
      // What colleagues queued counts as theirs until nothing of it is queued here.
      await retryWhileLocked(() => queue.giveUpAll());
    },
  };
}

/** An upload may be over before it is cancelled. */
function ignoreOver(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}
