import type { BulkChange } from '../../../shared/application/applicationDraft.ts';
import type { CallOutput } from '../../../shared/contract/contract.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { isEmpty } from '../../../shared/json.ts';
import { type FieldFact, fieldFacts } from '../../parts/application/fieldFacts.ts';

export type Previews = CallOutput<'applications.previewMany'>;
export type How = BulkChange['how'];

/** One change being edited: a field, an operation, and a record that holds only the value. */
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

/** The fields that one change can set for many journals: all but those that `isFixed` excludes from an Update Request. */
export function changeableFields(isFixed: (path: string) => boolean): readonly FieldFact[] {
  return fieldFacts.filter(({ path, section }) => section !== 'contact' && !isFixed(path));
}

/** The operations of a field; entries of a list can also be added and removed individually. */
export function waysFor(fact: FieldFact): readonly How[] {
  return listControls.includes(fact.control) ? ['add', 'remove', 'set', 'clear'] : ['set', 'clear'];
}

/** The changes in the form that main expects; null while one of them has no field or no value yet. */
export function toBulkChanges(drafts: readonly ChangeDraft[]): BulkChange[] | null {
  const all = drafts.map(changesOfOne);
  return all.length === 0 || all.some((changes) => changes.length === 0) ? null : all.flat();
}

/** Returns true if a draft can be created for this journal: something changes, and nothing prevents it. */
export function isGoing({ problem, changes }: Previews[number]): boolean {
  return problem === null && changes.length > 0;
}

/** The key of the text about a journal's existing draft; null if there is none. A journal that is skipped keeps it as it is. */
export function draftKey(preview: Previews[number]): 'draft' | 'draftStays' | null {
  if (preview.draftId === null) return null;
  return isGoing(preview) ? 'draft' : 'draftStays';
}

/** Each entry of a list is a change of its own, so that every journal keeps its other entries. */
function changesOfOne({ path, how, record }: ChangeDraft): BulkChange[] {
  if (path === '') return [];
  if (how === 'clear') return [{ path, how }];
  const value = getAt(record, path);
  if (value === undefined || isEmpty(value)) return [];
  if (how === 'set') return [{ path, how, value }];
  return Array.isArray(value) ? value.map((entry) => ({ path, how, value: entry })) : [];
}
