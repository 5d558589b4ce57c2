import type { WireError } from '../../shared/errors.ts';
import type { FieldChange } from '../../shared/office/fieldChanges.ts';
import type { AccountPreview, RecordRef } from '../../shared/office/office.ts';
import type { Permission } from '../outbox/bulkSending.ts';
import type { WriteSignal } from '../store/write.ts';
import type { LoopReport } from './officeLoop.ts';
import type { ReceivedRow } from './rows/receive.ts';
import type { Announcement, Lease } from './sending/senderLoop.ts';
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
  | ({ do: 'announce' } & Announcement)
  /** Takes one request from the limit of the directory of these accounts. */
  | { do: 'take'; accountIds: readonly string[] }
  /** Sends and fetches everything about the directory of an account. */
  | { do: 'shareWatch'; accountId: string }
  /** Who last changed each field of a record. */
  | ({ do: 'fieldChanges' } & RecordRef)
  /** Nobody sends to the directory for this long. */
  | { do: 'hold'; accountIds: readonly string[]; ms: number };

/** Orders that are answered at once, alongside the others. */
export const isUrgent = (order: OfficeOrder): boolean =>
  ['announce', 'take', 'hold', 'fieldChanges', 'withdraw', 'shareWatch'].includes(order.do);

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
  /** Drafts that others may have sent. */
  shareWatch: readonly number[];
  fieldChanges: FieldChange[];
}

/** Messages to the thread. */
export type ToThread =
  | { type: 'order'; id: number; order: OfficeOrder }
  /** Something was changed here. */
  | { type: 'wake' }
  /** An account wants to send. */
  | { type: 'want'; accountId: string; hasKey: boolean }
  /** These records are open here. */
  | { type: 'show'; open: readonly RecordRef[] };

/** What the thread tells without being asked. */
export type OfficeNews =
  | { type: 'report'; report: LoopReport }
  | { type: 'leases'; leases: readonly Lease[] }
  | { type: 'queued'; queued: QueueNews }
  | { type: 'offered'; accountId: string }
  /** The deletions of this account were changed by the office. */
  | { type: 'deletions'; accountId: string }
  /** Something about the directory of this account was fetched. */
  | { type: 'watch'; accountId: string }
  | { type: 'received'; received: readonly ReceivedRow[] }
  | { type: 'sent' };

/** Messages from the thread: news, and the answers to orders. */
export type FromThread =
  | OfficeNews
  | { type: 'done'; id: number; value: OfficeAnswers[keyof OfficeAnswers] }
  | { type: 'failed'; id: number; error: WireError };
