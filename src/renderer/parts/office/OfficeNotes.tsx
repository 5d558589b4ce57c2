import { useEffect, useState } from 'react';
import { takeParts } from '../../../shared/draft/takeParts.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import type { RecordRef } from '../../../shared/office/office.ts';
import { call, onEvent } from '../../state/data/client.ts';
import { useFieldChanges } from '../../state/data/fieldChanges.ts';
import { peopleWith, useOffice } from '../../state/data/office.ts';
import { useCall } from '../../state/data/queries.ts';
import { formatTime } from '../../state/format.ts';
import { Callout } from '../Callout.tsx';
import type { DiffOrder } from '../form/comparison/compareRecords.ts';
import { useForm } from '../form/formContext.ts';
import { addChange, type ColleagueChange, partsOfChange } from './colleagueChange.ts';
import { OfficeConflict } from './OfficeConflict.tsx';

interface Props extends RecordRef {
  diffOrder: DiffOrder;
  /** The field of the form that shows a path; absent: the path itself. */
  fieldOf?: (path: string) => string;
}

/** Above the fields of a record that colleagues share: who has it open, what they changed, and conflicts. */
export function OfficeNotes({ kind, id, diffOrder, fieldOf }: Props) {
  useShownToOthers({ kind, id });
  useChangesOfFields({ kind, id }, fieldOf);
  const office = useOffice();
  const people = peopleWith(office?.open, { kind, id });
  const hasConflicts = (office?.conflicts ?? 0) > 0;
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

/** The changes of this record by colleagues, besides conflicts; the user can take them back. */
function Merged(props: RecordRef & { diffOrder: DiffOrder; disputed: readonly string[] }) {
  const { kind, id, diffOrder, disputed } = props;
  const { session } = useForm();
  const [change, setChange] = useState<ColleagueChange | null>(null);
  useEffect(
    () =>
      onEvent('office.merged', (news) => {
        if (news.kind === kind && news.id === id) setChange((known) => addChange(known, news, diffOrder));
      }),
    [kind, id, diffOrder],
  );
  if (!change) return null;
  const isDisputed = (path: string) => disputed.some((one) => `${one}.`.startsWith(`record.${path}.`));
  const parts = partsOfChange(change, diffOrder).filter((path) => !isDisputed(path));
  if (parts.length === 0) return null;
  const undo = () => {
    setChange(null);
    session.edit((record) => takeParts(record, change.before, parts));
  };
  return (
    <Callout
      intent="info"
      action={{ label: t('undo.undo'), run: undo }}
      onDismiss={() => setChange(null)}
      politeness="polite"
    >
      {t('sharing.merged', {
        count: change.people.length,
        people: change.people.join(', '),
        fields: parts.map(fieldText).join(', '),
        time: formatTime(change.at),
      })}
    </Callout>
  );
}

/** Shows, at the fields of the open record, who last changed them. */
function useChangesOfFields({ kind, id }: RecordRef, fieldOf?: (path: string) => string): void {
  const { data } = useCall('office.fieldChanges', { kind, id });
  useEffect(() => {
    const changes = (data ?? []).map((one) => ({ ...one, path: fieldOf?.(one.path) ?? one.path }));
    useFieldChanges.setState({ changes });
  }, [data, fieldOf]);
  useEffect(() => () => useFieldChanges.setState({ changes: [] }), []);
}

/** Less than the time after which main considers a silent window closed. */
const repeatEvery = 60_000;
const windowId = crypto.randomUUID();

/** Tells colleagues that this window has the record open, as long as it is shown. */
function useShownToOthers({ kind, id }: RecordRef): void {
  useEffect(() => {
    const report = (record: RecordRef | null) =>
      void call('office.setOpen', { window: windowId, record }).catch(() => undefined);
    const show = () => report({ kind, id });
    const hide = () => report(null);
    show();
    const timer = setInterval(show, repeatEvery);
    window.addEventListener('pagehide', hide);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', hide);
      hide();
    };
  }, [kind, id]);
}
