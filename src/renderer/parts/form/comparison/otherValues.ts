import type { DraftRecord } from '../../../../shared/draft/draft.ts';
import { joinPath } from '../../../../shared/draft/fieldPath.ts';
import { isEmpty, type Json } from '../../../../shared/json.ts';

/** A value of the record that has no field of its own. */
export interface OtherValue {
  path: string;
  value: Json;
}

/** How a form shows a value: in a field, in fields for some of its members or entries, or not. */
export type Shown = 'field' | 'parts' | 'not';

/** The values of a record that the form shows in no field, in the order of the record; empty values are left out. */
export function otherValues(
  record: DraftRecord,
  howShown: (path: string, value: Json) => Shown,
): OtherValue[] {
  const walk = (holder: Json, base: string): OtherValue[] =>
    namedParts(holder).flatMap(([name, value]) => {
      const path = joinPath(base, name);
      const shown = howShown(path, value);
      if (shown === 'parts') return walk(value, path);
      return shown === 'field' || isEmpty(value) ? [] : [{ path, value }];
    });
  return walk(record, '');
}

/** The objects that contain the fields at these paths, outer objects first. */
export function holdersOf(paths: readonly string[]): string[] {
  const holders = paths.flatMap((path) => {
    const names = path.split('.').slice(0, -1);
    return names.map((_, at) => names.slice(0, at + 1).join('.'));
  });
  return [...new Set(holders)].toSorted((a, b) => a.length - b.length);
}

function namedParts(holder: Json): [string | number, Json][] {
  return Array.isArray(holder) ? [...holder.entries()] : Object.entries(holder as DraftRecord);
}
