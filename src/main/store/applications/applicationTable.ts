import {
  applicationKindSchema,
  applicationStatusSchema,
  applicationSyncSchema,
} from '../../../shared/application/applicationDraft.ts';
import { readinesses } from '../../../shared/draft/draftStates.ts';
import { isOneOf, type Table } from '../columns.ts';
import { draftTable } from '../drafts/draftTable.ts';

const statuses = applicationStatusSchema.options;

/** The columns of `applications` (schema/applications.ts). Both kinds of drafts share columns of one name alike. */
export const applicationTable = {
  id: { sql: 'INTEGER PRIMARY KEY AUTOINCREMENT', shown: 'list', isLocal: true },
  account_id: {
    sql: 'TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE',
    shown: 'list',
    isLocal: true,
  },
  version: { sql: 'INTEGER NOT NULL DEFAULT 1', shown: 'list', isLocal: true },
  kind: {
    sql: `TEXT NOT NULL CHECK (${isOneOf('kind', applicationKindSchema.options)})`,
    isDerived: true,
    shown: 'list',
  },
  journal_id: { sql: 'TEXT', isDerived: true, shown: 'list' },
  title: { sql: 'TEXT NOT NULL', isDerived: true, shown: 'list' },
  pissn: { sql: 'TEXT NOT NULL', isDerived: true, shown: 'list' },
  eissn: { sql: 'TEXT NOT NULL', isDerived: true, shown: 'list' },
  search_text: { sql: 'TEXT NOT NULL', isDerived: true },
  readiness: {
    sql: `TEXT NOT NULL CHECK (${isOneOf('readiness', readinesses)})`,
    isDerived: true,
    shown: 'list',
  },
  errors: { sql: 'INTEGER NOT NULL', isDerived: true, shown: 'list' },
  warnings: { sql: 'INTEGER NOT NULL', isDerived: true, shown: 'list' },
  ignored: { sql: 'INTEGER NOT NULL', isDerived: true, shown: 'list' },
  changes: { sql: 'INTEGER NOT NULL', isDerived: true, shown: 'list' },
  // hash of what would be sent, and of what was sent last
  hash: { sql: 'TEXT NOT NULL', isDerived: true, shown: 'record' },
  sent_hash: { sql: 'TEXT', shown: 'record', shared: draftTable.sent_hash.shared },
  sync: {
    sql: `TEXT NOT NULL DEFAULT 'never'
    CHECK (${isOneOf('sync', applicationSyncSchema.options)})`,
    shown: 'list',
    isLocal: true,
  },
  status: {
    sql: `TEXT CHECK (${isOneOf('status', statuses)})`,
    shown: 'list',
    shared: { holds: statuses, by: 'sending' },
  },
  status_at: { sql: 'TEXT', shown: 'list', shared: { holds: 'time', by: 'sending' } },
  checked_at: { sql: 'TEXT', shown: 'list', isLocal: true },
  remote_id: { sql: 'TEXT', shown: 'list', shared: draftTable.remote_id.shared },
  // sending: how often it was tried, not before when (milliseconds since 1970) it is due again, how many ignored values
  // were seen before it was queued, and the request under way (applicationRows.ts, SendingAttempt)
  attempts: { sql: 'INTEGER NOT NULL DEFAULT 0', shown: 'record', isLocal: true },
  due_ms: { sql: 'INTEGER NOT NULL DEFAULT 0', shown: 'record', isLocal: true },
  seen_ignored: { sql: 'INTEGER NOT NULL DEFAULT 0', shown: 'record', isLocal: true },
  attempt: { sql: 'TEXT', shown: 'record', isLocal: true },
  // reading back: when it is due (null: nothing to be read), and how often it was tried
  read_ms: { sql: 'INTEGER', shown: 'record', isLocal: true },
  reads: { sql: 'INTEGER NOT NULL DEFAULT 0', shown: 'record', isLocal: true },
  sent_at: { sql: 'TEXT', shown: 'list', shared: draftTable.sent_at.shared },
  created_at: { sql: 'TEXT NOT NULL', shown: 'record', isLocal: true },
  updated_at: { sql: 'TEXT NOT NULL', shown: 'list', isLocal: true },
  trashed_at: { sql: 'TEXT', shown: 'list', shared: draftTable.trashed_at.shared },
  // the last refusal (shared/draft/draft.ts refusalSchema), the hash it was about, and whether the directory refused or we
  // gave up
  refusal: { sql: 'TEXT', shown: 'record', shared: draftTable.refusal.shared },
  refusal_hash: { sql: 'TEXT', shown: 'record', shared: draftTable.refusal_hash.shared },
  refusal_state: { sql: draftTable.refusal_state.sql, shared: draftTable.refusal_state.shared },
  // the journal as the directory had it (Update Requests), what was sent last, and what was then read back
  base: { sql: 'TEXT', shown: 'record', isUndone: true, shared: { holds: 'json', by: 'base' } },
  base_at: { sql: 'TEXT', shown: 'record', isUndone: true, shared: { holds: 'time', by: 'base' } },
  sent: { sql: 'TEXT', shown: 'record', shared: { holds: 'json', by: 'sending' } },
  stored: { sql: 'TEXT', shown: 'record', shared: { holds: 'json', by: 'sending' } },
  stored_at: { sql: 'TEXT', shown: 'record', shared: { holds: 'time', by: 'sending' } },
  // of a restored backup, or of a lost request: the directory may have it although the row does not say so
  may_be_sent: { sql: 'INTEGER NOT NULL DEFAULT 0', shown: 'record', isLocal: true },
  // cancelled while its request was under way, so that no other request follows
  is_cancelled: { sql: 'INTEGER NOT NULL DEFAULT 0', shown: 'record', isLocal: true },
  review: { sql: draftTable.review.sql, isUndone: true, shared: draftTable.review.shared },
  assignee: { sql: draftTable.assignee.sql, isUndone: true, shared: draftTable.assignee.shared },
  // the content that a person confirmed last, so that no other is sent
  confirmed_hash: { sql: 'TEXT', shown: 'record', isLocal: true },
  // the open Update Request that this person saw it replace, so that no other is replaced
  confirmed_open_id: { sql: 'TEXT', shown: 'record', isLocal: true },
  record: { sql: 'TEXT NOT NULL', shown: 'record', shared: draftTable.record.shared },
} as const satisfies Table;
