import type { DraftRecord } from './draft.ts';
import { getAt, removeAt, setAt } from './fieldPath.ts';

/** `record` with the parts at `paths` as `other` has them. */
export function takeParts(record: DraftRecord, other: DraftRecord, paths: readonly string[]): DraftRecord {
  return paths.reduce((result, path) => {
    const value = getAt(other, path);
    return value === undefined ? removeAt(result, path) : setAt(result, path, value);
  }, record);
}
