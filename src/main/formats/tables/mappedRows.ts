import { articleOf, type Choices } from '../articleOf.ts';
import { type ColumnPlan, isAuthorTarget } from './columnPlan.ts';
import { ownedFields } from './ownedFields.ts';
import { rowArticle } from './rowArticle.ts';
import type { RowKind } from './rowKind.ts';

/** Rows whose cells are fields of an article. */
export function mappedRows(plan: ColumnPlan, choices: Choices): RowKind {
  const { columns, mapping, hasAuthorRows } = plan;
  const isOfSingleAuthor = columns.map(
    (column) => column !== null && isAuthorTarget(column.target) && column.author === undefined,
  );
  const isField = columns.map((column) => (column?.target ?? 'ignored') !== 'ignored');
  const targets = columns.flatMap((column) => column?.target ?? []);
  // The entry of an author in a list may have these parts too.
  const inLists = mapping.partSeparator === null ? [] : (['affiliations', 'orcids'] as const);
  const owned = ownedFields([...targets, ...inLists]);
  return {
    continues: ({ cells }) =>
      hasAuthorRows && cells.every((cell, at) => isOfSingleAuthor[at] || cell.trim() === ''),
    hasFields: ({ cells }) => cells.some((cell, at) => isField[at] && cell.trim() !== ''),
    read: (rows, index) => ({
      ...articleOf(rowArticle(rows, plan), choices),
      index,
      line: rows[0]!.line,
      owned,
    }),
  };
}
