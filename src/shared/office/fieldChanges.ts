import { joinPath } from '../draft/fieldPath.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import { sameJson } from '../sameJson.ts';
import { byType } from './mergeRecords.ts';

/** Who last changed a field, and when by the clock of the office's database. */
export interface FieldChange {
  path: string;
  person: string;
  at: string;
}

/** A version of a record in the history of an office. */
export interface HistoryVersion {
  record: Json | undefined;
  person: string;
  at: string;
}

/** The fields that differ between these versions of a record, newest first, each with its last change. */
export function fieldChanges(versions: readonly HistoryVersion[]): FieldChange[] {
  const found = new Map<string, FieldChange>();
  for (const [place, { record, person, at }] of versions.entries()) {
    const before = versions[place + 1];
    if (!before) break;
    for (const path of changedPaths(before.record, record, ''))
      if (!found.has(path)) found.set(path, { path, person, at });
  }
  return [...found.values()];
}

/**
 * The members in which two values differ, members of objects individually; a list is one value, unless its entries each
 * have their own type, which then names them in paths.
 */
function changedPaths(before: Json | undefined, after: Json | undefined, path: string): string[] {
  if (sameJson(before, after)) return [];
  const [old, now] = [byType(before ?? []), byType(after ?? [])];
  if (old && now)
    return namesOf(old, now)
      .filter((name) => !sameJson(old[name], now[name]))
      .map((name) => joinPath(path, name));
  if (!isObject(before) || !isObject(after)) return [path];
  return namesOf(before, after).flatMap((name) =>
    changedPaths(before[name], after[name], joinPath(path, name)),
  );
}

function namesOf(one: JsonObject, other: JsonObject): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])];
}
