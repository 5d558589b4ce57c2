declare const brand: unique symbol;

/** The id that a directory gave to one of its records; what it means is known to that directory only. */
export type RemoteId = string & { readonly [brand]: 'RemoteId' };

/** Directories use 32 hexadecimal digits; a longer id than this is no id. */
const longestRemoteId = 100;

/**
 * An id from outside: text of 1 to 100 characters without blanks at its ends, control characters or half characters.
 * null if it is anything else; it is never trimmed or shortened, because that would be the id of another record.
 */
export function readRemoteId(value: unknown): RemoteId | null {
  return isRemoteId(value) ? value : null;
}

export function isRemoteId(value: unknown): value is RemoteId {
  if (typeof value !== 'string' || value === '' || value.length > longestRemoteId) return false;
  return !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(value) && value.trim() === value;
}
