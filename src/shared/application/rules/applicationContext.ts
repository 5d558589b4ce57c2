import type { Dialect } from '../../directory/account.ts';
import type { ServerProfile } from '../../directory/profile.ts';
import type { JournalCard } from '../../journal/journal.ts';

/** An Update Request for the same journal at the directory: its status, and whether this account created it. */
export interface KnownRequest {
  status: string | null;
  mine: boolean;
}

/** What decides how the directory stores a record. */
export interface ApplicationServer {
  dialect: Dialect;
  /** Absent: what the rule pack says of the server. */
  profile?: Pick<ServerProfile, 'reviews'> | undefined;
}

export interface ApplicationContext extends ApplicationServer {
  now: Date;
  /** The record of the journal that an Update Request names, in either shape; null: the directory does not have it; undefined: unknown. */
  journal?: unknown;
  /** Journals known to the account, for ISSNs and homepages that are in use; null if none were ever fetched. Homepages are in those that have a `record`. */
  journals: readonly (JournalCard & { record?: unknown })[] | null;
  /** The open Update Request for the same journal; absent: none is known. */
  request?: KnownRequest | undefined;
  /**
   * True if the record is exactly what is sent, as in a file made elsewhere. In a draft, `applicationToWire` removes
   * what must not be sent and adds empty required members, so these have no findings.
   */
  isPayload?: boolean;
}
