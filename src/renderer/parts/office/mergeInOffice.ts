import { mergeRecords } from '../../../shared/office/mergeRecords.ts';
import { isInOffice } from '../../state/data/office.ts';
import type { RecordSource, Saved } from '../../state/records/recordSession.ts';

/** The `merge` function for records that an office may share. */
export const mergeInOffice: NonNullable<RecordSource<Saved>['merge']> = (base, mine, theirs) => {
  if (!isInOffice()) return null;
  const { merged, conflicts } = mergeRecords(base, mine, theirs);
  return conflicts.length === 0 ? merged : null;
};
