import { z } from 'zod';

/** Everything that can go wrong in a way that a person may meet; anything else is a bug. */
export const errorCodes = [
  'input', // a call whose input does not fit the contract
  'unknown_call', // a name that the contract does not have
  'not_allowed', // a caller that the shell does not trust
  'too_large', // a body or file over its limit
  'not_found', // an id that is not (or no longer) there
  'conflict', // another window saved a newer version
  'state', // the thing is in a state in which this cannot be done
  'key_missing', // the account has no key in the keychain or in this session
  'key_refused', // the directory does not know the key
  'keychain', // the system keychain cannot be used
  'offline', // no connection to the directory
  'rate_limited', // the directory asked to slow down
  'refused', // the directory refused a record
  'version_retired', // the address speaks a version that is switched off
  'remote', // the directory answered in a way that is not understood
  'storage', // disk full, read-only or broken
  'newer_data', // the data folder was written by a newer Colophon
  'folder_in_use', // another process has the data folder
  'unreadable_file', // a file that cannot be read as what it says it is
  'cancelled', // the person stopped it
  'bug', // everything that should not happen
] as const;

export const wireErrorSchema = z.object({
  code: z.enum(errorCodes),
  /** What happened. */
  message: z.string(),
  /** Why, one sentence; may be empty. */
  why: z.string(),
  /** How to put it right, one sentence; may be empty. */
  fix: z.string(),
  /** The server's own words, reference codes, and the like: shown under "Details", never with a key in it. */
  details: z.string(),
  /** The part of the input that it is about, such as `journal` of a question; absent where it is about none. */
  field: z.string().optional(),
});
export type WireError = z.infer<typeof wireErrorSchema>;
export type ErrorCode = (typeof errorCodes)[number];

/** An error that a person can meet, in three parts: what happened, why, how to put it right. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly why: string;
  readonly fix: string;
  readonly details: string;
  /** Empty where it is about no field. */
  readonly field: string;

  constructor(
    code: ErrorCode,
    message: string,
    parts: { why?: string; fix?: string; details?: string; field?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.name = 'AppError';
    this.code = code;
    this.why = parts.why ?? '';
    this.fix = parts.fix ?? '';
    this.details = parts.details ?? '';
    this.field = parts.field ?? '';
  }

  toWire(): WireError {
    const { code, message, why, fix, details, field } = this;
    return { code, message, why, fix, details, ...(field === '' ? {} : { field }) };
  }

  static fromWire(error: WireError): AppError {
    return new AppError(error.code, error.message, error);
  }
}
