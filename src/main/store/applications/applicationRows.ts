import type {
  ApplicationRow,
  ApplicationStatus,
  ApplicationSync,
} from '../../../shared/application/applicationDraft.ts';
import type { DraftRecord, Refusal } from '../../../shared/draft/draft.ts';
import { columnsByMember, columnsWith, selectedAs } from '../columns.ts';
import { retrySql } from '../drafts/draftSync.ts';
import { readableRecord, storedJson } from '../storedJson.ts';
import { applicationTable } from './applicationTable.ts';

/** A request that is in progress, or whose outcome is unknown: its content and its target. */
export interface SendingAttempt {
  method: 'POST' | 'PUT';
  /** The record that a PUT was sent to; null for a POST. */
  remoteId: string | null;
  hash: string;
  /** ISO time. */
  at: string;
  body: DraftRecord;
  /** The response looked like that of a locked record. */
  isLocked: boolean;
}

/** An application as stored; its findings, differences and timeline are derived from this. */
export interface StoredApplication extends ApplicationRow {
  record: DraftRecord;
  base: DraftRecord | null;
  baseAt: string | null;
  hash: string;
  sentHash: string | null;
  refusal: Refusal | null;
  refusalHash: string | null;
  sent: DraftRecord | null;
  stored: DraftRecord | null;
  storedAt: string | null;
  attempts: number;
  dueMs: number;
  seenIgnored: number;
  /** The content that a person confirmed when it was queued; no other is sent. */
  confirmedHash: string | null;
  /** The open Update Request that this person saw it replace at the directory; null: none. */
  confirmedOpenId: string | null;
  attempt: SendingAttempt | null;
  readMs: number | null;
  reads: number;
  /**
   * The directory may have it, as after a backup without its id was restored, or a request for it was lost: it is looked up
   * before it is sent.
   */
  mayBeSent: boolean;
  /** Cancelled while its request was under way: should it return to the queue, it leaves that at once. */
  isCancelled: boolean;
  createdAt: string;
}

export interface ApplicationChange {
  sync?: ApplicationSync | 'settled';
  status?: ApplicationStatus | null;
  statusAt?: string | null;
  checkedAt?: string | null;
  remoteId?: string | null;
  attempts?: number;
  dueMs?: number;
  seenIgnored?: number;
  confirmedHash?: string;
  confirmedOpenId?: string | null;
  attempt?: SendingAttempt | null;
  readMs?: number | null;
  reads?: number;
  sentAt?: string | null;
  sentHash?: string | null;
  refusal?: Refusal | null;
  refusalHash?: string | null;
  refusalState?: 'refused' | 'failed' | null;
  sent?: DraftRecord | null;
  stored?: DraftRecord | null;
  storedAt?: string | null;
  mayBeSent?: boolean;
  isCancelled?: boolean;
}

const listed = columnsByMember(columnsWith(applicationTable, 'shown', 'list'));
const onlyInRecord = columnsByMember(columnsWith(applicationTable, 'shown', 'record'));
const rowSql: Record<keyof ApplicationRow, string> = { ...listed, retry: retrySql };
const fullSql: Record<keyof StoredApplication, string> = { ...rowSql, ...onlyInRecord };

export const rowColumns = selectedAs(rowSql);
export const fullColumns = selectedAs(fullSql);

export type RowColumns = Omit<ApplicationRow, 'retry'> & { retry: number };

const jsonColumns = ['base', 'refusal', 'sent', 'stored', 'attempt'] as const;
type JsonColumn = (typeof jsonColumns)[number];
type Flag = 'retry' | 'mayBeSent' | 'isCancelled';

export type FullColumns = Omit<StoredApplication, JsonColumn | 'record' | Flag> &
  Record<JsonColumn, string | null> &
  Record<Flag, number> & { record: string };

export function toApplication(row: FullColumns): StoredApplication {
  const read = <T>(text: string | null) => (text === null ? null : (storedJson(text) as T));
  const refusal = read<Refusal>(row.refusal);
  return {
    ...row,
    retry: row.retry === 1,
    mayBeSent: row.mayBeSent === 1,
    isCancelled: row.isCancelled === 1,
    record: readableRecord(row.record, 'applications.record'),
    base: read<DraftRecord>(row.base),
    refusal,
    sent: read<DraftRecord>(row.sent),
    stored: read<DraftRecord>(row.stored),
    attempt: read<SendingAttempt>(row.attempt),
  };
}

/** A value as a parameter for SQLite: objects as JSON. */
export function toColumn(value: unknown): string | number | null {
  if (typeof value === 'boolean') return Number(value);
  // Monotonic times have fractions.
  if (typeof value === 'number') return Math.round(value);
  if (value === null || typeof value === 'string') return value;
  return JSON.stringify(value);
}
