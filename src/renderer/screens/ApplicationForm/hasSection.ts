import type { Dialect } from '../../../shared/directory/account.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { factsOf, isRelevant, type Section } from '../../parts/application/fieldFacts.ts';
import { otherValues, systemValues } from './otherValues.ts';

/** Whether a section has anything to show for a record: all have, but for the contact and the other values. */
export function hasSection(
  section: Section,
  record: DraftRecord,
  base: DraftRecord | null,
  dialect: Dialect,
): boolean {
  if (section === 'contact') return factsOf(section).some((fact) => isRelevant(fact, record, dialect));
  if (section === 'other') return otherValues(record).length > 0 || systemValues(base ?? {}).length > 0;
  return true;
}
