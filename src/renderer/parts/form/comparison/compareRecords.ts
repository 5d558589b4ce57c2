import type { DraftRecord } from '../../../../shared/draft/draft.ts';
import { getAt, joinPath } from '../../../../shared/draft/fieldPath.ts';
import { isEmpty, isObject, type Json } from '../../../../shared/json.ts';
import { sameJson } from '../../../../shared/sameJson.ts';

/** One part of a record that may differ between two versions; a side is undefined if its version has no value. */
export interface Difference {
  path: string;
  /** The name of the part, if its path does not give one. */
  label?: string | undefined;
  left: string | undefined;
  right: string | undefined;
  isSame: boolean;
}

/** How two records of a kind are compared: their parts and the order of these. */
export interface DiffOrder {
  /** Paths of parts in the order of the form. */
  order: readonly string[];
  /** Objects whose members are separate parts, outer objects first; the record itself is one too. */
  holders: readonly string[];
  /** The text of a value; undefined if it needs no special one. */
  textOf?: (path: string, value: Json) => string | undefined;
}

/** Compares two records part by part, in the order of the form: a list is one part, and so is every member without a field. */
export function compareRecords(left: DraftRecord, right: DraftRecord, diffOrder: DiffOrder): Difference[] {
  const parts = [...partsOf(left, diffOrder), ...partsOf(right, diffOrder)];
  const paths = [...new Set([...diffOrder.order, ...parts])];
  return paths.flatMap((path) => {
    const a = getAt(left, path);
    const b = getAt(right, path);
    if (isEmpty(a) && isEmpty(b)) return [];
    const [one, other] = [a, b].map((value) => partText(path, value, diffOrder));
    return { path, left: one, right: other, isSame: sameJson(a, b) };
  });
}

/** The members of the record and of its holders, without the holders themselves. */
function partsOf(record: DraftRecord, { holders }: DiffOrder): string[] {
  const found = ['', ...holders].flatMap((holder) => {
    const value = holder === '' ? record : getAt(record, holder);
    return isObject(value) ? Object.keys(value).map((name) => joinPath(holder, name)) : [];
  });
  return found.filter((path) => !holders.includes(path) || !isObject(getAt(record, path)));
}

function partText(path: string, value: Json | undefined, { textOf }: DiffOrder): string | undefined {
  if (value === undefined || isEmpty(value)) return undefined;
  return textOf?.(path, value) ?? valueText(value);
}

/** The text of any value, with a line for each entry of a list; undefined if it is empty. */
export function valueText(value: Json | undefined): string | undefined {
  if (value === undefined || isEmpty(value)) return undefined;
  return Array.isArray(value) ? value.map(entryText).join('\n') : entryText(value);
}

/** The values of an entry in order: `Ada Okafor · Institute · https://orcid.org/…`. */
export function entryText(value: Json): string {
  if (!isObject(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  return Object.values(value)
    .filter((one) => !isEmpty(one))
    .map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
    .join(' · ');
}
