import { articleOf, type Choices } from '../articleOf.ts';
import { type ColumnPlan, isAuthorTarget } from './columnPlan.ts';
import { rowArticle } from './rowArticle.ts';
import type { RowKind } from './rowKind.ts';

/** Rows whose cells are fields of an article. */
export function mappedRows(plan: ColumnPlan, choices: Choices): RowKind {
  const { columns, hasAuthorRows } = plan;
  const isOfSingleAuthor = columns.map(
    (column) => column !== null && isAuthorTarget(column.target) && column.author === undefined,
  );
  const isField = columns.map((column) => (column?.target ?? 'ignored') !== 'ignored');
  return {
    continues: ({ cells }) =>
      hasAuthorRows && cells.every((cell, at) => isOfSingleAuthor[at] || cell.trim() === ''),
    hasFields: ({ cells }) => cells.some((cell, at) => isField[at] && cell.trim() !== ''),
    read: (rows, index) => ({ ...articleOf(rowArticle(rows, plan), choices), index, line: rows[0]!.line }),
  };
}
