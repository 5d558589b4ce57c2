import type { BulkChange } from '../../../shared/application/applicationDraft.ts';
import type { CallOutput } from '../../../shared/contract/contract.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { type FieldFact, fieldFacts } from '../../parts/application/fieldFacts.ts';
import { isEmpty } from '../../parts/form/values.ts';

export type Previews = CallOutput<'applications.previewMany'>;
export type How = BulkChange['how'];

/** One change as it is being put together: a field, what is done with it, and a record that holds nothing but the value. */
export interface ChangeDraft {
  key: number;
  path: string;
  how: How;
  record: DraftRecord;
}

const listControls: readonly FieldFact['control'][] = [
  'languages',
  'keywords',
  'names',
  'choices',
  'licences',
  'prices',
];

/** The fields that one change can be about for many journals: all but what is fixed in an Update Request, by `isFixed`. */
export function changeableFields(isFixed: (path: string) => boolean): readonly FieldFact[] {
  return fieldFacts.filter(({ path, section }) => section !== 'contact' && !isFixed(path));
}

/** What can be done with a field: entries of a list can be added and removed beside the others. */
export function waysFor(fact: FieldFact): readonly How[] {
  return listControls.includes(fact.control) ? ['add', 'remove', 'set', 'clear'] : ['set', 'clear'];
}

/** The changes as main takes them; null while one of them has no field or no value yet. */
export function toBulkChanges(drafts: readonly ChangeDraft[]): BulkChange[] | null {
  const all = drafts.map(changesOfOne);
  return all.length === 0 || all.some((changes) => changes.length === 0) ? null : all.flat();
}

/** Whether a draft is made for this journal: something is changed, and nothing stands against it. */
export function isGoing({ problem, changes }: Previews[number]): boolean {
  return problem === null && changes.length > 0;
}

/** A list of entries is one change each, so that every journal keeps its other ones. */
function changesOfOne({ path, how, record }: ChangeDraft): BulkChange[] {
  if (path === '') return [];
  if (how === 'clear') return [{ path, how }];
  const value = getAt(record, path);
  if (value === undefined || isEmpty(value)) return [];
  if (how === 'set') return [{ path, how, value }];
  return Array.isArray(value) ? value.map((entry) => ({ path, how, value: entry })) : [];
}
