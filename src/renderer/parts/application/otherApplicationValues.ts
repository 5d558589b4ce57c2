import { systemFields } from '../../../shared/application/acceptedFields.ts';
import { applicationFields } from '../../../shared/application/applicationFields.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { isEmpty, isObject } from '../../../shared/json.ts';
import { holdersOf, type OtherValue, otherValues } from '../form/comparison/otherValues.ts';

/** The values of an application that the form shows in no field. */
export function otherApplicationValues(record: DraftRecord): OtherValue[] {
  return otherValues(record, (path, value) => {
    if (path === 'admin.current_journal' || fields.has(path)) return 'field';
    return holders.has(path) && isObject(value) ? 'parts' : 'not';
  });
}

const paths = applicationFields.map(({ path }) => path);
const fields = new Set(paths);
const holders = new Set(holdersOf(paths));

/** Returns true for a value that only the directory sets. */
export function isSystemValue(path: string): boolean {
  return systemFields.some((one) => one === path);
}

/** The values that the directory has set for a journal. */
export function systemValues(base: DraftRecord): OtherValue[] {
  return systemFields.flatMap((path) => {
    const value = getAt(base, path);
    return value === undefined || isEmpty(value) ? [] : [{ path, value }];
  });
}
