import { readArticle } from '../../../shared/article/article.ts';
import { storedContentHash } from '../../../shared/article/storedContent.ts';
import type { Publish } from '../../../shared/contract/contract.ts';
import type { DeletionList, DeletionState } from '../../../shared/draft/deletion.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { AppError } from '../../../shared/errors.ts';
import { isSameMessage, type Message, msg } from '../../../shared/message.ts';
import { maxAttempts } from '../../../shared/upload/outboxSteps.ts';
import { type Clock, isoNow } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Confirmed } from '../../platform/plans.ts';
import type { Scope, Task } from '../../platform/scope.ts';
import { problemOf } from '../../remote/answers.ts';
import { isMissing, readDeleted } from '../../remote/deleteAnswer.ts';
import type { DirectoryAccess } from '../../remote/directoryAccess.ts';
import type { AskOptions, DirectoryRequest, Withhold } from '../../remote/directoryClient.ts';
import { pathPart } from '../../remote/pathPart.ts';
import { recordIn } from '../../remote/recordIn.ts';
import type { ArticleToDelete, DeletionStore, OpenDeletion } from '../../store/deletions/deletionStore.ts';
import type { DraftSync } from '../../store/drafts/draftSync.ts';
import type { VersionStore } from '../../store/drafts/versionStore.ts';
import { backoff } from '../backoff.ts';
import { type BulkSending, heldTick, withholdBy } from '../bulkSending.ts';
import { defaultArticlePace, type OutboxPace } from '../outboxPace.ts';
import type { RemoteCache } from './remoteCache.ts';
import { isAsSeen, seenThere } from './seenArticle.ts';

export interface DeletionParts {
  store: DeletionStore;
  versions: Pick<VersionStore, 'keep'>;
  draftSync: Pick<DraftSync, 'setDeleted'>;
  remoteCache: Pick<RemoteCache, 'forget'>;
  transaction: <T>(work: () => T) => T;
  directory: Pick<DirectoryAccess, 'client' | 'limiter' | 'closure' | 'reopen'>;
  sending: BulkSending;
  clock: Clock;
  log: Pick<Log, 'info'>;
  publish: Publish;
  scope: Scope;
  /** Overrides for tests. */
  pace?: Partial<Pick<OutboxPace, 'timeoutDelay' | 'trouble'>> | undefined;
}

/** Articles read before their deletion is confirmed: a person waits for them. */
const maxLooked = 10;
/** Articles remembered because they could not be deleted or looked up: the others come first. */
const maxPostponed = 100;

/**
 * Deletes articles from the directory, one after another for each account. An article is deleted only if it is still
 * what a person saw, and after its snapshot is stored; without an answer it is looked up before anything is sent again.
 * In an office, the holder of the account's lease does that for everybody, while the others wait for the outcome.
 */
export function createDeletions(parts: DeletionParts) {
  const { store, versions, draftSync, sending, clock, log, publish, scope, transaction } = parts;
  const pace = { ...defaultArticlePace, ...parts.pace };
  const running = new Map<string, Task>();
  const pauses = new Map<string, Message>();
  /** Accounts with news for a task that may be about to end. */
  const woken = new Set<string>();
  const now = () => isoNow({ clock });
  const changed = (accountId: string) => publish('deletions.changed', { accountId });

  function run(accountId: string): void {
    if (running.has(accountId) || !store.next(accountId)) return;
    running.set(
      accountId,
      scope.run('deletions', (signal) => workThrough(accountId, signal)),
    );
  }

  async function workThrough(accountId: string, signal: AbortSignal): Promise<void> {
    try {
      let troubles = 0;
      // One article that the directory cannot serve must not keep the others waiting.
      const postponed = new Set<number>();
      for (let next = store.next(accountId); next; next = store.next(accountId, postponed)) {
        if (mustWait(next)) {
          // It may be over afterwards.
          await clock.sleep(heldTick, signal);
          continue;
        }
        const done = await attempt(next, signal);
        if (done === 'stopped') break;
        troubles = done === 'done' ? 0 : troubles + 1;
        if (troubles === 0) continue;
        if (done === 'postponed') {
          if (postponed.has(next.id) || postponed.size >= maxPostponed) postponed.clear();
          postponed.add(next.id);
        }
        await clock.sleep(backoff(pace.trouble, troubles, Math.random), signal);
      }
      if (!store.next(accountId) && pauses.delete(accountId)) changed(accountId);
    } finally {
      running.delete(accountId);
      if (woken.delete(accountId)) run(accountId);
    }
  }

  /**
   * Returns true while the directory is closed or an office lets another computer send, and shows so, and while the
   * article is queued to be sent.
   */
  function mustWait({ accountId, state, isQueued }: OpenDeletion): boolean {
    const closure = parts.directory.closure(accountId);
    if (closure) pause(accountId, closure.message);
    if (closure || state !== 'waiting') return closure !== null;
    // Another computer may be able to delete it: the right to send is not asked for.
    if (isQueued) {
      if (pauses.delete(accountId)) changed(accountId);
      return true;
    }
    const obstacle = sending.obstacle(accountId);
    if (obstacle?.reason) pause(accountId, obstacle.reason);
    return obstacle !== null;
  }

  function pause(accountId: string, why: Message): void {
    if (isSameMessage(pauses.get(accountId) ?? null, why)) return;
    pauses.set(accountId, why);
    changed(accountId);
  }

  /**
   * Handles one article; `later`: try again after a while; `postponed`: the others first; `stopped`: only the user can
   * help.
   */
  async function attempt(
    one: OpenDeletion,
    signal: AbortSignal,
  ): Promise<'done' | 'later' | 'postponed' | 'stopped'> {
    const { accountId } = one;
    try {
      await (one.state === 'waiting' ? deleteOne(one, signal) : lookUp(one, signal));
      if (pauses.delete(accountId)) changed(accountId);
      return 'done';
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      log.info('deletions', { account: accountId, error });
      // The limiter waits.
      if (error.code === 'rate_limited') return 'done';
      pauses.set(accountId, error.brief);
      changed(accountId);
      if (error.code === 'key_missing' || error.code === 'key_refused') return 'stopped';
      // Without a status, and with 503, no article is served.
      return error.status === null || error.status === 503 ? 'later' : 'postponed';
    }
  }

  async function deleteOne(one: OpenDeletion, signal: AbortSignal): Promise<void> {
    const found = await read(one, { signal });
    if (found === null) return settle(one, 'gone');
    if (one.attempts >= maxAttempts) return settle(one, 'refused', msg('deletion.givenUp'));
    if (!isAsSeen(one.seen, found)) return settle(one, 'refused', msg('deletion.changedThere'));
    const { id, accountId, remoteId } = one;
    const isClaimed = transaction(() => {
      const versionId = versions.keep({
        accountId,
        kind: 'article',
        why: 'withdrawn',
        uploadId: null,
        at: now(),
        remoteId,
        recordId: one.draftId ?? 0,
        title: readArticle(found).title || one.title,
        content: storedContentHash(found),
        record: found,
      });
      return store.claim(id, versionId, now());
    });
    if (!isClaimed) return settle(one, 'cancelled', msg('deletion.beingSent'));
    changed(accountId);
    const announce = withholdBy(sending, { accountId, kind: 'deletions', ids: [id] });
    const withhold: Withhold = async () =>
      store.isCancelled(id) ? { kind: 'no-answer', why: 'withheld', detail: '' } : announce();
    const outcome = readDeleted(await ask(one, 'DELETE', { signal, withhold }));
    switch (outcome.kind) {
      case 'deleted':
        return settle(one, 'deleted');
      case 'gone':
        // Somebody else's articles are public, but a DELETE of one is answered with 404.
        if ((await read(one, { signal })) === null) return settle(one, 'gone');
        return settle(one, 'refused', msg('deletion.notYours'));
      case 'not-now':
        return settle(one, 'refused', msg('deletion.forbidden', { words: outcome.words }));
      case 'problem':
        store.release(id, now());
        if (!store.isCancelled(id)) throw outcome.error;
        return changed(accountId);
      case 'unsure':
        store.settle(id, 'unclear', now());
        changed(accountId);
        // The directory may still be working on it.
        await clock.sleep(pace.timeoutDelay, signal);
    }
  }

  /** Finds out whether an unanswered DELETE was carried out. */
  async function lookUp(one: OpenDeletion, signal: AbortSignal): Promise<void> {
    const found = await read(one, { signal });
    if (found === null) return settle(one, 'deleted');
    store.notDone(one.id, now());
    changed(one.accountId);
  }

  function settle(one: OpenDeletion, state: DeletionState, message: Message | null = null): void {
    const { id, accountId, remoteId } = one;
    const isGone = state === 'deleted' || state === 'gone';
    const drafts = transaction(() => {
      // A colleague's computer may have ended it, and the article may be there again.
      const isNews = store.settle(id, state, now(), message);
      return isNews && isGone ? draftSync.setDeleted(accountId, remoteId) : [];
    });
    if (isGone) parts.remoteCache.forget(remoteId);
    if (drafts.length > 0) publish('drafts.changed', { accountId, ids: drafts });
    changed(accountId);
  }

  /** The article as the directory has it; null if it does not have it. Throws AppError as `problemOf`. */
  async function read(
    one: Pick<OpenDeletion, 'accountId' | 'remoteId'>,
    options: Pick<AskOptions, 'signal' | 'priority'>,
  ): Promise<DraftRecord | null> {
    const answer = await ask(one, 'GET', options);
    if (answer.kind === 'answer') {
      const { status, json } = answer;
      if (isMissing(answer)) return null;
      const record = recordIn(json);
      if (status === 200 && record !== null) return record;
    }
    throw problemOf(answer);
  }

  function ask(
    { accountId, remoteId }: Pick<OpenDeletion, 'accountId' | 'remoteId'>,
    method: DirectoryRequest['method'],
    options: Pick<AskOptions, 'signal' | 'withhold' | 'priority'>,
  ) {
    const request = { method, path: `articles/${pathPart(remoteId)}`, wantsKey: true };
    return parts.directory.client(accountId).ask(request, { priority: 'bulk', ...options });
  }

  return {
    /** Continues the work of the last run. */
    start: () => store.accounts().forEach(run),
    /** Colleagues queued something for the account, or it has a key again. */
    wake(accountId: string): void {
      if (running.has(accountId)) woken.add(accountId);
      else run(accountId);
    },
    /** Something is to be deleted, or looked up, at the address that the account has now. */
    isBusy: (accountId: string) => store.next(accountId) !== null,
    /** Ends all work for an account before it is removed. */
    async forget(accountId: string): Promise<void> {
      pauses.delete(accountId);
      woken.delete(accountId);
      const task = running.get(accountId);
      task?.abort();
      await task?.ended;
    },
    /**
     * Reads the articles of which nothing is known that could be compared at their turn, so that a person is shown what
     * the directory has now, and only that is deleted. At most `maxLooked` are read; `uncompared`: how many could not
     * be; `missing`: how many are not in the directory.
     */
    async lookAtUnknown<T extends ArticleToDelete>(
      accountId: string,
      articles: readonly T[],
    ): Promise<{ articles: T[]; uncompared: number; missing: number }> {
      const unknown = articles.filter(({ seen }) => seen === null).slice(0, maxLooked);
      const found = new Map<string, Pick<T, 'seen' | 'title'>>();
      let missing = 0;
      const lookAt = async ({ remoteId, title }: T) => {
        try {
          const record = await read({ accountId, remoteId }, { priority: 'interactive' });
          if (record === null) missing++;
          found.set(remoteId, {
            seen: seenThere(record),
            title: (record && readArticle(record).title) || title,
          });
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
        }
      };
      await Promise.all(unknown.map(lookAt));
      return {
        articles: articles.map((one) => ({ ...one, ...found.get(one.remoteId) })),
        uncompared: articles.filter(({ seen, remoteId }) => seen === null && !found.has(remoteId)).length,
        missing,
      };
    },
    /** Queues those of a confirmed plan that are still as it showed them. */
    async add(
      { listed: { accountId } }: Confirmed<{ accountId: string }>,
      articles: readonly ArticleToDelete[],
    ): Promise<number> {
      const count = await store.add(accountId, articles, now());
      pauses.delete(accountId);
      changed(accountId);
      run(accountId);
      return count;
    },
    list: (accountId: string, page: { offset: number; limit: number }): DeletionList => ({
      ...store.list(accountId, page),
      paused: pauses.get(accountId) ?? null,
    }),
    cancel(accountId: string): number {
      const count = store.cancel(accountId, now());
      changed(accountId);
      return count;
    },
    /** Ends a pause at once. */
    async resume(accountId: string): Promise<void> {
      if (!pauses.delete(accountId)) return;
      parts.directory.reopen(accountId);
      changed(accountId);
      const task = running.get(accountId);
      task?.abort();
      await task?.ended;
      run(accountId);
    },
    /** The time that deleting `count` articles takes, in seconds: each is fetched and deleted. */
    secondsFor: (accountId: string, count: number) =>
      count === 0 ? 0 : parts.directory.limiter(accountId).secondsFor(2 * count),
  };
}
