import type { FormDefinition } from '../form/formDefinition.ts';
import { articleDiffOrder } from './articleDiffOrder.ts';
import { articleFields, placeOf, refusedPath } from './articleFields.ts';
import { otherArticleValues } from './otherArticleValues.ts';

export const articleForm: FormDefinition = {
  fields: articleFields,
  placeOf,
  otherPaths: (record) => otherArticleValues(record).map(({ path }) => path),
  refusedPath,
  diffOrder: articleDiffOrder,
};
