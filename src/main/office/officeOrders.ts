import type { WireError } from '../../shared/errors.ts';
import type { FieldChange } from '../../shared/office/fieldChanges.ts';
import type { AccountPreview, RecordRef } from '../../shared/office/office.ts';
import type { AnnouncedRecords, Permission } from '../outbox/bulkSending.ts';
import type { WriteSignal } from '../store/write.ts';
import type { LoopReport } from './officeLoop.ts';
import type { ReceivedRow } from './rows/receive.ts';
import type { Lease } from './sending/senderLoop.ts';
import type { QueueNews } from './sending/shareQueue.ts';

/** The data with which the office's thread is started. */
export interface OfficeThreadData {
  /** The path of the database. */
  file: string;
  signal: WriteSignal;
  /** Identifies this run of Colophon, with its version. */
  session: string;
  version: string;
}

/** Where to connect; the password is never in a file. */
interface Login {
  address: string;
  password: string;
}

/** Orders to the thread; one is worked on at a time. */
export type OfficeOrder =
  /** Creates the office in tables that the administrator prepared. */
  | ({ do: 'create' } & Login)
  | ({ do: 'preview' } & Login)
  /** Joins with the accounts that a preview listed, and sends and fetches everything. */
  | ({ do: 'join'; listed: AccountPreview[] } & Login)
  /** Keeps the data folder in step from now on. */
  | ({ do: 'follow' } & Login)
  | { do: 'stop' }
  /** Tells the office what is no longer queued here. */
  | { do: 'withdraw' }
  /** The records that a request is about to send. */
  | ({ do: 'announce' } & AnnouncedRecords)
  /** Takes one request from the limit of the directory of these accounts. */
  | { do: 'take'; accountIds: readonly string[] }
  /** Who last changed each field of a record. */
  | ({ do: 'fieldChanges' } & RecordRef)
  /** Nobody sends to the directory for this long. */
  | { do: 'hold'; accountIds: readonly string[]; ms: number };

/** Orders that are answered at once, alongside the others. */
export const isUrgent = (order: OfficeOrder): boolean =>
  ['announce', 'take', 'hold', 'fieldChanges', 'withdraw'].includes(order.do);

export interface OfficeAnswers {
  create: null;
  preview: AccountPreview[];
  join: null;
  follow: null;
  stop: null;
  withdraw: null;
  announce: Permission;
  /** Milliseconds to wait, 0: taken; null: the office cannot be asked. */
  take: number | null;
  hold: null;
  fieldChanges: FieldChange[];
}

/**
 * Messages to the thread: an order by its number, or that something was changed, that an account wants to send, or which
 * records are open.
 */
export type ToThread =
  | { id: number; order: OfficeOrder }
  | { id: null; wanting?: { accountId: string; hasKey: boolean }; open?: readonly RecordRef[] };

/** Messages from the thread. */
export type FromThread =
  | { id: number; ok: true; value: OfficeAnswers[keyof OfficeAnswers] }
  | { id: number; ok: false; error: WireError }
  | { id: null; report: LoopReport }
  | { id: null; leases: readonly Lease[] }
  | { id: null; queued: QueueNews }
  | { id: null; offered: string }
  /** The account whose deletions were changed by the office. */
  | { id: null; deletions: string }
  | { id: null; received: readonly ReceivedRow[] }
  | { id: null; sent: true };
