import type { Dialect } from '../../directory/account.ts';
import type { JournalCard } from '../../journal/journal.ts';

/** An Update Request for the same journal at the directory: its status, and whether this account made it. */
export interface KnownRequest {
  status: string | null;
  mine: boolean;
}

/** The facts that the rules use besides the record. */
export interface ApplicationContext {
  dialect: Dialect;
  now: Date;
  /** The record of the journal that an Update Request names, in either shape; null: the directory does not have it; undefined: not known. */
  journal?: unknown;
  /** Journals that the account knows, for ISSNs and homepages that are taken; null while none were ever fetched. Cards with their `record` tell homepages. */
  journals: readonly (JournalCard & { record?: unknown })[] | null;
  /** The Update Request for the same journal that is under way; absent: none is known. */
  request?: KnownRequest | undefined;
  /**
   * Whether the record is what will be sent, member for member, as in a file that somebody else made. Otherwise it is
   * a draft of ours: `applicationToWire` leaves out what may not go, so nobody is blamed for a contact in 4.0 or a
   * member that only the directory sets, and puts empty required members in.
   */
  isPayload?: boolean;
}
