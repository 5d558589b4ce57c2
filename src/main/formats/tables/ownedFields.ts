import { articleFieldList, type HeadedFieldName } from '../../../shared/article/articleFields.ts';
import { type ColumnTarget, targetFacts } from '../../../shared/tables/columnTargets.ts';

/** The fields of a draft that a file has columns for; `all`: the file has the whole record. */
export type OwnedFields = 'all' | readonly HeadedFieldName[];

/** The fields that a column of a table can fill, in the order of the columns. */
export const headedFields = articleFieldList
  .filter(({ heading }) => heading !== undefined)
  .map(({ name }) => name as HeadedFieldName);

/** The fields that columns with these targets can fill. */
export function ownedFields(targets: readonly ColumnTarget[]): HeadedFieldName[] {
  return [...new Set(targets.flatMap((target) => targetFacts[target].fills))];
}
