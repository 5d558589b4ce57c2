import { z } from 'zod';
import { type Message, sentences } from './message.ts';
import { messageSchema } from './messageSchema.ts';

/** Every error that a user may encounter; anything else is a bug. */
export const errorCodes = [
  'input', // a call whose input does not fit the contract
  'unknown_call', // a name that the contract does not have
  'not_allowed', // a caller that the shell does not trust
  'too_large', // a body or file over its limit
  'not_found', // an id that does not exist (any more)
  'conflict', // another window saved a newer version
  'state', // not possible in the current state
  'key_missing', // the account has no key in the keychain or in this session
  'key_refused', // the directory does not know the key
  'keychain', // the system keychain cannot be used
  'offline', // no connection to the directory
  'rate_limited', // the directory asked to slow down
  'refused', // the directory refused a record
  'version_retired', // the address is of a retired API version
  'remote', // the directory's response was not understood
  'storage', // disk full, read-only or broken
  'newer_data', // the data folder was written by a newer Colophon
  'folder_in_use', // another process uses the data folder
  'unreadable', // stored data or an answer that cannot be read
  'unreadable_file', // a file that is not in its claimed format
  'cancelled', // stopped by the user
  'timed_out', // a command that made no progress for as long as it may wait
  'bug', // anything that should not happen
] as const;

const wireErrorSchema = z.object({
  code: z.enum(errorCodes),
  /** The problem. */
  message: messageSchema,
  /** Why. */
  why: z.nullable(messageSchema),
  /** How to fix it. */
  fix: z.nullable(messageSchema),
  /** The server's own wording, reference codes and similar: shown under "Details", never with a key in it. */
  details: z.string(),
  /** The part of the input that it concerns, such as `journal` of a question; absent if none. */
  field: z.string().optional(),
});
export type WireError = z.infer<typeof wireErrorSchema>;
export type ErrorCode = (typeof errorCodes)[number];

export interface ErrorParts {
  why?: Message | null;
  fix?: Message | null;
  details?: string;
  field?: string | undefined;
  status?: number | undefined;
  cause?: unknown;
}

/** An error that users can encounter, in three parts: what happened, why, and how to fix it. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly problem: Message;
  readonly why: Message | null;
  readonly fix: Message | null;
  readonly details: string;
  /** Empty if it does not concern a field. */
  readonly field: string;
  /** The HTTP status of the response that caused it; null if there is none. */
  readonly status: number | null;

  constructor(code: ErrorCode, problem: Message, parts: ErrorParts = {}) {
    // The message of the Error is for logs and stack traces only: it is the key, not translated.
    super(problem.key, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.name = 'AppError';
    this.code = code;
    this.problem = problem;
    this.why = parts.why ?? null;
    this.fix = parts.fix ?? null;
    this.details = parts.details ?? '';
    this.field = parts.field ?? '';
    this.status = parts.status ?? null;
  }

  /** The problem and how to fix it. */
  get brief(): Message {
    return joined([this.problem, this.fix]);
  }

  /** The problem, its reason, and how to fix it. */
  get full(): Message {
    return joined([this.problem, this.why, this.fix]);
  }

  toWire(): WireError {
    const { code, problem, why, fix, details, field } = this;
    return { code, message: problem, why, fix, details, ...(field === '' ? {} : { field }) };
  }

  static fromWire(error: WireError): AppError {
    return new AppError(error.code, error.message, error);
  }
}

function joined(parts: readonly (Message | null)[]): Message {
  return sentences(parts.filter((part) => part !== null));
}
