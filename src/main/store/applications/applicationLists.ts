import type {
  ApplicationCounts,
  ApplicationFilter,
  ApplicationRow,
  ApplicationSort,
} from '../../../shared/application/applicationDraft.ts';
import { standings } from '../../../shared/application/standing.ts';
import { readinesses } from '../../../shared/draft/draftStates.ts';
import { foldText } from '../../../shared/text/foldText.ts';
import type { Db } from '../database.ts';
import { type RowColumns, rowColumns } from './applicationRows.ts';

/** The data of the applications screen: a page of the list, and the number of applications of each kind. */
export function applicationLists(db: Db) {
  return {
    /** The most recently changed first, unless `sort` differs; ties are ordered by id. */
    list(
      accountId: string,
      filter: ApplicationFilter,
      range: { offset: number; limit: number; sort?: ApplicationSort },
    ) {
      const { offset, limit, sort = { by: 'changed', direction: 'desc' } } = range;
      const { where, values } = whereOf(accountId, filter);
      const total = db
        .prepare(`SELECT count(*) FROM applications WHERE ${where}`)
        .pluck()
        .get(...values);
      const rows = db
        .prepare(
          `SELECT ${rowColumns} FROM applications WHERE ${where}
           ORDER BY ${orders[sort.by]} ${sort.direction}, id ${sort.direction} LIMIT ? OFFSET ?`,
        )
        .all(...values, limit, offset) as RowColumns[];
      return { total: total as number, rows: rows.map((row) => ({ ...row, retry: row.retry === 1 })) };
    },
    counts: (accountId: string) => countAll(db, accountId),
  };
}

/** The index in `standings` of an application's standing (`standingOf`), as SQL over its columns. */
export const standingRank = rankOf(
  `CASE WHEN sync = 'never' THEN CASE WHEN status IN ('withdrawn', 'gone') THEN status ELSE 'draft' END
     WHEN sync NOT IN ('sent', 'changed') THEN sync
     ELSE coalesce(status, CASE sync WHEN 'sent' THEN 'sent' ELSE 'draft' END) END`,
  standings,
);

/** The SQL that each column of a list is sorted by. */
const orders: Readonly<Record<ApplicationSort['by'], string>> = {
  changed: `max(updated_at, coalesce(status_at, ''), coalesce(sent_at, ''))`,
  title: 'sort_key(title)',
  standing: standingRank,
  readiness: rankOf('readiness', readinesses),
  kind: 'kind',
  asked: `coalesce(checked_at, '')`,
};

/** SQL for the index in `names` of the value of an expression. */
function rankOf(expression: string, names: readonly string[]): string {
  return `CASE ${expression} ${names.map((name, place) => `WHEN '${name}' THEN ${place}`).join(' ')} END`;
}

/** One placeholder per value. */
export function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}

function whereOf(accountId: string, filter: ApplicationFilter): { where: string; values: unknown[] } {
  const conditions = ['account_id = ?', `trashed_at IS ${filter.trashed ? 'NOT ' : ''}NULL`];
  const values: unknown[] = [accountId];
  const add = (condition: string, ...given: readonly unknown[]) => {
    conditions.push(condition);
    values.push(...given);
  };
  for (const word of foldText(filter.text ?? '')
    .split(/\s+/u)
    .filter(Boolean)) {
    add('instr(search_text, ?) > 0', word);
  }
  if (filter.kind) add('kind = ?', filter.kind);
  if (filter.sync && filter.sync.length > 0) add(`sync IN (${marks(filter.sync)})`, ...filter.sync);
  if (filter.status && filter.status.length > 0) add(`status IN (${marks(filter.status)})`, ...filter.status);
  if (filter.journalId !== undefined) add('journal_id = ?', filter.journalId);
  return { where: conditions.join(' AND '), values };
}

function countAll(db: Db, accountId: string): ApplicationCounts {
  const counts: ApplicationCounts = {
    total: 0,
    sync: { never: 0, queued: 0, sending: 0, unsure: 0, sent: 0, changed: 0, refused: 0, failed: 0 },
    status: {
      checking: 0,
      waiting: 0,
      review: 0,
      revisions: 0,
      accepted: 0,
      rejected: 0,
      withdrawn: 0,
      gone: 0,
      other: 0,
    },
    kind: { new: 0, update: 0 },
    trashed: 0,
  };
  const rows = db
    .prepare(
      `SELECT sync, status, kind, trashed_at IS NOT NULL isTrashed, count(*) n FROM applications
       WHERE account_id = ? GROUP BY 1, 2, 3, 4`,
    )
    .all(accountId) as (Pick<ApplicationRow, 'sync' | 'status' | 'kind'> & {
    isTrashed: number;
    n: number;
  })[];
  for (const { sync, status, kind, isTrashed, n } of rows) {
    if (isTrashed === 1) {
      counts.trashed += n;
      continue;
    }
    counts.total += n;
    counts.sync[sync] += n;
    counts.kind[kind] += n;
    if (status) counts.status[status] += n;
  }
  return counts;
}
