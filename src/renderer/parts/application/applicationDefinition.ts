import { holdersOf } from '../form/comparison/otherValues.ts';
import type { FormDefinition } from '../form/formDefinition.ts';
import { applicationValueText } from './applicationValueText.ts';
import { fieldFacts, placeOf } from './fieldFacts.ts';
import { otherApplicationValues } from './otherApplicationValues.ts';

const paths = fieldFacts.map(({ path }) => path);

export const applicationForm: FormDefinition = {
  fields: fieldFacts,
  placeOf,
  otherPaths: (record) => otherApplicationValues(record).map(({ path }) => path),
  diffOrder: { order: paths, holders: holdersOf(paths), textOf: applicationValueText },
};
