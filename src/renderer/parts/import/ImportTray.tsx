import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { type ReactNode, useId, useState } from 'react';
import type { ImportStatus } from '../../../shared/draft/importing.ts';
import { importTotals } from '../../../shared/draft/importTotals.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { attempt } from '../../state/attempt.ts';
import { asAppError } from '../../state/data/client.ts';
import { useAccount } from '../../state/data/session.ts';
import {
  acceptImports,
  cancelFile,
  cancelImport,
  cancelQueued,
  dismissImports,
  importsToMap,
  resumeFile,
  type SendingFiles,
  useImportList,
  useImports,
  waitingImports,
} from '../../state/dialogs/imports.ts';
import { showError } from '../../state/dialogs/notices.ts';
import { formatBytes, formatNumber, formatPercent } from '../../state/format.ts';
import { go, hrefOf } from '../../state/navigation/route.ts';
import { replaceFilter } from '../../state/records/draftsView.ts';
import { Bar } from '../Bar.tsx';
import { column, plainList } from '../commonStyles.ts';
import { ErrorPanel } from '../ErrorPanel.tsx';
import { lazy } from '../lazy/lazy.tsx';
import { showAdded } from './showAdded.ts';

const FailedList = lazy(async () => (await import('./FailedList.tsx')).FailedList);

const useStyles = makeStyles({
  tray: { ...plainList, ...column, flexShrink: 0, maxHeight: '40%', overflowY: 'auto' },
  line: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXXS,
    minHeight: '24px',
    paddingBlock: tokens.spacingVerticalXS,
    paddingInline: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 639px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  words: { overflowWrap: 'anywhere' },
  details: {
    ...plainList,
    gridColumn: '1 / -1',
    display: 'grid',
    rowGap: tokens.spacingVerticalXS,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
  link: { fontSize: 'inherit', lineHeight: '24px' },
  bar: { gridColumn: '1 / -1' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

/** Imports that are running, waiting for review, or failed; `shown` is the one that the screen is about. */
export function ImportTray(props: { shown?: number }) {
  const styles = useStyles();
  const accountId = useAccount()?.id;
  const { files, isAccepting } = useImports();
  const imports = useImportList();
  const mine = files.filter((one) => one.accountId === accountId);
  const sending = mine.filter(({ state }) => state === 'sending' || state === 'failed');
  const queued = mine.filter(({ state }) => state === 'queued');
  const all = imports.toReversed();
  const failed = all.filter(({ state }) => state === 'failed');
  const waiting = waitingImports(imports);
  const toMap = importsToMap(imports).filter(({ id }) => id !== props.shown);
  const isNews = !isAccepting && waiting.some(({ id }) => id !== props.shown);
  // Main reads one file at a time; the others wait, like those that have not been sent.
  const [reading, ...later] = all.filter(({ state }) => state === 'reading' || state === 'accepting');
  const left = queued.length + later.length;
  // The screen itself says that its import is being accepted.
  const isReadingNews = reading && !(reading.state === 'accepting' && reading.id === props.shown);
  if (!isNews && !isReadingNews && toMap.length + sending.length + failed.length + left === 0) return null;
  return (
    <ul className={styles.tray} aria-label={t('import.tray')}>
      {toMap[0] && <MappingLine status={toMap[0]} />}
      {isNews && <WaitingLine waiting={waiting} shown={props.shown} />}
      {failed.length > 0 && <FailedLine failed={failed} />}
      {isReadingNews && <ReadingLine status={reading} />}
      {sending.map((file) => (
        <FileLine key={file.key} file={file} />
      ))}
      {left > 0 && (
        <TrayLine words={t('import.queued', { count: left, n: formatNumber(left) })} share={null}>
          <Button size="small" onClick={() => run(cancelLater(later.map(({ id }) => id)))}>
            {t('common.cancel')}
          </Button>
        </TrayLine>
      )}
    </ul>
  );
}

function FileLine(props: { file: SendingFiles }) {
  const { name, bytes, key, sentBytes, error } = props.file;
  const share = bytes.size === 0 ? 0 : sentBytes / bytes.size;
  if (error) {
    return (
      <li>
        <ErrorPanel error={error} onRetry={() => resumeFile(key)} onDismiss={() => run(cancelFile(key))} />
      </li>
    );
  }
  const size = formatBytes(bytes.size);
  return (
    <TrayLine words={t('import.sending', { name, percent: formatPercent(share), size })} share={share}>
      <Button size="small" onClick={() => run(cancelFile(key))}>
        {t('common.cancel')}
      </Button>
    </TrayLine>
  );
}

function MappingLine({ status: { id, name } }: { status: ImportStatus }) {
  return (
    <TrayLine words={t('import.map.waiting', { name })} share={null}>
      <Button size="small" appearance="primary" onClick={() => go({ screen: 'imports', importId: id })}>
        {t('import.map.change')}
      </Button>
    </TrayLine>
  );
}

/** All failed imports in one line, with their messages on demand. */
function FailedLine({ failed }: { failed: readonly ImportStatus[] }) {
  const styles = useStyles();
  const detailsId = useId();
  const [isOpen, setOpen] = useState(false);
  const count = failed.length;
  const words = t('import.failedCount', { count, n: formatNumber(count), name: failed[0]!.name });
  const details = isOpen && <FailedList id={detailsId} className={styles.details} failed={failed} />;
  return (
    <TrayLine words={words} share={null} details={details}>
      <Button
        size="small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {t('import.failedDetails')}
      </Button>
      <Button size="small" onClick={() => run(dismissImports(failed.map(({ id }) => id)))}>
        {t('common.dismiss')}
      </Button>
    </TrayLine>
  );
}

function ReadingLine(props: { status: ImportStatus }) {
  const { id, name, state, read, size, bytesRead, message } = props.status;
  if (state === 'accepting') {
    const words = t('import.accepting', { name });
    return <TrayLine words={message ? `${words} ${describe(message)}` : words} share={undefined} />;
  }
  const share = size === 0 ? 0 : bytesRead / size;
  const params = { name, percent: formatPercent(share), count: read, n: formatNumber(read) };
  return (
    <TrayLine words={t('import.reading', params)} share={share}>
      <Button size="small" onClick={() => run(cancelImport(id))}>
        {t('common.cancel')}
      </Button>
    </TrayLine>
  );
}

async function cancelLater(ids: readonly number[]): Promise<void> {
  cancelQueued();
  for (const id of ids) await cancelImport(id);
}

function run(work: Promise<void>): void {
  work.catch((error: unknown) => showError(asAppError(error)));
}

/** Imports that wait for review, with a link to each, and a button that accepts all of them. `shown` is the one whose preview is open. */
function WaitingLine(props: { waiting: readonly ImportStatus[]; shown: number | undefined }) {
  const styles = useStyles();
  const { waiting, shown } = props;
  const first = waiting[0]!;
  const isMany = waiting.length > 1;
  const { total: count, toImport, leftOut, ...counts } = importTotals(waiting);
  const words = t(isMany ? 'import.manyWaiting' : 'import.waiting', {
    name: first.name,
    count,
    n: formatNumber(count),
    files: formatNumber(waiting.length),
    ...Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, formatNumber(value)])),
  });
  const unticked = leftOut > 0 && t('import.untickedToo', { count: leftOut, n: formatNumber(leftOut) });
  const links = isMany && (
    <ul className={styles.details} aria-label={t('import.waitingList')}>
      {waiting
        .filter(({ id }) => id !== shown)
        .map((one) => (
          <li key={one.id}>
            <Link className={styles.link} href={hrefOf({ screen: 'imports', importId: one.id })}>
              {waitingWords(one)}
            </Link>
          </li>
        ))}
    </ul>
  );
  return (
    <TrayLine words={unticked ? `${words} ${unticked}` : words} share={null} details={links}>
      {isMany ? (
        <Button size="small" onClick={() => void acceptAll(waiting)}>
          {toImport > 0
            ? t('import.acceptAll', { count: toImport, n: formatNumber(toImport) })
            : t('import.acceptNothing')}
        </Button>
      ) : (
        <Button
          size="small"
          // The screen of another import has a primary button of its own.
          appearance={shown === undefined ? 'primary' : 'secondary'}
          onClick={() => go({ screen: 'imports', importId: first.id })}
        >
          {t('import.look', { count: first.read })}
        </Button>
      )}
    </TrayLine>
  );
}

function waitingWords(status: ImportStatus): string {
  const { total: count } = importTotals([status]);
  return t('import.waitingOne', { name: status.name, count, n: formatNumber(count) });
}

async function acceptAll(waiting: readonly ImportStatus[]): Promise<void> {
  const toDrafts = () => go('#/drafts');
  // Leaves the preview first, because it would otherwise move to the next import after each accepted one.
  toDrafts();
  replaceFilter({});
  await attempt(async () => {
    const added = await acceptImports(waiting);
    if (added.ids.length > 0) await showAdded(added, {}, toDrafts);
  });
}

/** One line of the tray. `share` is from 0 to 1; undefined if the progress is unknown, null for no bar. */
function TrayLine(props: {
  words: string;
  share: number | null | undefined;
  details?: ReactNode;
  children?: ReactNode;
}) {
  const styles = useStyles();
  return (
    <li className={styles.line}>
      <Text size={200} className={styles.words}>
        {props.words}
      </Text>
      {props.children && <span className={styles.buttons}>{props.children}</span>}
      {props.share !== null && <Bar className={styles.bar} value={props.share} aria-label={props.words} />}
      {props.details}
    </li>
  );
}
