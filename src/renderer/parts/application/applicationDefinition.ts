import type { FormDefinition } from '../form/formDefinition.ts';
import { applicationDiffOrder } from './applicationDiffOrder.ts';
import { fieldFacts, placeOf } from './fieldFacts.ts';
import { otherApplicationValues } from './otherApplicationValues.ts';

/** The form of an application or Update Request. */
export const applicationForm: FormDefinition = {
  fields: fieldFacts,
  placeOf,
  otherPaths: (record) => otherApplicationValues(record).map(({ path }) => path),
  diffOrder: applicationDiffOrder,
};
