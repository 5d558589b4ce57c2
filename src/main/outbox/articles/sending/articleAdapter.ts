import { msg } from '../../../../shared/message.ts';
import { readCreated } from '../../../remote/answers.ts';
import type { Answer } from '../../../remote/exchange.ts';
import type { UploadRow } from '../../../store/uploads/uploadRows.ts';
import type { AccountOutcome, AccountWords, BlockedBy } from '../../accountOutcome.ts';
import type { OutboxAdapter, ReadingTask, TaskKind } from '../../outboxAdapter.ts';
import { createAccountUploads } from '../accountUploads.ts';
import { type ArticleParts, createArticleParts, type UploadParts } from '../articleParts.ts';
import { createArticleLookUp } from './articleLookUp.ts';
import { createArticleSnapshots } from './articleSnapshots.ts';
import { type BatchClaim, claimBatch } from './claimBatch.ts';
import { createItemSteps } from './itemSteps.ts';
import { makeSendingUnclear } from './recover.ts';
import { settleBatch } from './settleBatch.ts';
import { createTickets } from './tickets.ts';

/** Sends the uploads of one account in batches, follows tickets, and looks articles up by DOI and URL. */
export class ArticleAdapter implements OutboxAdapter<BatchClaim> {
  readonly kind = 'articles';
  readonly words = articleWords;
  /** Tickets and look-ups must not wait for all batches. */
  readonly othersFirstEvery = 4;
  readonly #options: ArticleParts;
  readonly #parts: ReturnType<typeof createParts>;
  /** Uploads with something left to do, as of the last `tidy`. */
  #active: UploadRow[] = [];

  constructor(parts: UploadParts, accountId: string) {
    this.#options = createArticleParts(parts, accountId);
    this.#parts = createParts(this.#options);
  }

  /** Search needs no key. */
  needsKey(kind: TaskKind | 'snapshot'): boolean {
    return kind === 'send' || kind === 'follow';
  }

  tidy(): void {
    const { accountId, uploads, clock } = this.#options;
    const { steps, account } = this.#parts;
    for (const { id, state } of uploads.list(accountId))
      if (state !== 'done' && uploads.isUnderWay(id))
        makeSendingUnclear(uploads, steps, id, {
          ...this.#options,
          now: clock.monotonic(),
          isAnswered: true,
        });
    account.finish();
    this.#active = account.active();
  }

  hasWork(): boolean {
    return this.#active.length > 0;
  }

  due(kind: TaskKind, now: number): number | null {
    return this.#active.find((upload) => this.#hasDue(kind, upload, now))?.id ?? null;
  }

  #hasDue(kind: TaskKind, { id, state }: UploadRow, now: number): boolean {
    const { uploads } = this.#options;
    switch (kind) {
      case 'send':
        return state === 'running' && uploads.hasQueued(id, now);
      case 'look-up':
        return uploads.sent(id, 'unsure', { dueBy: now, limit: 1 }).length > 0;
      case 'follow':
        return (this.#parts.tickets.nextDue(id) ?? Number.POSITIVE_INFINITY) <= now;
      case 'find-ids':
        return uploads.withoutId(id, now, 1).length > 0;
    }
  }

  nextDueIn(now: number): number | null {
    const { uploads } = this.#options;
    const dues = this.#active.flatMap(({ id, state }) => {
      const itemsDue = uploads.nextDue(id, state === 'running' ? ['queued', 'unsure'] : ['unsure']);
      return [this.#parts.tickets.nextDue(id), itemsDue].filter((due) => due !== null);
    });
    return dues.length === 0 ? null : Math.min(...dues) - now;
  }

  snapshotBeforeOverwrite(uploadId: number, signal: AbortSignal): Promise<AccountOutcome> | null {
    if (this.#options.uploads.find(uploadId)?.state !== 'running') return null;
    const { snapshots } = this.#parts;
    const missing = snapshots.missing(uploadId);
    return missing.length === 0 ? null : snapshots.take(uploadId, missing, signal);
  }

  claim(uploadId: number): BatchClaim | null {
    const { progress } = this.#options;
    const claimed = claimBatch({ ...this.#options, steps: this.#parts.steps }, uploadId);
    if (claimed) {
      progress.sent(uploadId, claimed.items.length);
      // An answer may take minutes; windows show the request meanwhile.
      progress.changed(uploadId);
    }
    return claimed;
  }

  settle(claim: BatchClaim, answer: Answer | null): AccountOutcome {
    const { steps, tickets } = this.#parts;
    const outcome =
      answer === null
        ? ({ kind: 'key-refused', words: '' } as const)
        : readCreated(answer, claim.items.length);
    const settled = settleBatch({ ...this.#options, steps, words: this.words }, claim, outcome);
    if (outcome.kind === 'accepted') tickets.add(outcome.ticket, claim.uploadId);
    return settled;
  }

  perform(kind: ReadingTask, uploadId: number, signal: AbortSignal): Promise<AccountOutcome> {
    const { tickets, lookUp } = this.#parts;
    if (kind === 'follow') return tickets.ask(uploadId, signal);
    return kind === 'look-up' ? lookUp.lookUpUnclear(uploadId, signal) : lookUp.findIds(uploadId, signal);
  }

  ended(uploadId: number): void {
    this.#options.progress.changed(uploadId);
  }

  show(outcome: AccountOutcome, troubles: number): void {
    const { account } = this.#parts;
    if (outcome.kind === 'blocked') account.pauseAll(pausedBy[outcome.by], outcome.reason);
    else if (outcome.kind === 'offline') account.pauseAll('offline', msg('queue.paused.offline'));
    else if (outcome.kind === 'online') account.resumeOffline();
    const reason = outcome.kind === 'trouble' || outcome.kind === 'held' ? outcome.reason : null;
    // Trouble without a reason is shown the second time.
    account.setWaitingReason(reason ?? (troubles > 1 ? msg('queue.waiting.trouble') : null));
  }

  fail(uploadId: number | null, error: unknown): void {
    if (uploadId !== null) this.#parts.account.fail(uploadId, error);
  }
}

function createParts(options: ArticleParts) {
  const steps = createItemSteps(options);
  return {
    steps,
    account: createAccountUploads(options),
    tickets: createTickets({ ...options, steps, words: articleWords }),
    lookUp: createArticleLookUp({ ...options, steps }),
    snapshots: createArticleSnapshots({ ...options, steps }),
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
  snapshot: (words) => msg('queue.waiting.keeping', { words }),
};
