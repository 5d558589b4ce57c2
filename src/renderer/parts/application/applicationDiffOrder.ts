import type { DiffOrder } from '../form/compareRecords.ts';
import { holdersOf } from '../form/otherValues.ts';
import { fieldFacts } from './fieldFacts.ts';
import { valueWords } from './valueWords.ts';

const paths = fieldFacts.map(({ path }) => path);

/** How two versions of an application are compared. */
export const applicationDiffOrder: DiffOrder = {
  order: paths,
  holders: holdersOf(paths),
  textOf: valueWords,
};
