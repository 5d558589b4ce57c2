import { useEffect, useState } from 'react';
import { takeParts } from '../../../shared/draft/takeParts.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import type { MergedRecord, RecordRef } from '../../../shared/office/office.ts';
import { onEvent } from '../../state/client.ts';
import { useFieldChanges } from '../../state/fieldChanges.ts';
import { formatTime } from '../../state/format.ts';
import { useOffice } from '../../state/office.ts';
import { useOpenElsewhere, useShownToOthers } from '../../state/openElsewhere.ts';
import { useCall } from '../../state/queries.ts';
import { Callout } from '../Callout.tsx';
import { compareRecords, type DiffOrder } from '../form/compareRecords.ts';
import { useForm } from '../form/formContext.ts';
import { OfficeConflict } from './OfficeConflict.tsx';

/** Above the fields of a record that colleagues share: who has it open, what they changed, and conflicts. */
export function OfficeNotes({ kind, id, diffOrder }: RecordRef & { diffOrder: DiffOrder }) {
  useShownToOthers({ kind, id });
  useChangesOfFields({ kind, id });
  const people = useOpenElsewhere({ kind, id });
  const hasConflicts = (useOffice()?.conflicts ?? 0) > 0;
  const { data = [] } = useCall('office.conflicts', hasConflicts ? {} : null);
  const conflicts = data.filter(({ row }) => row?.kind === kind && Number(row.localId) === id);
  return (
    <>
      {people.length > 0 && (
        <Callout intent="info">
          {t('sharing.openBy', { count: people.length, people: people.join(', ') })}
        </Callout>
      )}
      <Merged
        kind={kind}
        id={id}
        diffOrder={diffOrder}
        disputed={conflicts.flatMap(({ fields }) => fields.map(({ path }) => path))}
      />
      {conflicts.map((conflict) => (
        <Callout key={conflict.id} intent="warning" title={t('sharing.conflictHere')}>
          <OfficeConflict conflict={conflict} />
        </Callout>
      ))}
    </>
  );
}

/** The latest change of this record by a colleague, besides conflicts; the user can take it back. */
function Merged(props: RecordRef & { diffOrder: DiffOrder; disputed: readonly string[] }) {
  const { kind, id, diffOrder, disputed } = props;
  const { session } = useForm();
  const [merged, setMerged] = useState<MergedRecord | null>(null);
  useEffect(
    () =>
      onEvent('office.merged', (news) => {
        if (news.kind === kind && news.id === id) setMerged(news);
      }),
    [kind, id],
  );
  if (!merged) return null;
  const { person, at, before, after } = merged;
  const isDisputed = (path: string) => disputed.some((one) => `${one}.`.startsWith(`record.${path}.`));
  const changed = compareRecords(before, after, diffOrder).filter(
    ({ path, isSame }) => !isSame && !isDisputed(path),
  );
  if (changed.length === 0) return null;
  const fields = changed.map(({ path, label }) => label ?? fieldText(path)).join(', ');
  const undo = () => {
    setMerged(null);
    session.edit((record) =>
      takeParts(
        record,
        before,
        changed.map(({ path }) => path),
      ),
    );
  };
  return (
    <Callout
      intent="info"
      action={{ label: t('undo.undo'), run: undo }}
      onDismiss={() => setMerged(null)}
      politeness="polite"
    >
      {t('sharing.merged', { person, fields, time: formatTime(at) })}
    </Callout>
  );
}

/** Shows at the fields of the open record who changed them last. */
function useChangesOfFields(record: RecordRef): void {
  const { data } = useCall('office.fieldChanges', record);
  useEffect(() => useFieldChanges.setState({ changes: data ?? [] }), [data]);
  useEffect(() => () => useFieldChanges.setState({ changes: [] }), []);
}
