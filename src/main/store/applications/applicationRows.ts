import type {
  ApplicationRow,
  ApplicationStatus,
  ApplicationSync,
} from '../../../shared/application/applicationDraft.ts';
import type { DraftRecord, Refusal } from '../../../shared/draft/draft.ts';
import { retrySql } from '../drafts/draftSync.ts';
import { readableRecord, storedJson } from '../storedJson.ts';
import type { ApplicationColumns } from './applicationColumns.ts';

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
  attempt: SendingAttempt | null;
  readMs: number | null;
  reads: number;
  /** Restored from a backup without a directory id: it may have been sent since, and is looked up before it is sent. */
  mayBeSent: boolean;
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
}

export const derivedNames: Record<keyof ApplicationColumns, string> = {
  kind: 'kind',
  journalId: 'journal_id',
  title: 'title',
  pissn: 'pissn',
  eissn: 'eissn',
  searchText: 'search_text',
  readiness: 'readiness',
  errors: 'errors',
  warnings: 'warnings',
  ignored: 'ignored',
  changes: 'changes',
  hash: 'hash',
};

export const changeColumns: Record<Exclude<keyof ApplicationChange, 'sync'>, string> = {
  status: 'status',
  statusAt: 'status_at',
  checkedAt: 'checked_at',
  remoteId: 'remote_id',
  attempts: 'attempts',
  dueMs: 'due_ms',
  seenIgnored: 'seen_ignored',
  confirmedHash: 'confirmed_hash',
  attempt: 'attempt',
  readMs: 'read_ms',
  reads: 'reads',
  sentAt: 'sent_at',
  sentHash: 'sent_hash',
  refusal: 'refusal',
  refusalHash: 'refusal_hash',
  refusalState: 'refusal_state',
  sent: 'sent',
  stored: 'stored',
  storedAt: 'stored_at',
  mayBeSent: 'may_be_sent',
};

export const rowColumns = `id, account_id accountId, version, kind, journal_id journalId, title, pissn, eissn, readiness,
  errors, warnings, ignored, changes, sync, ${retrySql} retry, status, status_at statusAt, checked_at checkedAt, remote_id remoteId,
  sent_at sentAt, updated_at updatedAt, trashed_at trashedAt`;

export type RowColumns = Omit<ApplicationRow, 'retry'> & { retry: number };

export const fullColumns = `${rowColumns}, record, base, base_at baseAt, hash, sent_hash sentHash, refusal,
  refusal_hash refusalHash, sent, stored, stored_at storedAt, attempts, due_ms dueMs, seen_ignored seenIgnored,
  confirmed_hash confirmedHash, attempt,
  read_ms readMs, reads, may_be_sent mayBeSent`;

const jsonColumns = ['base', 'refusal', 'sent', 'stored', 'attempt'] as const;
type JsonColumn = (typeof jsonColumns)[number];

export type FullColumns = Omit<StoredApplication, JsonColumn | 'record' | 'retry' | 'mayBeSent'> &
  Record<JsonColumn, string | null> & { record: string; retry: number; mayBeSent: number };

export function toApplication(row: FullColumns): StoredApplication {
  const read = <T>(text: string | null) => (text === null ? null : (storedJson(text) as T));
  const refusal = read<Refusal>(row.refusal);
  return {
    ...row,
    retry: row.retry === 1,
    mayBeSent: row.mayBeSent === 1,
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
