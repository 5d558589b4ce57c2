import type { ArticleContext } from '../../../shared/article/articleRules.ts';
import type { Settings } from '../../../shared/contract/contract.ts';
import type { Account } from '../../../shared/directory/account.ts';
import { dialects } from '../../../shared/directory/dialects.ts';
import { msg } from '../../../shared/message.ts';
import type { Clock } from '../../platform/clock.ts';
import { readCreated } from '../../remote/answers.ts';
import type { DirectoryAccess } from '../../remote/directoryAccess.ts';
import type { DraftSync } from '../../store/drafts/draftSync.ts';
import type { VersionStore } from '../../store/drafts/versionStore.ts';
import type { UploadRow } from '../../store/uploads/uploadRows.ts';
import type { UploadStore } from '../../store/uploads/uploadStore.ts';
import type { AccountWords, BlockedBy } from '../accountOutcome.ts';
import type { OutboxAdapter, TaskKind } from '../outboxAdapter.ts';
import { createAccountUploads } from './accountUploads.ts';
import { createArticleLookUp } from './articleLookUp.ts';
import type { ArticlePace } from './articlePace.ts';
import { createArticleSnapshots } from './articleSnapshots.ts';
import { type BatchClaim, claimBatch } from './claimBatch.ts';
import { createItemSteps } from './itemSteps.ts';
import type { Progress } from './progress.ts';
import { makeSendingUnclear } from './recover.ts';
import { settleBatch } from './settleBatch.ts';
import { createTickets } from './tickets.ts';

export interface ArticleAdapterOptions {
  uploads: UploadStore;
  draftSync: DraftSync;
  versions: Pick<VersionStore, 'keep' | 'remoteIdOf'>;
  directory: DirectoryAccess;
  account: (id: string) => Account;
  /** Facts about an account for the rules. */
  context: (accountId: string) => ArticleContext;
  settings: () => Settings;
  progress: Progress;
  clock: Clock;
  random: () => number;
  pace: ArticlePace;
}

/** No pause is that long, in milliseconds: the computer's clock was set back since it was written down. */
const implausible = 15 * 60_000;

/** Makes the adapter that sends the uploads of one account: batches of articles, tickets, and look-ups by DOI and address. */
export function createArticleAdapter(
  options: ArticleAdapterOptions,
  accountId: string,
): OutboxAdapter<BatchClaim> {
  const { uploads, draftSync, versions, directory, progress, clock, random, pace } = options;
  const words = articleWords;
  const client = () => directory.client(accountId);
  const context = () => options.context(accountId);
  const dialect = () => options.account(accountId).dialect;
  const storesLater = () => dialects[dialect()].storesLater;
  const steps = createItemSteps({ uploads, draftSync, progress, clock }, accountId);
  const account = createAccountUploads({ uploads, progress, clock }, accountId);
  const tickets = createTickets({ accountId, uploads, steps, client, context, words, clock, pace, random });
  const lookUp = createArticleLookUp({
    ...{ accountId, uploads, draftSync, steps, progress, client, clock, pace, random },
  });
  const snapshots = createArticleSnapshots({
    ...{ accountId, uploads, versions, client, dialect, words, clock, indexDelay: pace.indexDelay },
    limiter: () => directory.limiter(accountId),
    isOffline: () => directory.connection(accountId).state === 'offline',
    batchBytes: () => options.settings().batchBytes,
  });
  /** As of the last look at the rows. */
  let active: UploadRow[] = [];

  function hasDue(kind: TaskKind, { id, state }: UploadRow, now: number): boolean {
    switch (kind) {
      case 'send':
        return state === 'running' && uploads.hasQueued(id, now);
      case 'look-up':
        return uploads.sent(id, 'unsure', { dueBy: now, limit: 1 }).length > 0;
      case 'follow':
        return (tickets.nextDue(id) ?? Number.POSITIVE_INFINITY) <= clock.monotonic();
      case 'find-ids':
        return uploads.withoutId(id, now, 1).length > 0;
    }
  }

  /** Milliseconds until the next item of an upload is due. */
  function itemsDueIn({ id, state }: UploadRow, now: number): number | null {
    const due = uploads.nextDue(id, state === 'running' ? ['queued', 'unsure'] : ['unsure']);
    if (due === null || due - now < implausible) return due === null ? null : due - now;
    uploads.dueNow(id, now, ['queued', 'unsure', 'done']);
    return 0;
  }

  return {
    kind: 'articles',
    words,
    // Tickets and look-ups are not put off for ever.
    othersFirstEvery: 4,
    // Search needs none.
    needsKey: (kind) => kind === 'send' || kind === 'follow',
    tidy() {
      const now = clock.now();
      for (const { id, state } of uploads.list(accountId))
        if (state !== 'done' && uploads.isUnderWay(id))
          makeSendingUnclear(uploads, steps, id, { now, storesLater, pace });
      account.finish();
      active = account.active();
    },
    hasWork: () => active.length > 0,
    due: (kind, now) => active.find((upload) => hasDue(kind, upload, now))?.id ?? null,
    nextDueIn(now) {
      const waits = active.flatMap((upload) => {
        const ticketDue = tickets.nextDue(upload.id);
        const ticketIn = ticketDue === null ? null : ticketDue - clock.monotonic();
        return [ticketIn, itemsDueIn(upload, now)].filter((ms) => ms !== null);
      });
      return waits.length === 0 ? null : Math.min(...waits);
    },
    snapshotBeforeOverwrite(uploadId, signal) {
      if (uploads.find(uploadId)?.state !== 'running') return null;
      const missing = snapshots.missing(uploadId);
      return missing.length === 0 ? null : snapshots.take(uploadId, missing, signal);
    },
    claim(uploadId) {
      const { batchBytes } = options.settings();
      const claimed = claimBatch(
        { uploads, steps, client: client(), dialect: dialect(), context, batchBytes, clock },
        uploadId,
      );
      if (claimed) {
        progress.sent(uploadId, claimed.items.length);
        // An answer may take minutes, and windows show the request under way.
        progress.changed(uploadId);
      }
      return claimed;
    },
    settle(claim, answer) {
      const outcome =
        answer === null
          ? ({ kind: 'key-refused', words: '' } as const)
          : readCreated(answer, claim.items.length);
      const settled = settleBatch(
        { accountId, uploads, versions, steps, context, storesLater: storesLater(), pace, words, clock },
        claim,
        outcome,
      );
      if (outcome.kind === 'accepted') tickets.add(outcome.ticket, claim.uploadId);
      return settled;
    },
    lookUp: lookUp.lookUpUnclear,
    follow: tickets.ask,
    findIds: lookUp.findIds,
    ended: (uploadId) => progress.changed(uploadId),
    block: (by, reason) => account.pauseAll(pausedBy[by], reason),
    unblock: () => undefined,
    offline: () => account.pauseAll('offline', msg('queue.paused.offline')),
    online: () => account.resumeOffline(),
    setWaitingReason(reason, troubles) {
      // Once is no news.
      account.setWaitingReason(reason ?? (troubles > 1 ? msg('queue.waiting.trouble') : null));
    },
    fail(uploadId, error) {
      if (uploadId !== null) account.fail(uploadId, error);
    },
  };
}

const pausedBy = {
  key: 'key',
  'no-key': 'key',
  version: 'version',
  address: 'problem',
} as const satisfies Record<BlockedBy, UploadRow['pausedBy']>;

const articleWords: AccountWords = {
  keyMissing: msg('queue.paused.keyMissing'),
  keyRefused: msg('queue.paused.keyRefused'),
  version: msg('queue.paused.version'),
  address: (words) => msg('queue.paused.address', { words }),
  maintenance: (words) => msg('queue.waiting.maintenance', { words }),
  lookUp: msg('queue.waiting.lookUp'),
};
