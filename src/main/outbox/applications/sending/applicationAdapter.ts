import { AppError } from '../../../../shared/errors.ts';
import { msg } from '../../../../shared/message.ts';
import { readSent, type SendOutcome } from '../../../remote/applicationRequests.ts';
import type { Answer } from '../../../remote/exchange.ts';
import type { StoredApplication } from '../../../store/applications/applicationRows.ts';
import { type AccountOutcome, type AccountWords, fine } from '../../accountOutcome.ts';
import type { OutboxAdapter, ReadingTask, TaskKind } from '../../outboxAdapter.ts';
import type { ApplicationParts } from '../applicationParts.ts';
import { readOwn } from '../following/ownApplications.ts';
import type { SentOutcome } from '../stepAfter.ts';
import { type ApplicationClaim, claimApplication } from './claimApplication.ts';
import { lookUpApplication, lookUpRestored, makeUnclear } from './lookUpApplication.ts';
import { cancelQueued } from './queueApplications.ts';
import { readBack } from './readBack.ts';
import { settleApplication } from './settleApplication.ts';
import { mayReplace, overwrittenId, postpone, replacesAnother, takeSnapshot, wait } from './takeSnapshot.ts';

/** Sends the applications of one account one at a time, and reads each back afterwards. */
export class ApplicationAdapter implements OutboxAdapter<ApplicationClaim> {
  readonly kind = 'applications';
  readonly words = applicationWords;
  /** The record is read back before the next one is sent. */
  readonly othersFirstEvery = 1;
  readonly #accountId: string;
  readonly #options: ApplicationParts;
  #isBlocked = false;

  constructor(options: ApplicationParts, accountId: string) {
    this.#options = options;
    this.#accountId = accountId;
  }

  get #client() {
    return this.#options.directory.client(this.#accountId);
  }

  needsKey(): boolean {
    return true;
  }

  tidy(): void {
    const { store } = this.#options;
    const accountId = this.#accountId;
    for (const id of store.inSync(['sending'], accountId)) makeUnclear(this.#options, store.get(id), 'lost');
    cancelQueued(this.#options, { accountId, ids: store.cancelledInQueue(accountId) });
  }

  hasWork(): boolean {
    return !this.#isBlocked && this.#options.store.nextDue(this.#accountId) !== null;
  }

  due(kind: TaskKind, now: number): number | null {
    const { store } = this.#options;
    if (kind === 'find-ids') return null;
    if (kind === 'follow') return store.dueRead(this.#accountId, now);
    return store.due(this.#accountId, [kind === 'send' ? 'queued' : 'unsure'], now);
  }

  nextDueIn(now: number): number | null {
    const next = this.#options.store.nextDue(this.#accountId);
    return next === null ? null : next - now;
  }

  snapshotBeforeOverwrite(id: number, signal: AbortSignal): Promise<AccountOutcome> | null {
    const { store, opens, snapshots } = this.#options;
    const row = store.find(id);
    if (row?.sync !== 'queued') return null;
    if (row.mayBeSent) return this.#lookUpRestored(row, signal);
    if (this.#isUnasked(row)) return this.#askWhatIsOpen(row, signal);
    // Then it is not sent either.
    if (replacesAnother(row, opens)) return null;
    const remoteId = overwrittenId(row, opens);
    if (remoteId === null || snapshots.isTaken(id, remoteId)) return null;
    return takeSnapshot(this.#options, this.#client, { id, remoteId }, signal).then(() => fine);
  }

  async #lookUpRestored(row: StoredApplication, signal: AbortSignal): Promise<AccountOutcome> {
    // The look-up acquires the limiter for each of its requests.
    this.#options.directory.limiter(this.#accountId).giveBack();
    try {
      await lookUpRestored(this.#options, this.#client, row, { priority: 'bulk', signal });
    } catch (error) {
      if (error instanceof AppError) postpone(this.#options, row);
      throw error;
    }
    return fine;
  }

  /** Whether it is not known, or no longer, what sending an application would replace. */
  #isUnasked(row: StoredApplication): boolean {
    const { opens, snapshots } = this.#options;
    return mayReplace(row) && !opens.isKnown(row) && !snapshots.isReleased(row.id);
  }

  async #askWhatIsOpen(row: StoredApplication, signal: AbortSignal): Promise<AccountOutcome> {
    const { directory, store, opens } = this.#options;
    // The search acquires the limiter for each of its requests.
    directory.limiter(this.#accountId).giveBack();
    try {
      await opens.ask(this.#client, this.#accountId, [row], { priority: 'bulk', signal });
    } catch (error) {
      const isQueued = store.find(row.id)?.sync === 'queued';
      if (error instanceof AppError && isQueued) wait(this.#options, row, error, 'looking');
      throw error;
    }
    return fine;
  }

  claim(id: number): ApplicationClaim | null {
    const claim = claimApplication(this.#options, this.#client, id);
    // It has left the queue in any case.
    this.#options.snapshots.forget(id);
    return claim;
  }

  async settle(claim: ApplicationClaim, answer: Answer | null, signal: AbortSignal): Promise<AccountOutcome> {
    const { id, attempt } = claim;
    const outcome =
      answer === null ? ({ kind: 'key-refused', words: '' } as const) : readSent(answer, attempt.method);
    const isDoubtful = outcome.kind === 'not-now' || outcome.kind === 'gone';
    const known = isDoubtful ? await this.#readWhy(claim, outcome, signal) : outcome;
    const row = this.#options.store.find(id);
    if (row?.sync !== 'sending') return fine;
    return settleApplication({ ...this.#options, words: this.words }, row, attempt, known);
  }

  /**
   * Reads a record that was not changed: an editor has it, its automatic checks are still running, it is gone, or the account
   * may not change it, which has the same answer (reference/directory-api.md 5.7).
   */
  async #readWhy(
    { id, attempt: { remoteId } }: ApplicationClaim,
    outcome: SendOutcome,
    signal: AbortSignal,
  ): Promise<SentOutcome> {
    const { store, writer } = this.#options;
    if (remoteId === null) return outcome;
    try {
      const seen = await readOwn(this.#client, remoteId, { priority: 'bulk', signal });
      if (seen.kind !== 'found') return outcome;
      writer.noteRemoteState(store.get(id), seen, { isFollowing: true });
      if (outcome.kind === 'gone') return { ...outcome, kind: 'foreign-journal', status: 404 };
      return store.get(id).status === 'checking' ? { kind: 'checking' } : outcome;
    } catch {
      // What is only said to be gone is looked up later, and not created again.
      return outcome.kind === 'gone' ? { ...outcome, kind: 'unsure', why: 'unreadable' } : outcome;
    }
  }

  async perform(kind: ReadingTask, id: number, signal: AbortSignal): Promise<AccountOutcome> {
    const row = this.#options.store.find(id);
    const ask = { priority: 'bulk', signal } as const;
    if (row && kind === 'look-up') await lookUpApplication(this.#options, this.#client, row, ask);
    if (row && kind === 'follow') await readBack(this.#options, this.#client, row, ask);
    return fine;
  }

  /** Writes the reason into the timeline of every queued application; other outcomes concern one application. */
  show(outcome: AccountOutcome): void {
    if (outcome.kind !== 'blocked' && outcome.kind !== 'held') return;
    if (outcome.reason === null) return;
    const { store, writer } = this.#options;
    this.#isBlocked = outcome.kind === 'blocked';
    const waiting = store.inSync(['queued'], this.#accountId);
    for (const id of waiting) writer.addEventOnce(id, { kind: 'queued', message: outcome.reason });
    writer.changed(this.#accountId, waiting);
  }

  unblock(): void {
    this.#isBlocked = false;
  }
}

export const applicationWords: AccountWords = {
  keyMissing: msg('applicationLife.event.keyMissing'),
  keyRefused: msg('applicationLife.event.keyRefused'),
  version: msg('applicationLife.event.version'),
  address: (words) => msg('applicationLife.event.address', { words }),
  maintenance: () => null,
  lookUp: null,
  // `takeSnapshot` writes it into the timeline of the waiting application.
  snapshot: () => null,
};
