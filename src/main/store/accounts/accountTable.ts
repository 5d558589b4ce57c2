import { type Account, accountSchema } from '../../../shared/directory/account.ts';
import { type ColumnsWith, columnsWith, isOneOf, type Member, type Table } from '../columns.ts';

const { kind, dialect } = accountSchema.shape;

/** The columns of `accounts` (schema/accounts.ts). */
export const accountTable = {
  id: { sql: 'TEXT PRIMARY KEY', shown: 'list', isLocal: true },
  kind: { sql: `TEXT NOT NULL CHECK (${isOneOf('kind', kind.options)})`, shown: 'list', isLocal: true },
  name: { sql: 'TEXT NOT NULL', shown: 'list', isSharedSetting: true },
  base: { sql: 'TEXT NOT NULL', shown: 'list', isSharedSetting: true },
  dialect: {
    sql: `TEXT NOT NULL CHECK (${isOneOf('dialect', dialect.options)})`,
    shown: 'list',
    isSharedSetting: true,
  },
  rate: { sql: 'REAL NOT NULL', shown: 'list', isSharedSetting: true },
  username: { sql: `TEXT NOT NULL DEFAULT ''`, shown: 'list', isSharedSetting: true },
  // where the key was last put; the key itself is never in this file
  key_place: { sql: `TEXT NOT NULL DEFAULT 'missing'`, shown: 'list', isLocal: true },
  journals_at: { sql: 'TEXT', isLocal: true },
  // drafts after this id are still to be checked anew with changed journals or dialect; null: none
  recheck_after: { sql: 'INTEGER', isLocal: true },
  // counted up whenever all of them are: what was derived with an earlier number may be out of date
  checks_version: { sql: 'INTEGER NOT NULL DEFAULT 0', isLocal: true },
  // counted up by every change of what its list of drafts filters by, and of what it is ordered by
  facts_version: { sql: 'INTEGER NOT NULL DEFAULT 0', isLocal: true },
  order_version: { sql: 'INTEGER NOT NULL DEFAULT 0', isLocal: true },
  // counted up by every change of which drafts have which DOI and full-text address
  keys_version: { sql: 'INTEGER NOT NULL DEFAULT 0', isLocal: true },
  created_at: { sql: 'TEXT NOT NULL', shown: 'list', isLocal: true },
  // its journals were found without its name, so that there may be more
  journals_partial: { sql: 'INTEGER NOT NULL DEFAULT 0', isLocal: true },
  // of an account in an office: only approved drafts may be sent
  approved_only: { sql: 'INTEGER NOT NULL DEFAULT 0', isSharedSetting: true },
} satisfies Table;

/** The columns of an account as everybody knows it. */
export const accountColumns = columnsWith(accountTable, 'shown');

/** An account as its row has it: `keyPlace` is its `key`. */
export type AccountRow = Pick<
  Account & { keyPlace: Account['key'] },
  Member<ColumnsWith<typeof accountTable, 'shown'>>
>;

export const toAccountRow = ({ key, ...account }: Account): AccountRow => ({ ...account, keyPlace: key });
