import type { Dialect } from '../directory/account.ts';
import { dialects } from '../directory/dialects.ts';
import type { DraftRecord } from '../draft/draft.ts';
import { getAt, removeAt, setAt } from '../draft/fieldPath.ts';
import { isEmpty, type Json } from '../json.ts';
import { systemFields } from './acceptedFields.ts';
import { toFlat } from './application.ts';
import type { BulkChange, ValueDifference } from './applicationDraft.ts';
import { contactFields, formFields, journalFields } from './applicationFields.ts';
import { storedBy } from './applicationRules.ts';
import { comparable } from './applicationValues.ts';
import { droppedDisplays, licenceDisplayPath, storedDisplay } from './licenceDisplay.ts';
import type { ApplicationServer } from './rules/applicationContext.ts';

export { editability, statusOf } from './applicationStatus.ts';

/** A value of an Update Request that the directory will not store; `kept` is what it has instead. */
export interface IgnoredValue {
  path: string;
  kept: DraftRecord[string] | null;
  proposed: DraftRecord[string] | null;
}

/** Returns true if a field of an Update Request is fixed in this dialect: shown read-only with the directory's value. `path` as `bibjson.title`. */
export function isFixed(path: string, dialect: Dialect): boolean {
  return fixedFields(dialect).some(
    (fixed) => path === fixed || (/^[.[]/.test(path.slice(fixed.length)) && path.startsWith(fixed)),
  );
}

/**
 * Values of the proposal that the directory will not store: fixed ones that differ from the journal's, and all but one
 * value of the licence display. The contact is never public, so a proposed one always counts as different.
 */
export function ignoredValues(journal: DraftRecord, proposal: DraftRecord, dialect: Dialect): IgnoredValue[] {
  const [ours, theirs] = [toFlat(proposal), toFlat(journal)];
  const fixed = fixedFields(dialect).flatMap((path) => {
    const proposed = getAt(ours, path);
    const kept = getAt(theirs, path);
    if (proposed === undefined || proposed === null) return [];
    if (comparable(path, proposed) === comparable(path, kept)) return [];
    return [{ path, kept: kept ?? null, proposed }];
  });
  return [...fixed, ...ignoredDisplays(ours)];
}

/** Returns true if the directory's staff could store an ignored value. They have no place for a second licence display either. */
export function canStaffStore({ path }: IgnoredValue): boolean {
  return path !== licenceDisplayPath;
}

/**
 * The proposal's changes in the order of the form; `after` is what the directory would store, null if cleared. Lists
 * without a significant order are compared as sets, codes and names as equal.
 */
export function changesOf(
  journal: DraftRecord,
  proposal: DraftRecord,
  server: ApplicationServer,
): ValueDifference[] {
  const before = toFlat(journal);
  const after = storedBy(proposal, server);
  return differences(
    formFields.filter((path) => !isFixed(path, server.dialect)),
    (path) => getAt(before, path),
    after,
  );
}

/** The proposal with the value at `path` reset to the journal's. */
export function takeBack(journal: DraftRecord, proposal: DraftRecord, path: string): DraftRecord {
  const value = getAt(toFlat(journal), path);
  if (value !== undefined && value !== null) return setAt(proposal, path, structuredClone(value));
  return removeAt(proposal, path);
}

/** The changes of another Update Request that a draft does not have: to fields that it does not change itself. */
export function changesToAdopt(
  own: readonly ValueDifference[],
  others: readonly ValueDifference[],
): ValueDifference[] {
  return others.filter(({ path }) => !own.some((change) => change.path === path));
}

/** The proposal with some changes applied. */
export function adoptChanges(proposal: DraftRecord, changes: readonly ValueDifference[]): DraftRecord {
  const adopt = (record: DraftRecord, { path, after }: ValueDifference) =>
    after === null ? removeAt(record, path) : setAt(record, path, after);
  return changes.reduce(adopt, proposal);
}

/** Differences between the sent (`before`) and the stored version (`after`); members that only the directory sets are left out. */
export function storedDifferences(sent: DraftRecord, stored: DraftRecord): ValueDifference[] {
  const [before, after] = [toFlat(sent), toFlat(stored)];
  return differences(
    formFields,
    (path) => getAt(before, path),
    (path) => getAt(after, path),
  );
}

/** The proposal with a bulk change applied; a service or scheme answers the question above it with yes. */
export function applyBulkChange(proposal: DraftRecord, change: BulkChange): DraftRecord {
  const { path, how } = change;
  const value = change.value ?? null;
  if (how === 'clear') return removeAt(proposal, path);
  if (how === 'set') return withAnswer(setAt(proposal, path, value), path, value);
  if (how === 'replace') return replaceText(proposal, change);
  const held = getAt(proposal, path);
  const list = Array.isArray(held) ? held : [];
  const rest = list.filter((entry) => !isSame(path, entry, value));
  if (how === 'remove') return rest.length === list.length ? proposal : setAt(proposal, path, rest);
  if (rest.length < list.length) return proposal;
  return withAnswer(setAt(proposal, path, [...list, value]), path, value);
}

/** The directory stores nothing of a list whose question is answered with no. */
function withAnswer(proposal: DraftRecord, path: string, value: Json): DraftRecord {
  const answer = answers[path];
  return answer === undefined || isEmpty(value) ? proposal : setAt(proposal, answer, true);
}

/** The fields in which a bulk change makes a difference, given the changes of a proposal before and after it. */
export function fieldsThatDiffer(
  before: readonly ValueDifference[],
  after: readonly ValueDifference[],
): string[] {
  const valueAt = (changes: readonly ValueDifference[], path: string) =>
    JSON.stringify(changes.find((change) => change.path === path)?.after);
  const isInBoth = (path: string) =>
    before.some((change) => change.path === path) && after.some((change) => change.path === path);
  const paths = [...new Set([...after, ...before].map(({ path }) => path))];
  return paths.filter((path) => !isInBoth(path) || valueAt(before, path) !== valueAt(after, path));
}

/** Replaces a text in a field, or in each entry of a list; a field without any text left is cleared. */
function replaceText(proposal: DraftRecord, { path, find = '', value }: BulkChange): DraftRecord {
  const held = getAt(proposal, path);
  if (find === '' || typeof value !== 'string' || held === undefined) return proposal;
  const replaceIn = (text: Json) => (typeof text === 'string' ? text.replaceAll(find, () => value) : text);
  const isLeft = (text: Json) => text !== '';
  const next = Array.isArray(held) ? [...new Set(held.map(replaceIn).filter(isLeft))] : replaceIn(held);
  if (JSON.stringify(next) === JSON.stringify(held)) return proposal;
  return isEmpty(next) ? removeAt(proposal, path) : setAt(proposal, path, next);
}

/** The question that a list of names answers. */
const answers: Record<string, string> = {
  'bibjson.preservation.service': 'bibjson.preservation.has_preservation',
  'bibjson.preservation.national_library': 'bibjson.preservation.has_preservation',
  'bibjson.deposit_policy.service': 'bibjson.deposit_policy.has_policy',
  'bibjson.pid_scheme.scheme': 'bibjson.pid_scheme.has_pid_scheme',
  'bibjson.apc.max': 'bibjson.apc.has_apc',
};

function ignoredDisplays(proposal: DraftRecord): IgnoredValue[] {
  const proposed = getAt(proposal, licenceDisplayPath);
  if (proposed === undefined || droppedDisplays(proposed).length === 0) return [];
  return [{ path: licenceDisplayPath, kept: [storedDisplay(proposed)], proposed }];
}

function fixedFields(dialect: Dialect): readonly string[] {
  const isContactRead = dialects[dialect].contact === 'required';
  return [...journalFields, ...(isContactRead ? contactFields : []), ...systemFields];
}

type Read = (path: string) => Json | undefined;

function differences(paths: readonly string[], before: Read, after: Read): ValueDifference[] {
  return paths.flatMap((path) => {
    const [was, is] = [before(path), after(path)];
    if (comparable(path, was) === comparable(path, is)) return [];
    return [{ path, before: isEmpty(was) ? null : (was as Json), after: isEmpty(is) ? null : (is as Json) }];
  });
}

/** A licence is known by its type: an entry of a publisher's own has more members. */
function isSame(path: string, a: Json, b: Json): boolean {
  if (path === 'bibjson.license') return getAt(a, 'type') === getAt(b, 'type');
  return comparable(path, [a]) === comparable(path, [b]);
}
