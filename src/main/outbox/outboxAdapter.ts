import type { OutboxKind } from '../../shared/upload/outboxSteps.ts';
import type { DirectoryRequest } from '../remote/directoryClient.ts';
import type { Answer } from '../remote/exchange.ts';
import type { AccountOutcome, AccountWords } from './accountOutcome.ts';

/** Tasks of the outbox; `id` is an upload for articles, and an application otherwise. */
export type TaskKind =
  | 'send'
  | 'look-up' // learn whether something unclear was stored
  | 'follow' // ask about something that was accepted for later, or read back what was stored
  | 'find-ids'; // find the id of a record whose answer did not contain it

/** Tasks that change nothing at the directory. */
export type ReadingTask = Exclude<TaskKind, 'send'>;

/** A request whose records are marked as being sent. */
export interface Claim {
  request: DirectoryRequest;
  requestId: number;
  /** The drafts or applications in it. */
  ids: readonly number[];
}

/** The part of one account's outbox that differs between articles and applications. */
export interface OutboxAdapter<OwnClaim extends Claim = Claim> {
  readonly kind: OutboxKind;
  readonly words: AccountWords;
  /** After this many tasks, another kind takes precedence over sending. */
  readonly othersFirstEvery: number;
  /** Returns true if a task, or fetching a snapshot, needs the account's key. */
  needsKey(kind: TaskKind | 'snapshot'): boolean;
  /** Marks records as unclear if they are marked as being sent but no request is in flight. */
  tidy(): void;
  /** Returns true if anything is left to do, now or later. */
  hasWork(): boolean;
  /** Returns the id of the first task of a kind that is due; null if there is none. `now`: monotonic milliseconds. */
  due(kind: TaskKind, now: number): number | null;
  /** Returns the milliseconds until the next task is due; null if nothing waits. */
  nextDueIn(now: number): number | null;
  /** Takes missing snapshots for the next request; the caller has acquired the limiter. Null if none is missing; throws AppError. */
  snapshotBeforeOverwrite(id: number, signal: AbortSignal): Promise<AccountOutcome> | null;
  /** Marks the next records as being sent and stores their request; null if there is nothing to send. */
  claim(id: number): OwnClaim | null;
  /** Stores the outcome of a request; `answer` null: the key was missing. */
  settle(
    claim: OwnClaim,
    answer: Answer | null,
    signal: AbortSignal,
  ): AccountOutcome | Promise<AccountOutcome>;
  /** Does a task that only reads; throws AppError if the directory cannot be asked. */
  perform(kind: ReadingTask, id: number, signal: AbortSignal): Promise<AccountOutcome>;
  /** Shows that a task has ended. */
  ended?(id: number): void;
  /** Shows an outcome to the user; `troubles`: consecutive problems of the directory. */
  show(outcome: AccountOutcome, troubles: number): void;
  /** Ends a block, because the user acted. */
  unblock?(): void;
  /** Called when a bug or a disk error ended a task. */
  fail?(id: number | null, error: unknown): void;
}
