import type { WireError } from '../../shared/errors.ts';
import type { AccountPreview } from '../../shared/office/office.ts';
import type { WriteSignal } from '../store/write.ts';
import type { LoopReport } from './officeLoop.ts';
import type { ReceivedRow } from './receive.ts';

/** The data with which the office's thread is started. */
export interface OfficeThreadData {
  /** The path of the database. */
  file: string;
  signal: WriteSignal;
  /** Of this run of Colophon, and its version. */
  session: string;
  version: string;
}

/** Where to connect; the password is in no file. */
interface Login {
  address: string;
  password: string;
}

/** Orders to the thread; one is worked on at a time. */
export type OfficeOrder =
  /** Creates the tables, or brings older ones up to date. */
  | ({ do: 'create'; migrate: boolean } & Login)
  | ({ do: 'preview' } & Login)
  /** Joins, and sends and fetches everything. */
  | ({ do: 'join' } & Login)
  /** Keeps the data folder in step from now on. */
  | ({ do: 'follow' } & Login)
  | { do: 'stop' };

export interface OfficeAnswers {
  create: null;
  preview: AccountPreview[];
  join: null;
  follow: null;
  stop: null;
}

/** Messages to the thread: an order by its number, or that something was changed. */
export type ToThread = { id: number; order: OfficeOrder } | { id: null };

/** Messages from the thread. */
export type FromThread =
  | { id: number; ok: true; value: OfficeAnswers[keyof OfficeAnswers] }
  | { id: number; ok: false; error: WireError }
  | { id: null; report: LoopReport }
  | { id: null; received: readonly ReceivedRow[] }
  | { id: null; sent: true };
