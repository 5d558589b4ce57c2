import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Link,
  MessageBar,
  MessageBarBody,
  makeStyles,
  Radio,
  RadioGroup,
  Spinner,
  Text,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  EarlierVersion,
  VersionComparison,
  VersionKind,
} from '../../../shared/draft/earlierVersions.ts';
import type { AppError } from '../../../shared/errors.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { asAppError, call } from '../../state/client.ts';
import { formatDateTime } from '../../state/format.ts';
import { useCall } from '../../state/queries.ts';
import { ErrorPanel } from '../ErrorPanel.tsx';
import { useReturnOfFocus } from '../useReturnOfFocus.ts';
import { compareRecords, type DiffOrder } from './compareRecords.ts';
import { FieldComparison } from './FieldComparison.tsx';

const useStyles = makeStyles({
  surface: {
    maxWidth: '820px',
    width: 'calc(100vw - 16px)',
    '@media (max-width: 480px)': { padding: tokens.spacingHorizontalM },
  },
  content: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalM },
  list: { maxHeight: '190px', overflowY: 'auto' },
  quiet: { color: tokens.colorNeutralForeground2 },
  waiting: { justifyContent: 'start' },
  line: { margin: 0 },
  actions: { '@media (max-width: 480px)': { gridColumnStart: 1 } },
});

/**
 * What is kept of a record, each version beside what the directory has now; the chosen one is put into the draft, and
 * `onPutBack` shows the plan of sending it.
 */
export function EarlierVersions(props: {
  kind: VersionKind;
  recordId: number;
  diffOrder: DiffOrder;
  onPutBack: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { kind, recordId, onClose } = props;
  const { data: value, error } = useCall('versions.list', { kind, recordId });
  const [chosen, setChosen] = useState<number | null>(null);
  const putBack = usePutBack(props);
  useReturnOfFocus();
  const versions = value?.versions ?? [];
  const shown = chosen ?? versions[0]?.id ?? null;
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{t('versions.title')}</DialogTitle>
          <DialogContent className={styles.content}>
            {(error ?? putBack.error) && <ErrorPanel error={(error ?? putBack.error)!} />}
            {!value && !error && <Spinner className={styles.waiting} label={t('common.loading')} />}
            {value && versions.length === 0 && <p className={styles.line}>{t('versions.none')}</p>}
            {shown !== null && (
              <>
                <Text className={styles.quiet}>{t('versions.about')}</Text>
                <VersionList versions={versions} chosen={shown} onChoose={setChosen} />
                <Compared key={shown} id={shown} recordId={recordId} diffOrder={props.diffOrder} />
              </>
            )}
          </DialogContent>
          <DialogActions className={styles.actions}>
            <Button onClick={onClose}>{t('common.close')}</Button>
            {shown !== null && (
              <Button
                appearance="primary"
                disabledFocusable={putBack.isBusy}
                onClick={() => void putBack.run(shown)}
              >
                {t('versions.putBack')}
              </Button>
            )}
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

function VersionList(props: {
  versions: readonly EarlierVersion[];
  chosen: number;
  onChoose: (id: number) => void;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  return (
    <RadioGroup
      className={styles.list}
      aria-label={t('versions.list')}
      value={String(props.chosen)}
      onChange={(_, { value }) => props.onChoose(Number(value))}
    >
      {props.versions.map(({ id, at, why }) => (
        <Radio key={id} value={String(id)} label={t(`versions.why.${why}`, { when: formatDateTime(at) })} />
      ))}
    </RadioGroup>
  );
}

/** The chosen version and what is there now, changes alone; where that is not known, the draft. */
function Compared(props: { id: number; recordId: number; diffOrder: DiffOrder }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { id, recordId, diffOrder } = props;
  const { data: value, error } = useCall('versions.compare', { id, recordId });
  if (error) return <ErrorPanel error={error} />;
  if (!value) return <Spinner className={styles.waiting} label={t('versions.asking')} />;
  const { uploadId } = value.version;
  return (
    <>
      {value.unasked !== null && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{t('versions.unasked', { why: describe(value.unasked) })}</MessageBarBody>
        </MessageBar>
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
  const { t } = useTranslation();
  const styles = useStyles();
  const now = value.there ?? value.draft;
  const side = value.there ? 'there' : 'draft';
  const differences = compareRecords(value.record, now, diffOrder);
  if (differences.every((one) => one.isSame))
    return <p className={styles.line}>{t(`versions.same.${side}`)}</p>;
  return (
    <FieldComparison
      name={t('versions.table')}
      titles={{ left: t('versions.earlier'), right: t(`versions.now.${side}`) }}
      differences={differences}
    />
  );
}

function usePutBack(props: { recordId: number; onPutBack: () => void; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const run = async (id: number) => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await call('versions.putBack', { id, recordId: props.recordId });
      props.onClose();
      props.onPutBack();
    } catch (thrown) {
      setError(asAppError(thrown));
      setBusy(false);
    }
  };
  return { isBusy, error, run };
}
