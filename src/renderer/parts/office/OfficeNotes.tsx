import { t } from '../../../shared/i18n/i18n.ts';
import type { RecordRef } from '../../../shared/office/office.ts';
import { useOpenElsewhere, useShownToOthers } from '../../state/openElsewhere.ts';
import { Callout } from '../Callout.tsx';

/** Above the fields of a record that colleagues share: who else has it open. */
export function OfficeNotes({ record }: { record: RecordRef }) {
  useShownToOthers(record);
  const people = useOpenElsewhere(record);
  return people.length > 0 ? (
    <Callout intent="info">{t('sharing.openBy', { count: people.length, people: people.join(', ') })}</Callout>
  ) : null;
}
