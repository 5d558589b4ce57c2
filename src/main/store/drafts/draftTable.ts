import { readinesses, reviews, syncs } from '../../../shared/draft/draftStates.ts';
import { type AssignedFacet, assignedFacets } from '../../../shared/draft/facets.ts';
import { type Column, isOneOf, type SharedColumn, type Table } from '../columns.ts';

const refusalStates = ['refused', 'failed'] as const;

/** A column that colleagues in an office set. It comes late in a row: read it with `assignedColumns`. */
function assigned<const Holds extends SharedColumn['holds']>(sql: string, holds: Holds) {
  return {
    sql,
    shown: 'list',
    isUndone: true,
    shared: { holds, by: 'editing' },
    makesStale: 'facts',
  } as const satisfies Column;
}

const assignedTable = {
  // null: being written
  review: assigned(`TEXT CHECK (${isOneOf('review', reviews)})`, reviews),
  // who is to go on with it: the name of a person in the office
  assignee: assigned('TEXT', 100),
} satisfies Record<AssignedFacet, Column>;

/** The columns of `drafts` (schema/drafts.ts). */
export const draftTable = {
  id: { sql: 'INTEGER PRIMARY KEY AUTOINCREMENT', shown: 'list', isLocal: true },
  account_id: {
    sql: 'TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE',
    shown: 'record',
    isLocal: true,
  },
  kind: { sql: `TEXT NOT NULL DEFAULT 'article'`, isLocal: true },
  version: { sql: 'INTEGER NOT NULL DEFAULT 1', shown: 'list', isLocal: true },
  title: { sql: 'TEXT NOT NULL', isDerived: true, shown: 'list', makesStale: 'order' },
  authors: { sql: 'TEXT NOT NULL', isDerived: true, shown: 'list' },
  journal: { sql: 'TEXT NOT NULL', isDerived: true, shown: 'list', makesStale: 'order' },
  // 'pissn/eissn' of the account's journal, else as in the record: groups drafts by journal
  journal_key: { sql: 'TEXT NOT NULL', isDerived: true, makesStale: 'facts' },
  year: { sql: 'TEXT NOT NULL', isDerived: true, shown: 'list', makesStale: 'order' },
  doi: { sql: 'TEXT NOT NULL', isDerived: true, shown: 'list' },
  doi_key: { sql: 'TEXT', isDerived: true },
  url_key: { sql: 'TEXT', isDerived: true },
  has_orcid: { sql: 'INTEGER NOT NULL', isDerived: true, makesStale: 'facts' },
  // has a DOI or a full-text address
  has_identifier: { sql: 'INTEGER NOT NULL', isDerived: true, makesStale: 'facts' },
  readiness: {
    sql: `TEXT NOT NULL CHECK (${isOneOf('readiness', readinesses)})`,
    isDerived: true,
    shown: 'list',
    makesStale: 'facts',
  },
  errors: { sql: 'INTEGER NOT NULL', isDerived: true, shown: 'list' },
  warnings: { sql: 'INTEGER NOT NULL', isDerived: true, shown: 'list' },
  ignored: { sql: 'INTEGER NOT NULL', isDerived: true, shown: 'list' },
  // hash of what would be sent, and of what was sent last
  hash: { sql: 'TEXT NOT NULL', isDerived: true },
  sent_hash: { sql: 'TEXT', shown: 'record', isUndone: true, shared: { holds: 200, by: 'sending' } },
  // hash of the same as the directory stores it (shared/article/storedContent.ts): of what was sent last, or else of what
  // was taken from there since, because only what was sent explains why the article is different now
  sent_content: { sql: 'TEXT', isUndone: true, shared: { holds: 200, by: 'sending' } },
  taken_content: { sql: 'TEXT', isUndone: true, shared: { holds: 200, by: 'sending' } },
  sent_doi_key: { sql: 'TEXT', shown: 'record', isUndone: true, shared: { holds: 10_000, by: 'sending' } },
  sent_url_key: { sql: 'TEXT', shown: 'record', isUndone: true, shared: { holds: 10_000, by: 'sending' } },
  sent_at: { sql: 'TEXT', shown: 'list', isUndone: true, shared: { holds: 'time', by: 'sending' } },
  remote_id: { sql: 'TEXT', shown: 'record', isUndone: true, shared: { holds: 100, by: 'sending' } },
  sync: {
    sql: `TEXT NOT NULL DEFAULT 'never' CHECK (${isOneOf('sync', syncs)})`,
    shown: 'list',
    makesStale: 'facts',
    isLocal: true,
  },
  // the last refusal (shared/draft/draft.ts refusalSchema), the hash it was about, and whether the directory refused it or
  // we gave up
  refusal: { sql: 'TEXT', shown: 'record', isUndone: true, shared: { holds: 'json', by: 'sending' } },
  refusal_hash: { sql: 'TEXT', isUndone: true, shared: { holds: 200, by: 'sending' } },
  refusal_state: {
    sql: `TEXT CHECK (${isOneOf('refusal_state', refusalStates)})`,
    isUndone: true,
    shared: { holds: refusalStates, by: 'sending' },
  },
  import_id: {
    sql: 'INTEGER REFERENCES imports (id) ON DELETE SET NULL',
    shown: 'record',
    isUndone: true,
    makesStale: 'facts',
  },
  // running number within the import, over all its files
  import_position: { sql: 'INTEGER', isUndone: true },
  place_file: { sql: 'TEXT', shown: 'record', isUndone: true },
  place_index: { sql: 'INTEGER', shown: 'record', isUndone: true },
  place_line: { sql: 'INTEGER', shown: 'record', isUndone: true },
  notes: { sql: `TEXT NOT NULL DEFAULT '[]'`, shown: 'record', isUndone: true },
  // belongs to an import that nobody has accepted yet: hidden everywhere
  staged: { sql: 'INTEGER NOT NULL DEFAULT 0', makesStale: 'both', isLocal: true },
  created_at: { sql: 'TEXT NOT NULL', isLocal: true },
  updated_at: { sql: 'TEXT NOT NULL', shown: 'list', makesStale: 'order', isLocal: true },
  trashed_at: { sql: 'TEXT', shown: 'list', shared: { holds: 'time', by: 'editing' }, makesStale: 'facts' },
  trashed: { sql: 'INTEGER NOT NULL GENERATED ALWAYS AS (trashed_at IS NOT NULL) VIRTUAL', isLocal: true },
  // what lists sort by (sortKey)
  title_sort: { sql: `TEXT NOT NULL DEFAULT ''`, isDerived: true },
  journal_sort: { sql: `TEXT NOT NULL DEFAULT ''`, isDerived: true },
  // bytes of the JSON that is sent
  wire_bytes: { sql: 'INTEGER NOT NULL DEFAULT 0', isDerived: true },
  // the newest comparison of its account that had begun when it was sent, because a clock that was changed does not tell
  // which came first
  sent_after_comparison: { sql: 'INTEGER NOT NULL DEFAULT 0', isLocal: true },
  ...assignedTable,
  // the version that an import gave to it; a later version was edited, so a file never changes it by its place alone
  origin_version: { sql: 'INTEGER NOT NULL DEFAULT 1', isLocal: true },
  // last, so that lists never read through it
  record: { sql: 'TEXT NOT NULL', shared: { holds: 'json', by: 'editing' } },
} as const satisfies Table;

/** SQL: the draft has a value that a colleague set; the condition of the index `drafts_in_review`. */
export function isAssignedSql(row = ''): string {
  return `(${assignedFacets.map((name) => `${row}${name} IS NOT NULL`).join(' OR ')})`;
}

/** SQL of each value that colleagues set, read from that index. */
export const assignedColumns = Object.fromEntries(
  assignedFacets.map((name) => [
    name,
    `(SELECT r.${name} FROM drafts r INDEXED BY drafts_in_review WHERE r.id = drafts.id AND ${isAssignedSql('r.')})`,
  ]),
) as Record<AssignedFacet, string>;
