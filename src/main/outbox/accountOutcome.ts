import { AppError, type ErrorCode } from '../../shared/errors.ts';
import type { Message } from '../../shared/message.ts';
import type { UnprocessedAnswer } from '../remote/answers.ts';

/** The consequence of an answer for the account as a whole. */
export type AccountOutcome =
  | { kind: 'fine' }
  /** Nothing more can be sent until the user acts. */
  | { kind: 'blocked'; by: BlockedBy; reason: Message }
  | { kind: 'offline' }
  /** The connection is back. */
  | { kind: 'online' }
  /** Another computer of the office sends for the account; null: it no longer does. */
  | { kind: 'held'; reason: Message | null }
  /** The directory itself has a problem; `reason` null: shown only if it happens again. */
  | { kind: 'trouble'; reason: Message | null };

export type BlockedBy = 'key' | 'no-key' | 'version' | 'address';

/** The messages of one kind of record for why nothing is sent. */
export interface AccountWords {
  keyMissing: Message;
  keyRefused: Message;
  version: Message;
  /** `words`: the directory's message. */
  address(words: string | Message): Message;
  maintenance(words: string | Message): Message | null;
  /** Shown while unclear records cannot be looked up. */
  lookUp: Message | null;
  /** Shown while the records to be overwritten cannot be fetched. */
  snapshot(problem: Message): Message | null;
}

export const fine: AccountOutcome = { kind: 'fine' };
export const trouble: AccountOutcome = { kind: 'trouble', reason: null };

/** Returns the outcome of an answer that does not concern the sent records. */
export function outcomeOfAnswer(outcome: UnprocessedAnswer, words: AccountWords): AccountOutcome {
  switch (outcome.kind) {
    case 'key-refused':
      return { kind: 'blocked', by: 'key', reason: words.keyRefused };
    case 'version-retired':
      return { kind: 'blocked', by: 'version', reason: words.version };
    case 'wrong-address':
      return { kind: 'blocked', by: 'address', reason: words.address(outcome.words) };
    case 'maintenance':
      return { kind: 'trouble', reason: words.maintenance(outcome.words) };
    case 'offline':
      return { kind: 'offline' };
    case 'slow-down':
    case 'turned-away':
    case 'withheld':
      return fine;
  }
}

interface ErrorContext {
  /** There is no connection at all. */
  isOffline: boolean;
  /** The request that failed carried the key. */
  usesKey: boolean;
  words: AccountWords;
  /** Shown until the directory answers. */
  reason: Message | null;
}

/** Returns true if an error came from the directory or the connection rather than from Colophon. */
export function isDirectoryError(error: unknown): error is AppError {
  return error instanceof AppError && directoryCodes.includes(error.code);
}

const directoryCodes: readonly ErrorCode[] = [
  'key_missing',
  'key_refused',
  'offline',
  'rate_limited',
  'version_retired',
  'remote',
  'cancelled',
];

/** Returns the outcome of a failed request that only reads. */
export function outcomeOfError(
  error: AppError,
  { isOffline, usesKey, words, reason }: ErrorContext,
): AccountOutcome {
  switch (error.code) {
    case 'key_refused':
      if (!usesKey) return { kind: 'trouble', reason };
      return { kind: 'blocked', by: 'key', reason: words.keyRefused };
    case 'key_missing':
      return { kind: 'blocked', by: 'no-key', reason: words.keyMissing };
    case 'version_retired':
      return { kind: 'blocked', by: 'version', reason: words.version };
    // The limiter waits as long as the directory asked for.
    case 'rate_limited':
    case 'cancelled':
      return fine;
    default:
      return isOffline ? { kind: 'offline' } : { kind: 'trouble', reason };
  }
}
