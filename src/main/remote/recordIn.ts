import type { DraftRecord } from '../../shared/draft/draft.ts';
import { isObject } from '../../shared/json.ts';

/**
 * The record in a response; null if its content is no object, as if nothing had been said about it: an empty record must
 * neither become a draft nor be kept as a snapshot.
 */
export function recordIn(json: unknown): DraftRecord | null {
  return isObject(json) && isObject(json.bibjson) ? json : null;
}
