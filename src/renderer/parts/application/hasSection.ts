import type { SectionName } from '../../../shared/application/applicationFields.ts';
import type { Dialect } from '../../../shared/directory/account.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { factsOf, isRelevant } from './applicationPlaces.ts';
import { otherApplicationValues, systemValues } from './otherApplicationValues.ts';

/** Returns true if a section has anything to show for a record; only the contact and the other values may have nothing. */
export function hasSection(
  section: SectionName,
  record: DraftRecord,
  base: DraftRecord | null,
  dialect: Dialect,
): boolean {
  if (section === 'contact') return factsOf(section).some((fact) => isRelevant(fact, record, dialect));
  if (section === 'other')
    return otherApplicationValues(record).length > 0 || systemValues(base ?? {}).length > 0;
  return true;
}
