import type { DraftRecord, Refusal } from '../../../shared/draft/draft.ts';
import type { DiffOrder } from './comparison/compareRecords.ts';
import type { Place } from './place.ts';

/** One field of a form: a path of the record that is shown, compared and reverted as a whole. */
interface FieldDefinition {
  path: string;
  section: string;
}

export interface FormDefinition {
  /** Every field, in the order of the form. */
  fields: readonly FieldDefinition[];
  /** The section and the control that show a path of the record; paths without a control are in the section `other`. */
  placeOf(path: string, record: DraftRecord): Place;
  /** Paths of the values that have no field of their own. */
  otherPaths(record: DraftRecord): string[];
  /** The path that a refusal is about, if it may differ from the one that the directory names. */
  refusedPath?(refusal: Pick<Refusal, 'path' | 'code'>): string;
  diffOrder: DiffOrder;
}
