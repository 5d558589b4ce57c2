import { joinPath, parsePath } from '../draft/fieldPath.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import { sameJson } from '../sameJson.ts';

/** A field that two people changed to different values; absent values are absent fields. */
export interface FieldConflict {
  path: string;
  base?: Json | undefined;
  mine?: Json | undefined;
  theirs?: Json | undefined;
  /** Of a deletion: the record that was kept. */
  kept?: Json | undefined;
}

export interface MergedRecord {
  merged: JsonObject;
  conflicts: FieldConflict[];
}

/**
 * Merges two versions of a record by field, each compared with the version that both started from (empty if it is not
 * known). Fields that both changed differently are conflicts, and keep the value of `theirs`.
 */
export function mergeRecords(base: JsonObject, mine: JsonObject, theirs: JsonObject): MergedRecord {
  const conflicts: FieldConflict[] = [];
  const merged = mergeMembers(base, mine, theirs, '', conflicts);
  return { merged, conflicts };
}

type Value = Json | undefined;

function mergeValues(base: Value, mine: Value, theirs: Value, path: string, found: FieldConflict[]): Value {
  if (sameJson(mine, theirs) || sameJson(base, mine)) return theirs;
  if (sameJson(base, theirs)) return mine;
  if (isObject(mine) && isObject(theirs) && isObject(base ?? {}))
    return mergeMembers((base ?? {}) as JsonObject, mine, theirs, path, found);
  const [byTypeBase, byTypeMine, byTypeTheirs] = [base ?? [], mine, theirs].map(byType);
  if (byTypeBase && byTypeMine && byTypeTheirs)
    return Object.values(mergeMembers(byTypeBase, byTypeMine, byTypeTheirs, path, found));
  found.push({ path, base, mine, theirs });
  return theirs;
}

function mergeMembers(
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
  path: string,
  found: FieldConflict[],
): JsonObject {
  const memberOf = (object: JsonObject, name: string) =>
    Object.hasOwn(object, name) ? object[name] : undefined;
  const members = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].flatMap((name) => {
    const values = [base, mine, theirs].map((object) => memberOf(object, name)) as [Value, Value, Value];
    const value = mergeValues(...values, joinPath(path, name), found);
    return value === undefined ? [] : [[name, value] as const];
  });
  // Not assignments, so that a member called __proto__ is like any other.
  return Object.fromEntries(members);
}

/** A copy of a record with another value at the path of a conflict; undefined removes the field. */
export function takeValue(record: JsonObject, path: string, value: Json | undefined): JsonObject {
  return takeAt(record, parsePath(path).map(String), value) as JsonObject;
}

function takeAt(parent: Value, [name, ...rest]: string[], value: Value): Value {
  if (name === undefined) return value;
  const isEntry = rest.length === 0 && isObject(value) && value.type === name;
  const isList = Array.isArray(parent) || (parent === undefined && isEntry);
  const members = isList ? byType(parent ?? []) : isObject(parent) ? parent : {};
  // The list has since changed, and has two entries of one type.
  if (members === null) return isEntry ? [...(parent as Json[]), value] : parent;
  const taken = new Map(Object.entries(members));
  const next = takeAt(taken.get(name), rest, value);
  if (next === undefined) taken.delete(name);
  else taken.set(name, next);
  return isList ? [...taken.values()] : Object.fromEntries(taken);
}

/** The value at the path of a conflict; undefined if the record has none there. */
export function valueAt(record: JsonObject, path: string): Json | undefined {
  let value: Value = record;
  for (const name of parsePath(path).map(String)) {
    const members: Value = Array.isArray(value) ? byType(value) : value;
    value = isObject(members) && Object.hasOwn(members, name) ? members[name] : undefined;
  }
  return value;
}

/**
 * A list whose entries each have a different type, such as the identifiers of an article, as an object by type; null
 * for any other list: its entries may have moved, so it is merged as a whole.
 */
export function byType(list: Value): JsonObject | null {
  if (!Array.isArray(list)) return null;
  const entries = list.map((entry) => [isObject(entry) ? entry.type : undefined, entry] as const);
  const types = new Set(entries.map(([type]) => type));
  // A type that looks like an index would change the order of the members.
  const areNames = [...types].every((type) => typeof type === 'string' && !/^\d/.test(type));
  return areNames && types.size === list.length ? Object.fromEntries(entries) : null;
}
