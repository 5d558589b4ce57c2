import type { DraftFilter, DraftRow, DraftSort } from '../../../shared/draft/draft.ts';
import type { Db } from '../database.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { createDraftIndex } from './draftIndex.ts';
import { retrySql } from './draftSync.ts';

/** Lists of the drafts of an account, without those of an import that has not been accepted yet. */
export type DraftLists = ReturnType<typeof createDraftLists>;

export const rowColumns = `id, version, title, authors, journal, year, doi, readiness, errors, warnings, ignored, sync,
  ${retrySql} retry, sent_at sentAt, updated_at updatedAt, trashed_at trashedAt`;

export type RowColumns = Omit<DraftRow, 'retry'> & { retry: number };

export function createDraftLists(db: Db) {
  const index = createDraftIndex(db);
  const readRow = db.prepare<[number], RowColumns>(`SELECT ${rowColumns} FROM drafts WHERE id = ?`);
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
    /** Counts by facet, each with all other filters applied. */
    facets: index.facets,
    /** The selected drafts that are (or are not) in the trash: in the order of a selection of ids, otherwise by id. */
    select: index.select,
  });
}

function toRow(row: RowColumns | undefined): DraftRow[] {
  return row ? [{ ...row, retry: row.retry === 1 }] : [];
}
