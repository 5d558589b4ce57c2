import type { DraftRecord } from '../../shared/draft/draft.ts';
import type { Losses } from './losses.ts';

interface WriteContext {
  /** Takes what the format cannot hold. */
  losses: Losses;
  /** The titles of the account's journals by ISSN, for records that do not have them. */
  journalTitles: ReadonlyMap<string, string>;
}

/** Writes records of the directory's article JSON in another format, in pieces; nothing if there are no records. */
export type Writer = (
  records: AsyncIterable<DraftRecord>,
  context: WriteContext,
) => AsyncIterable<string | Uint8Array>;
