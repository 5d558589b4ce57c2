import { Button, makeStyles, ProgressBar, Text, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportStatus } from '../../../shared/importing.ts';
import { asAppError } from '../../client.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { formatBytes, formatNumber, formatPercent } from '../../parts/format.ts';
import {
  cancelFile,
  cancelImport,
  dismissImport,
  resumeFile,
  type SendingFile,
  useImports,
} from '../../state/imports.ts';
import { showError } from '../../state/notices.ts';
import { go } from '../../state/route.ts';
import { useSession } from '../../state/session.ts';

const useStyles = makeStyles({
  tray: {
    display: 'flex',
    flexDirection: 'column',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    ':empty': { display: 'none' },
  },
  line: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXXS,
    paddingBlock: tokens.spacingVerticalXS,
    paddingInline: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  words: { overflowWrap: 'anywhere' },
  bar: { gridColumn: '1 / -1' },
  buttons: { display: 'flex', gap: tokens.spacingHorizontalS },
});

/** Imports that are under way, wait for the person, or failed; one line each. `without` leaves out the one that is shown in full. */
export function ImportTray(props: { without?: number }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const accountId = useSession((session) => session.account?.id);
  const { files, statuses, dismissed } = useImports();
  const sending = files.filter((one) => one.accountId === accountId && isUnderWay(one));
  const shown = new Set([props.without, ...sending.map((one) => one.importId), ...dismissed]);
  const open = Object.values(statuses).filter((one) => isOpen(one) && !shown.has(one.id));
  if (sending.length + open.length === 0) return null;
  return (
    <ul className={styles.tray} aria-label={t('import.tray')}>
      {open.map((status) => (
        <ImportLine key={status.id} status={status} />
      ))}
      {sending.map((file) => (
        <FileLine key={file.key} file={file} />
      ))}
    </ul>
  );
}

function isUnderWay({ state }: SendingFile): boolean {
  return state === 'queued' || state === 'sending' || state === 'failed';
}

/** `receiving` without a file here belongs to another window. */
function isOpen({ state }: ImportStatus): boolean {
  return state === 'reading' || state === 'preview' || state === 'accepting' || state === 'failed';
}

function FileLine(props: { file: SendingFile }) {
  const { t } = useTranslation();
  const { file, key, state, sentBytes, error } = props.file;
  const share = file.size === 0 ? 0 : sentBytes / file.size;
  if (error) {
    return (
      <li>
        <ErrorPanel
          error={error}
          actions={<Button onClick={() => resumeFile(key)}>{t('common.tryAgain')}</Button>}
          onDismiss={() => run(cancelFile(key))}
        />
      </li>
    );
  }
  const words =
    state === 'queued'
      ? t('import.queued', { name: file.name })
      : t('import.sending', { name: file.name, percent: formatPercent(share), size: formatBytes(file.size) });
  return (
    <Line words={words} share={state === 'queued' ? null : share}>
      <Button size="small" onClick={() => run(cancelFile(key))}>
        {t('common.cancel')}
      </Button>
    </Line>
  );
}

function ImportLine(props: { status: ImportStatus }) {
  const { t } = useTranslation();
  const { id, name, state, read, size, bytesRead, message } = props.status;
  const n = formatNumber(read);
  if (state === 'failed') {
    return (
      <Line words={t('import.failed', { name, message })} share={null}>
        <Button size="small" onClick={() => dismissImport(id)}>
          {t('common.dismiss')}
        </Button>
      </Line>
    );
  }
  if (state === 'preview') {
    return (
      <Line words={t('import.waiting', { name, count: read, n })} share={null}>
        <Button size="small" appearance="primary" onClick={() => go({ screen: 'imports', importId: id })}>
          {t('import.look')}
        </Button>
      </Line>
    );
  }
  const share = size === 0 ? 0 : bytesRead / size;
  const words =
    state === 'accepting'
      ? t('import.accepting', { name })
      : t('import.reading', { name, percent: formatPercent(share), count: read, n });
  return (
    <Line words={words} share={state === 'accepting' ? undefined : share}>
      {state === 'reading' && (
        <Button size="small" onClick={() => run(cancelImport(id))}>
          {t('common.cancel')}
        </Button>
      )}
    </Line>
  );
}

/** `share` from 0 to 1; undefined: under way, nobody knows how far; null: no bar. */
function Line(props: { words: string; share: number | null | undefined; children: ReactNode }) {
  const styles = useStyles();
  return (
    <li className={styles.line}>
      <Text size={200} className={styles.words}>
        {props.words}
      </Text>
      <span className={styles.buttons}>{props.children}</span>
      {props.share !== null && (
        <ProgressBar className={styles.bar} value={props.share} aria-label={props.words} />
      )}
    </li>
  );
}

function run(work: Promise<void>): void {
  work.catch((error: unknown) => showError(asAppError(error)));
}
