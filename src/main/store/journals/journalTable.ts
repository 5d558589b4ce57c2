import type { Table } from '../columns.ts';

/** The columns of `journals` (schema/accounts.ts). */
export const journalTable = {
  account_id: { sql: 'TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE', isLocal: true },
  id: { sql: 'TEXT NOT NULL', shown: 'list', isLocal: true },
  title: { sql: 'TEXT NOT NULL', shown: 'list', isLocal: true },
  publisher: { sql: `TEXT NOT NULL DEFAULT ''`, shown: 'list', isLocal: true },
  pissn: { sql: 'TEXT', shown: 'list', isLocal: true },
  eissn: { sql: 'TEXT', shown: 'list', isLocal: true },
  in_directory: { sql: 'INTEGER NOT NULL', shown: 'list', isLocal: true },
  mine: { sql: 'INTEGER NOT NULL', shown: 'list', isLocal: true },
  record: { sql: 'TEXT NOT NULL', shown: 'record', isLocal: true },
  fetched_at: { sql: 'TEXT NOT NULL', shown: 'record', isLocal: true },
  // only looked at: no rule and no list of the account's journals knows of it
  viewed: { sql: 'INTEGER NOT NULL DEFAULT 0', shown: 'record', isLocal: true },
} satisfies Table;
