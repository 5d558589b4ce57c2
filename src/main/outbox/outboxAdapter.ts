import type { OutboxKind } from '../../shared/upload/outboxSteps.ts';
import type { DirectoryRequest } from '../remote/directoryClient.ts';
import type { Answer } from '../remote/exchange.ts';
import type { AccountOutcome, AccountWords } from './accountOutcome.ts';

/** Tasks of the outbox; `id` is an upload for articles, and an application otherwise. */
export type TaskKind =
  | 'send'
  | 'look-up' // learn whether something unclear was stored
  | 'follow' // ask about something that was accepted for later, or read back what was stored
  | 'find-ids'; // of what was stored without an answer that names it

/** Tasks that change nothing at the directory. */
export type ReadingTask = Exclude<TaskKind, 'send'>;

/** A request whose records are marked as being sent. */
export interface Claim {
  request: DirectoryRequest;
  requestId: number;
}

/** The part of one account's outbox that differs between articles and applications. */
export interface OutboxAdapter<OwnClaim extends Claim = Claim> {
  readonly kind: OutboxKind;
  readonly words: AccountWords;
  /** Every so many tasks something else goes before sending. */
  readonly othersFirstEvery: number;
  /** Returns true if a task, or fetching a snapshot, needs the account's key. */
  needsKey(kind: TaskKind | 'snapshot'): boolean;
  /** Puts the rows in order while no request is under way: whatever is still marked as being sent becomes unclear. */
  tidy(): void;
  /** Returns true if anything is left to do, be it later. */
  hasWork(): boolean;
  /** Returns the id of the first task of a kind that is due; null if there is none. `now`: milliseconds since 1970. */
  due(kind: TaskKind, now: number): number | null;
  /** Returns the milliseconds until the next task is due; null if nothing waits. */
  nextDueIn(now: number): number | null;
  /** Fetches and keeps what the next request would overwrite, with the turn that the caller has; null if nothing is missing. Throws AppError if the directory cannot be asked. */
  snapshotBeforeOverwrite(id: number, signal: AbortSignal): Promise<AccountOutcome> | null;
  /** Marks the next records as being sent and keeps their request, in one transaction; null if there is nothing to send. */
  claim(id: number): OwnClaim | null;
  /** Writes down the outcome of a request; `answer` null: there was no key to send it with. */
  settle(
    claim: OwnClaim,
    answer: Answer | null,
    signal: AbortSignal,
  ): AccountOutcome | Promise<AccountOutcome>;
  /** Does a task that only reads; throws AppError if the directory cannot be asked. */
  perform(kind: ReadingTask, id: number, signal: AbortSignal): Promise<AccountOutcome>;
  /** Shows that a task has ended. */
  ended?(id: number): void;
  /** Shows what an outcome means for everything that waits; `troubles`: how often in a row the directory had a problem. */
  show(outcome: AccountOutcome, troubles: number): void;
  /** The user acted, so that whatever blocked the account is tried again. */
  unblock?(): void;
  /** An error of our own, or of the disk, ended a task. */
  fail?(id: number | null, error: unknown): void;
}
