import type { ValueDifference } from '../../../shared/application/applicationDraft.ts';
import { applicationValueText } from '../../parts/application/applicationValueText.ts';
import type { Difference } from '../../parts/form/comparison/compareRecords.ts';
import { sidesOf } from '../../parts/form/comparison/describeValue.ts';

/** The differences of an article or a journal for a table with two columns, as it was on the left. */
export function sidesOfFinding(differences: readonly ValueDifference[], isJournal: boolean): Difference[] {
  if (!isJournal) return sidesOf(differences);
  return differences.map(({ path, before, after }) => ({
    path,
    left: applicationValueText(path, before),
    right: applicationValueText(path, after),
    isSame: false,
  }));
}
