import { Link, makeStyles, Radio, RadioGroup, Spinner, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type {
  EarlierVersion,
  VersionComparison,
  VersionKind,
} from '../../../../shared/draft/earlierVersions.ts';
import type { AppError } from '../../../../shared/errors.ts';
import { describe, t } from '../../../../shared/i18n/i18n.ts';
import { call } from '../../../state/data/client.ts';
import { useCall } from '../../../state/data/queries.ts';
import { formatDateTime } from '../../../state/format.ts';
import { Callout } from '../../Callout.tsx';
import { AppDialog } from '../../dialogs/AppDialog.tsx';
import { ErrorPanel } from '../../ErrorPanel.tsx';
import { useOwnAction } from '../../useAction.ts';
import { compareRecords, type DiffOrder } from './compareRecords.ts';
import { FieldComparison } from './FieldComparison.tsx';

const useStyles = makeStyles({
  list: { maxHeight: '190px', overflowY: 'auto' },
  quiet: { color: tokens.colorNeutralForeground2 },
  waiting: { justifyContent: 'start' },
});

/** Earlier versions beside the directory's current one; the chosen one becomes the draft, to be sent. */
export function EarlierVersions(props: {
  kind: VersionKind;
  recordId: number;
  diffOrder: DiffOrder;
  onPutBack: () => void;
  onClose: () => void;
}) {
  const styles = useStyles();
  const { kind, recordId, onClose } = props;
  const { data: value, error } = useCall('versions.list', { kind, recordId });
  const [chosen, setChosen] = useState<number | null>(null);
  const versions = value?.versions ?? [];
  const shown = chosen ?? versions[0]?.id ?? null;
  const comparing = shown === null ? null : { id: shown, recordId };
  const compared = useCall('versions.compare', comparing, { gcTime: 0 });
  const plan = compared.data?.plan;
  const putBack = useOwnAction(async (confirmed: string) => {
    await call('versions.putBack', { plan: confirmed });
    onClose();
    props.onPutBack();
  });
  return (
    <AppDialog
      help="backups"
      title={t('versions.title')}
      maxWidth="820px"
      error={error ?? putBack.error}
      onRetry={
        putBack.error
          ? () => {
              putBack.reset();
              void compared.refetch();
            }
          : undefined
      }
      close={t('common.close')}
      action={
        shown === null
          ? undefined
          : {
              label: t('versions.putBack'),
              isBusy: putBack.isBusy,
              isDisabled: plan === undefined,
              run: () => plan !== undefined && putBack.run(plan),
            }
      }
      onClose={onClose}
    >
      {!value && !error && <Spinner className={styles.waiting} label={t('common.loading')} />}
      {value && versions.length === 0 && <p>{t('versions.none')}</p>}
      {shown !== null && (
        <>
          <Text className={styles.quiet}>{t('versions.about')}</Text>
          <VersionList kind={kind} versions={versions} chosen={shown} onChoose={setChosen} />
          <Compared value={compared.data} error={compared.error} diffOrder={props.diffOrder} />
        </>
      )}
    </AppDialog>
  );
}

function VersionList(props: {
  kind: VersionKind;
  versions: readonly EarlierVersion[];
  chosen: number;
  onChoose: (id: number) => void;
}) {
  const styles = useStyles();
  return (
    <RadioGroup
      className={styles.list}
      aria-label={t('versions.list')}
      value={String(props.chosen)}
      onChange={(_, { value }) => props.onChoose(Number(value))}
    >
      {props.versions.map(({ id, at, why }) => {
        const reason = props.kind === 'article' && why === 'withdrawn' ? 'deleted' : why;
        const label = t(`versions.why.${reason}`, { when: formatDateTime(at) });
        return <Radio key={id} value={String(id)} label={label} />;
      })}
    </RadioGroup>
  );
}

/** The differences between the chosen version and the directory's current one, or the draft if that is not known. */
function Compared(props: {
  value: VersionComparison | undefined;
  error: AppError | null;
  diffOrder: DiffOrder;
}) {
  const styles = useStyles();
  const { value, error, diffOrder } = props;
  if (error) return <ErrorPanel error={error} />;
  if (!value) return <Spinner className={styles.waiting} label={t('versions.asking')} />;
  const { uploadId } = value.version;
  return (
    <>
      {value.unasked !== null && (
        <Callout intent="warning">{t('versions.unasked', { why: describe(value.unasked) })}</Callout>
      )}
      <Differences value={value} diffOrder={diffOrder} />
      {uploadId !== null && (
        <Text>
          <Link href={`#/uploads/${uploadId}`}>{t('versions.fromUpload')}</Link>
        </Text>
      )}
    </>
  );
}

function Differences({ value, diffOrder }: { value: VersionComparison; diffOrder: DiffOrder }) {
  const now = value.remote ?? value.draft;
  const side = value.remote ? 'there' : 'draft';
  const differences = compareRecords(value.record, now, diffOrder);
  if (differences.every((one) => one.isSame)) return <p>{t(`versions.same.${side}`)}</p>;
  return (
    <FieldComparison
      name={t('versions.table')}
      titles={{ left: t('versions.earlier'), right: t(`versions.now.${side}`) }}
      differences={differences}
    />
  );
}
