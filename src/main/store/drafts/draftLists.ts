import {
  type DraftFilter,
  type DraftRow,
  type DraftSort,
  draftRowSchema,
} from '../../../shared/draft/draft.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { type Column, columnsByMember, columnsWith, selectedAs } from '../columns.ts';
import type { Db } from '../database.ts';
import { deletedAtSql } from '../deletions/deletionStore.ts';
import { createPreviewReading } from '../imports/previewReading.ts';
import { createOverviewReading } from '../overview/overviewReading.ts';
import { storedJson } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { createDraftIndex } from './draftIndex.ts';
import { retrySql } from './draftSync.ts';
import { assignedColumns, draftTable } from './draftTable.ts';
import { listReadinessSql, undecidedSql } from './undecided.ts';

/** Lists of the drafts of an account, without those of an import that has not been accepted yet, and of such an import. */
export type DraftLists = ReturnType<typeof createDraftLists>;

const listed = columnsByMember(columnsWith(draftTable, 'shown', 'list'));

/** SQL of the members of a row, besides those that are columns of the draft. */
const rowSql: Record<keyof DraftRow, string> = {
  ...listed,
  ...assignedColumns,
  readiness: listReadinessSql,
  undecided: undecidedSql,
  retry: retrySql,
  deletedAt: deletedAtSql(),
  issue: `coalesce(issue, '')`,
  finding: 'first_finding',
};

export const rowColumns = selectedAs(rowSql);

/** The tables of `rowColumns`. */
export const rowTables = `drafts LEFT JOIN (SELECT draft_id, issue, first_finding FROM draft_facets) ON draft_id = id`;

export type RowColumns = Omit<DraftRow, 'retry' | 'finding'> & { retry: number; finding: string | null };

export function createDraftLists(db: Db) {
  const index = createDraftIndex(db);
  const readRow = db.prepare<[number], RowColumns>(`SELECT ${rowColumns} FROM ${rowTables} WHERE id = ?`);
  return withStorageErrors({
    list: (
      accountId: string,
      filter: DraftFilter,
      sort: DraftSort,
      { offset, limit }: { offset: number; limit: number },
    ) => {
      const { total, ids } = index.page(accountId, filter, sort, offset, limit);
      return { total, rows: ids.flatMap((id) => toRow(readRow.get(id))) };
    },
    /** The 0-based place of a draft in a list; null if it is not in it. */
    place: index.place,
    /** Counts by facet, each with all other filters applied. */
    facets: index.facets,
    /** The values of one facet, with all filters applied except its own. */
    facetValues: index.facetValues,
    count: index.count,
    ...createPreviewReading(db),
    /** The figures of the account (`Overview`). */
    overview: createOverviewReading(db),
    /** The selected drafts that are (or are not) in the trash: in the order of a selection of ids, otherwise by id. */
    select: index.select,
    /** The selected drafts outside the trash in the order of a list. */
    selectInOrder: index.selectInOrder,
  });
}

function toRow(row: RowColumns | undefined): DraftRow[] {
  if (!row) return [];
  const parsed = withParsedColumns(row);
  return [draftRowSchema.safeParse(parsed).success ? parsed : unreadableRow(parsed)];
}

/** A row that cannot be read keeps its place in the list, where it can be picked, put into the trash and deleted. */
function unreadableRow({ id, version, title, trashedAt }: DraftRow): DraftRow {
  return {
    ...emptyRow,
    id,
    version: typeof version === 'number' ? version : 0,
    title: typeof title === 'string' ? title : '',
    ...{ readiness: 'incomplete', undecided: null, errors: 1, sync: 'never', retry: false, issue: '' },
    finding: msg('drafts.unreadable'),
    deletedAt: null,
    trashedAt: trashedAt === null ? null : '',
  };
}

/** The least that each column of a list can hold. */
const emptyRow = Object.fromEntries(
  Object.entries(listed).map(([member, name]) => {
    const { sql }: Column = draftTable[name];
    return [member, sql.includes('NOT NULL') ? (sql.startsWith('TEXT') ? '' : 0) : null];
  }),
) as Record<keyof typeof listed, never>;

export function withParsedColumns<T extends { retry: number; finding: string | null }>(row: T) {
  const { retry, finding, ...rest } = row;
  return { ...rest, retry: retry === 1, finding: finding === null ? null : (storedJson(finding) as Message) };
}
