import { applicationFields } from '../../../shared/application/applicationFields.ts';
import { holdersOf } from '../form/comparison/otherValues.ts';
import type { FormDefinition } from '../form/formDefinition.ts';
import { placeOf } from './applicationPlaces.ts';
import { applicationValueText } from './applicationValueText.ts';
import { otherApplicationValues } from './otherApplicationValues.ts';

const paths = applicationFields.map(({ path }) => path);

export const applicationForm: FormDefinition = {
  fields: applicationFields,
  placeOf,
  otherPaths: (record) => otherApplicationValues(record).map(({ path }) => path),
  diffOrder: { order: paths, holders: holdersOf(paths), textOf: applicationValueText },
};
