import { uploadStateSchema } from '../../../shared/upload/uploadStates.ts';
import { isOneOf, type Table } from '../columns.ts';

/** The columns of `uploads` (schema/uploads.ts). */
export const uploadTable = {
  id: { sql: 'INTEGER PRIMARY KEY AUTOINCREMENT', shown: 'list', isLocal: true },
  account_id: {
    sql: 'TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE',
    shown: 'list',
    isLocal: true,
  },
  name: { sql: 'TEXT NOT NULL', shown: 'list', isLocal: true },
  state: {
    sql: `TEXT NOT NULL CHECK (${isOneOf('state', uploadStateSchema.options)})`,
    shown: 'list',
    isLocal: true,
  },
  // null unless it is paused
  paused_by: { sql: 'TEXT', shown: 'list', isLocal: true },
  message: { sql: `TEXT NOT NULL DEFAULT ''`, shown: 'list', isLocal: true },
  skipped: { sql: 'INTEGER NOT NULL DEFAULT 0', shown: 'list', isLocal: true },
  held_back: { sql: 'INTEGER NOT NULL DEFAULT 0', shown: 'list', isLocal: true },
  // JSON list of {draftId, title, reason, path, message}: what was left out and why, at the start
  left_out: { sql: `TEXT NOT NULL DEFAULT '[]'`, isLocal: true },
  created_at: { sql: 'TEXT NOT NULL', shown: 'list', isLocal: true },
  started_at: { sql: 'TEXT', shown: 'list', isLocal: true },
  finished_at: { sql: 'TEXT', shown: 'list', isLocal: true },
} satisfies Table;
