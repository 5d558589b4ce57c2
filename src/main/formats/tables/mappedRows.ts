import { asList, asObject } from '../../../shared/json.ts';
import { articleOf, type Choices, type ConvertedArticle } from '../articleOf.ts';
import { type ColumnPlan, isAuthorTarget } from './columnPlan.ts';
import { ownedFields } from './ownedFields.ts';
import { rowArticle } from './rowArticle.ts';
import type { RowKind } from './rowKind.ts';
import type { TableRow } from './tableRow.ts';

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
  const read = (rows: readonly TableRow[]) => articleOf(rowArticle(rows, plan), choices);
  return {
    continues: ({ cells }) =>
      hasAuthorRows && cells.every((cell, at) => isOfSingleAuthor[at] || cell.trim() === ''),
    hasFields: ({ cells }) => cells.some((cell, at) => isField[at] && cell.trim() !== ''),
    read: (rows, index) => ({ ...read(rows), index, line: rows[0]!.line, owned }),
    rowOf: (rows, path) => {
      const author = /^bibjson\.author\[(\d+)\]/.exec(path)?.[1];
      return author === undefined || rows.length === 1 ? 0 : rowOfAuthor(rows, Number(author), read);
    },
  };
}

/** The row with the author at a place of the record; a row may have none, or several. */
function rowOfAuthor(
  rows: readonly TableRow[],
  author: number,
  read: (rows: readonly TableRow[]) => ConvertedArticle,
): number {
  let count = 0;
  const at = rows.findIndex((row) => {
    count += asList(asObject(read([row]).record.bibjson).author).length;
    return count > author;
  });
  return Math.max(at, 0);
}
