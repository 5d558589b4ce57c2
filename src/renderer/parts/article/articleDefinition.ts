import type { FormDefinition } from '../form/formDefinition.ts';
import { articleDiffOrder } from './articleDiffOrder.ts';
import { formFields, placeOf, refusedPath } from './articlePlaces.ts';
import { otherArticleValues } from './otherArticleValues.ts';

export const articleForm: FormDefinition = {
  fields: formFields,
  placeOf,
  otherPaths: (record) => otherArticleValues(record).map(({ path }) => path),
  refusedPath,
  diffOrder: articleDiffOrder,
};
