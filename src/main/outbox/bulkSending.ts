import type { Message } from '../../shared/message.ts';
import type { OutboxKind } from '../../shared/upload/outboxSteps.ts';
import type { Withhold } from '../remote/directoryClient.ts';

/** Records that a request will change at the directory, or delete there: their kind, and their ids in this data folder. */
export interface AnnouncedRecords {
  accountId: string;
  kind: OutboxKind | 'deletions';
  ids: readonly number[];
}

/** A draft that a colleague queued. */
export interface QueuedDraft {
  draftId: number;
  /** The hash of the content that they confirmed. */
  content: string;
  /** The directory had its article then. */
  wasThere: boolean;
}

/**
 * `send`: the request may go out at once. `withheld`: another computer sends for the account. `unclear`: another one may
 * have sent some of the records, so that they have to be looked up first.
 */
export type Permission = 'send' | 'withheld' | 'unclear';

/** Another computer of the office sends, or it is not known yet who may (`reason` null). */
export interface Obstacle {
  reason: Message | null;
}

/** Permission to send in bulk, which an office gives to one computer per account. */
export interface BulkSending {
  /** Returns null if this computer may send for the account now; also asks for the right. */
  obstacle(accountId: string): Obstacle | null;
  /** The account is shared in an office: a computer that has the key sends what is queued here. */
  delegates(accountId: string): boolean;
  /** Returns true if only approved articles of the account may be sent. */
  needsApproval(accountId: string): boolean;
  /**
   * The versions in the office that this computer knows of these records, 0 for one that it does not know there; empty where
   * there are none. Asked when they are claimed, because their outcome may arrive from elsewhere before they are announced.
   */
  known(records: AnnouncedRecords): readonly number[];
  /** Asked immediately before a request goes out, with what was known when its records were claimed. */
  announce(records: AnnouncedRecords, known: readonly number[]): Promise<Permission>;
  /**
   * Resolves when everybody in the office knows the same of the account's directory: what this computer found is sent, and
   * what others found is here. Returns the drafts that others may have sent without anybody knowing what became of them.
   * Rejects if the office is left.
   */
  shareWatch(accountId: string): Promise<readonly number[]>;
  /** Calls `listener` when the obstacle of an account may be gone. */
  onChange(listener: (accountId: string) => void): void;
}

/** Without an office, everything may be sent. */
export const unrestrictedSending: BulkSending = {
  obstacle: () => null,
  delegates: () => false,
  needsApproval: () => false,
  known: () => [],
  announce: async () => 'send',
  shareWatch: async () => [],
  onChange: () => undefined,
};

/** Milliseconds between two checks whether this computer may send, unless it is notified earlier. */
export const heldTick = 1_000;

/** Created when these records are claimed: announces them before their request goes out, which it must not without a permission. */
export function withholdBy(
  sending: Pick<BulkSending, 'announce' | 'delegates' | 'known'>,
  records: AnnouncedRecords,
): Withhold {
  const wasShared = sending.delegates(records.accountId);
  const known = sending.known(records);
  return async () => {
    // The office may have been left while the request waited for its turn.
    const isLeft = wasShared && !sending.delegates(records.accountId);
    const why = isLeft ? 'withheld' : await sending.announce(records, known);
    return why === 'send' ? null : { kind: 'no-answer', why, detail: '' };
  };
}
