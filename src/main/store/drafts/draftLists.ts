import type { DraftFilter, DraftRow, DraftSort, Facets, Selection } from '../../../shared/draft/draft.ts';
import type { Db } from '../database.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { createDraftIndex } from './draftIndex.ts';
import { retrySql } from './draftSync.ts';

/** Lists of the drafts of an account, without those of an import that has not been accepted yet. */
export interface DraftLists {
  list(
    accountId: string,
    filter: DraftFilter,
    sort: DraftSort,
    range: { offset: number; limit: number },
  ): { total: number; rows: DraftRow[] };
  /** Counts by facet, each with all other filters applied. */
  facets(accountId: string, filter: DraftFilter): Facets;
  /** The selected drafts that are (or are not) in the trash: in the order of a selection of ids, otherwise by id. */
  select(accountId: string, selection: Selection, trashed: boolean): number[];
}

export const rowColumns = `id, version, title, authors, journal, year, doi, readiness, errors, warnings, ignored, sync,
  ${retrySql} retry, sent_at sentAt, updated_at updatedAt, trashed_at trashedAt`;

export type RowColumns = Omit<DraftRow, 'retry'> & { retry: number };

export function createDraftLists(db: Db): DraftLists {
  const index = createDraftIndex(db);
  const readRow = db.prepare<[number], RowColumns>(`SELECT ${rowColumns} FROM drafts WHERE id = ?`);
  return withStorageErrors<DraftLists>({
    list: (accountId, filter, sort, { offset, limit }) => {
      const { total, ids } = index.page(accountId, filter, sort, offset, limit);
      return { total, rows: ids.flatMap((id) => toRow(readRow.get(id))) };
    },
    facets: index.facets,
    select: index.select,
  });
}

function toRow(row: RowColumns | undefined): DraftRow[] {
  return row ? [{ ...row, retry: row.retry === 1 }] : [];
}
