import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt, joinPath, removeAt, setAt } from '../../../shared/draft/fieldPath.ts';
import { sameJson } from '../../state/sameJson.ts';

type Json = DraftRecord[string];

/** One part of a record that two versions may differ in; `text` is undefined where a version has none. */
export interface Difference {
  path: string;
  left: string | undefined;
  right: string | undefined;
  isSame: boolean;
}

/** How a form takes its records apart. */
export interface Anatomy {
  /** Paths of parts in the order of the form. */
  order: readonly string[];
  /** Objects whose members are parts of their own, holders first; beside the record itself. */
  holders: readonly string[];
  /** The value of a part in words; undefined: as it stands. */
  words?: (path: string, value: Json) => string | undefined;
}

/** Two records part by part, in the order of the form: lists are one part, and so is every member that the form does not know. */
export function compareRecords(left: DraftRecord, right: DraftRecord, anatomy: Anatomy): Difference[] {
  const parts = [...partsOf(left, anatomy), ...partsOf(right, anatomy)];
  const paths = [...new Set([...anatomy.order, ...parts])];
  return paths.flatMap((path) => {
    const a = getAt(left, path);
    const b = getAt(right, path);
    if (isNothing(a) && isNothing(b)) return [];
    const [one, other] = [a, b].map((value) => describe(path, value, anatomy));
    return { path, left: one, right: other, isSame: sameJson(a, b) };
  });
}

/** `record` with the parts at `paths` as `other` has them. */
export function takeParts(record: DraftRecord, other: DraftRecord, paths: readonly string[]): DraftRecord {
  return paths.reduce((result, path) => {
    const value = getAt(other, path);
    return value === undefined ? removeAt(result, path) : setAt(result, path, value);
  }, record);
}

/** The members of the record and of its holders that are no holders themselves. */
function partsOf(record: DraftRecord, { holders }: Anatomy): string[] {
  const found = ['', ...holders].flatMap((holder) => {
    const value = holder === '' ? record : getAt(record, holder);
    return isObject(value) ? Object.keys(value).map((name) => joinPath(holder, name)) : [];
  });
  return found.filter((path) => !holders.includes(path) || !isObject(getAt(record, path)));
}

function describe(path: string, value: Json | undefined, { words }: Anatomy): string | undefined {
  if (value === undefined || isNothing(value)) return undefined;
  const inWords = words?.(path, value);
  if (inWords !== undefined) return inWords;
  return Array.isArray(value) ? value.map(describeEntry).join('\n') : describeEntry(value);
}

/** The values of an entry in their order: `Ada Okafor · Institute · https://orcid.org/…`. */
function describeEntry(value: Json): string {
  if (!isObject(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  return Object.values(value)
    .filter((one) => !isNothing(one))
    .map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
    .join(' · ');
}

function isNothing(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function isObject(value: unknown): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
