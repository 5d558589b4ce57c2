import type { Fix } from '../finding.ts';
import { isObject, type Json } from '../json.ts';
import type { DraftRecord } from './draft.ts';

/** A member name or a 0-based list index. */
export type Segment = string | number;

/** Parses a path such as `bibjson.author[0].orcid_id` into segments; unusual names are quoted, `bibjson["a.b"]`. Throws on anything else. */
export function parsePath(path: string): Segment[] {
  const segments: Segment[] = [];
  const step = /\.?([^.[\]"]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;
  while (step.lastIndex < path.length) {
    const at = step.lastIndex;
    const found = step.exec(path);
    if (!found || (at === 0 && path.startsWith('.'))) throw new RangeError(`Not a path: ${path}`);
    if (found[1] !== undefined) segments.push(found[1]);
    else if (found[2] !== undefined) segments.push(Number(found[2]));
    else segments.push(JSON.parse(found[3]!) as string);
  }
  return segments;
}

/** `base` with one more segment, in the form that `parsePath` reads. */
export function joinPath(base: string, segment: Segment): string {
  if (typeof segment === 'number') return `${base}[${segment}]`;
  if (segment === '' || /[.[\]"]/.test(segment)) return `${base}[${JSON.stringify(segment)}]`;
  return base === '' ? segment : `${base}.${segment}`;
}

/** The value at `path`, or undefined; finds only own members, so not `constructor`. */
export function getAt(record: unknown, path: string): Json | undefined {
  let value = record;
  for (const segment of parsePath(path)) {
    if (Array.isArray(value) ? typeof segment !== 'number' : !isObject(value)) return undefined;
    if (!Object.hasOwn(value as object, segment)) return undefined;
    value = (value as Record<Segment, unknown>)[segment];
  }
  return value as Json | undefined;
}

/** A copy with `value` at `path`; creates missing parents. RangeError beyond the end of a list. */
export function setAt(record: DraftRecord, path: string, value: Json): DraftRecord {
  const segments = parsePath(path);
  if (segments.length === 0) return isObject(value) ? (value as DraftRecord) : record;
  return put(record, segments, 0, value) as DraftRecord;
}

/** A copy of `record` without the value at `path`: removes the member or the list entry; returns `record` itself if nothing is there. */
export function removeAt(record: DraftRecord, path: string): DraftRecord {
  const segments = parsePath(path);
  if (segments.length === 0 || getAt(record, path) === undefined) return record;
  return drop(record, segments, 0) as DraftRecord;
}

/** Applies the changes of a fix to `record` in order. */
export function applyFix(record: DraftRecord, fix: Fix): DraftRecord {
  let result = record;
  for (const change of fix.changes) {
    result =
      change.value === undefined
        ? removeAt(result, change.path)
        : setAt(result, change.path, change.value as Json);
  }
  return result;
}

function put(parent: unknown, segments: Segment[], at: number, value: Json): unknown {
  if (at === segments.length) return value;
  const segment = segments[at]!;
  if (typeof segment === 'number') {
    const list: unknown[] = Array.isArray(parent) ? [...parent] : [];
    if (segment > list.length) throw new RangeError(`The list has no place ${segment}.`);
    list[segment] = put(list[segment], segments, at + 1, value);
    return list;
  }
  const object: Record<string, unknown> = isObject(parent) ? { ...parent } : {};
  const old = Object.hasOwn(object, segment) ? object[segment] : undefined;
  // Not an assignment, so that a member called __proto__ is like any other.
  Object.defineProperty(object, segment, {
    value: put(old, segments, at + 1, value),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return object;
}

function drop(parent: unknown, segments: Segment[], at: number): unknown {
  const segment = segments[at]!;
  const isLast = at === segments.length - 1;
  if (Array.isArray(parent)) {
    const place = segment as number;
    return isLast ? parent.toSpliced(place, 1) : parent.with(place, drop(parent[place], segments, at + 1));
  }
  const entries = Object.entries(parent as Record<string, unknown>);
  const kept = isLast
    ? entries.filter(([name]) => name !== segment)
    : entries.map(([name, value]) => [name, name === segment ? drop(value, segments, at + 1) : value]);
  return Object.fromEntries(kept);
}
