import { fieldFacts, placeOf } from '../../parts/application/fieldFacts.ts';
import type { FormDefinition } from '../../parts/form/formDefinition.ts';
import { otherValues } from './otherValues.ts';

/** The form of an application or Update Request. */
export const applicationForm: FormDefinition = {
  fields: fieldFacts,
  placeOf,
  otherPaths: (record) => otherValues(record).map(({ path }) => path),
};
