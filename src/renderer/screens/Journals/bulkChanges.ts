import type { BulkChange, BulkException } from '../../../shared/application/applicationDraft.ts';
import { applicationFields, type FieldFact } from '../../../shared/application/applicationFields.ts';
import type { CallOutput } from '../../../shared/contract/contract.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { isEmpty } from '../../../shared/json.ts';

export type Previews = CallOutput<'applications.previewMany'>['proposals'];
export type How = BulkChange['how'];

/** One change being edited: a field, an operation, and a record that holds only the value. */
export interface ChangeDraft {
  key: number;
  /** A field, or `allAddresses`. */
  path: string;
  how: How;
  record: DraftRecord;
  /** For `replace`. */
  find: string;
  replacement: string;
}

/** Stands for every field with a web address; a text can be replaced in all of them at once. */
export const allAddresses = 'addresses';

/** The fields that the user does not want to change, by journal. */
export type Unticked = ReadonlyMap<string, ReadonlySet<string>>;

const listControls: readonly FieldFact['control'][] = [
  'languages',
  'keywords',
  'names',
  'choices',
  'licences',
  'prices',
];

const textControls: readonly FieldFact['control'][] = ['text', 'url', 'keywords', 'names'];

/** The fields that one change can set for many journals: all but those that `isFixed` excludes from an Update Request. */
export function changeableFields(isFixed: (path: string) => boolean): readonly FieldFact[] {
  return applicationFields.filter(({ path, section }) => section !== 'contact' && !isFixed(path));
}

/** The operations of a field; entries of a list can also be added and removed individually. */
export function waysFor(fact: FieldFact): readonly How[] {
  const ways: How[] = listControls.includes(fact.control)
    ? ['add', 'remove', 'set', 'clear']
    : ['set', 'clear'];
  return textControls.includes(fact.control) ? [...ways, 'replace'] : ways;
}

/** The changes in the form that main expects; null while one of them has no field or no value yet. */
export function toBulkChanges(drafts: readonly ChangeDraft[]): BulkChange[] | null {
  const all = drafts.map(changesOfOne);
  return all.length === 0 || all.some((changes) => changes.length === 0) ? null : all.flat();
}

/** Returns true if a draft will be created or changed for this journal: something ticked changes, and nothing prevents it. */
export function isGoing(preview: Previews[number], unticked: Unticked): boolean {
  return isPossible(preview) && tickedPaths(preview, unticked).length > 0;
}

/** Returns true if a draft could be created or changed for this journal. */
export function isPossible({ problem, changes }: Previews[number]): boolean {
  return problem === null && changes.length > 0;
}

/** The fields of a journal that will be changed. */
export function tickedPaths({ journalId, proposed }: Previews[number], unticked: Unticked): string[] {
  const left = unticked.get(journalId);
  return left ? proposed.filter((path) => !left.has(path)) : proposed;
}

/** Ticks or unticks fields of a journal. */
export function tick(
  unticked: Unticked,
  journalId: string,
  { paths, isTicked }: { paths: readonly string[]; isTicked: boolean },
): Unticked {
  const left = new Set(unticked.get(journalId));
  for (const path of paths) {
    if (isTicked) left.delete(path);
    else left.add(path);
  }
  return new Map(unticked).set(journalId, left);
}

/** The unticked fields of the journals that could be changed. */
export function exceptionsOf(previews: Previews, unticked: Unticked): BulkException[] {
  return previews.filter(isPossible).flatMap(({ journalId }) => {
    const paths = [...(unticked.get(journalId) ?? [])];
    return paths.length > 0 ? [{ journalId, paths }] : [];
  });
}

/** The key of the text about a journal's existing draft; null if there is none. A journal that is skipped keeps it as it is. */
export function draftKey(preview: Previews[number], unticked: Unticked): 'draft' | 'draftStays' | null {
  if (preview.draftId === null) return null;
  return isGoing(preview, unticked) ? 'draft' : 'draftStays';
}

/** Each entry of a list is a separate change, so that every journal keeps its other entries. */
function changesOfOne({ path, how, record, find, replacement }: ChangeDraft): BulkChange[] {
  if (path === '') return [];
  if (how === 'replace') {
    if (find === '') return [];
    const paths = path === allAddresses ? addressPaths : [path];
    return paths.map((one) => ({ path: one, how, find, value: replacement }));
  }
  if (how === 'clear') return [{ path, how }];
  const value = getAt(record, path);
  if (value === undefined || isEmpty(value)) return [];
  if (how === 'set') return [{ path, how, value }];
  return Array.isArray(value) ? value.map((entry) => ({ path, how, value: entry })) : [];
}

const addressPaths = applicationFields.filter(({ control }) => control === 'url').map(({ path }) => path);
