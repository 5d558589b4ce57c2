import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { takeParts } from '../../../shared/draft/takeParts.ts';
import type { MergedRecord } from '../../../shared/office/office.ts';
import { compareRecords, type DiffOrder } from '../form/comparison/compareRecords.ts';

/** All changes by colleagues of an open record since the user dismissed earlier ones. */
export interface ColleagueChange {
  people: readonly string[];
  /** When the latest change was made. */
  at: string;
  /** The changed parts, as they were before the first change of each, and as they are now. */
  paths: readonly string[];
  before: DraftRecord;
  after: DraftRecord;
}

/** Adds a change to the earlier ones: while a colleague types, each pause makes a separate change. */
export function addChange(
  known: ColleagueChange | null,
  { person, at, before, after }: MergedRecord,
  diffOrder: DiffOrder,
): ColleagueChange {
  const { people = [], paths = [] } = known ?? {};
  const changed = changedParts(before, after, diffOrder).filter((path) => !paths.includes(path));
  return {
    people: [...new Set([...people, person])],
    at,
    paths: [...paths, ...changed],
    before: known ? takeParts(known.before, before, changed) : before,
    after,
  };
}

/** The parts that still differ from before, in the order of the form. */
export function partsOfChange({ paths, before, after }: ColleagueChange, diffOrder: DiffOrder): string[] {
  return changedParts(before, after, diffOrder).filter((path) => paths.includes(path));
}

function changedParts(before: DraftRecord, after: DraftRecord, diffOrder: DiffOrder): string[] {
  return compareRecords(before, after, diffOrder).flatMap(({ path, isSame }) => (isSame ? [] : path));
}
