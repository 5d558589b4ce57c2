import type { Dialect } from '../../directory/account.ts';
import type { JournalCard } from '../../journal/journal.ts';

/** An Update Request for the same journal at the directory: its status, and whether this account created it. */
export interface KnownRequest {
  status: string | null;
  mine: boolean;
}

/** Facts that the rules use besides the record. */
export interface ApplicationContext {
  dialect: Dialect;
  now: Date;
  /** The record of the journal that an Update Request names, in either shape; null: the directory does not have it; undefined: unknown. */
  journal?: unknown;
  /** Journals known to the account, for ISSNs and homepages that are in use; null if none were ever fetched. Homepages are in those that have a `record`. */
  journals: readonly (JournalCard & { record?: unknown })[] | null;
  /** The open Update Request for the same journal; absent: none is known. */
  request?: KnownRequest | undefined;
  /**
   * True if the record is exactly what will be sent, as in a file made elsewhere. Otherwise it is
   * a draft of ours: `applicationToWire` removes members that must not be sent, so there are no findings about a contact in 4.0 or a
   * member that only the directory sets, and adds empty required members.
   */
  isPayload?: boolean;
}
