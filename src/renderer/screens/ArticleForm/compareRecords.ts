import type { DraftRecord } from '../../../shared/draft.ts';
import { getAt, joinPath, removeAt, setAt } from '../../../shared/fieldPath.ts';
import { sameJson } from './sameJson.ts';

type Json = DraftRecord[string];

/** One part of a record that two versions may differ in; `text` is undefined where a version has none. */
export interface Difference {
  path: string;
  left: string | undefined;
  right: string | undefined;
  isSame: boolean;
}

const order = [
  'bibjson.title',
  'bibjson.abstract',
  'bibjson.author',
  'bibjson.identifier',
  'bibjson.link',
  'bibjson.year',
  'bibjson.month',
  'bibjson.journal.volume',
  'bibjson.journal.number',
  'bibjson.journal.start_page',
  'bibjson.journal.end_page',
  'bibjson.keywords',
];

/** Two records part by part, in the order of the form: lists are one part, and so is every member that the form does not know. */
export function compareRecords(left: DraftRecord, right: DraftRecord): Difference[] {
  const paths = [...new Set([...order, ...partsOf(left), ...partsOf(right)])];
  return paths.flatMap((path) => {
    const a = getAt(left, path);
    const b = getAt(right, path);
    if (isNothing(a) && isNothing(b)) return [];
    return { path, left: describe(a), right: describe(b), isSame: sameJson(a, b) };
  });
}

/** `record` with the parts at `paths` as `other` has them. */
export function takeParts(record: DraftRecord, other: DraftRecord, paths: readonly string[]): DraftRecord {
  return paths.reduce((result, path) => {
    const value = getAt(other, path);
    return value === undefined ? removeAt(result, path) : setAt(result, path, value);
  }, record);
}

/** Top-level members, those of `bibjson`, and those of its journal block. */
function partsOf(record: DraftRecord): string[] {
  const { bibjson } = record;
  const names = Object.keys(record).filter((name) => name !== 'bibjson' || !isObject(bibjson));
  const paths = names.map((name) => joinPath('', name));
  if (!isObject(bibjson)) return paths;
  const { journal } = bibjson;
  for (const name of Object.keys(bibjson)) {
    if (name !== 'journal' || !isObject(journal)) paths.push(joinPath('bibjson', name));
  }
  if (isObject(journal))
    for (const name of Object.keys(journal)) paths.push(joinPath('bibjson.journal', name));
  return paths;
}

function describe(value: Json | undefined): string | undefined {
  if (isNothing(value)) return undefined;
  return Array.isArray(value) ? value.map(describeEntry).join('\n') : describeEntry(value as Json);
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
