import { Button, Link, makeStyles, mergeClasses, Tooltip, tokens } from '@fluentui/react-components';
import {
  CircleFilled,
  CircleRegular,
  HistoryRegular,
  QuestionCircleRegular,
  WarningFilled,
} from '@fluentui/react-icons';
import { type ReactElement, useState } from 'react';
import type { Connection } from '../../shared/directory/account.ts';
import { describe, t } from '../../shared/i18n/i18n.ts';
import { unreadableSteps } from '../../shared/i18n/unreadableSteps.ts';
import { msg } from '../../shared/message.ts';
import { inlineRow, smallSecondary, thinLine, visuallyHidden, wrappingRow } from '../parts/commonStyles.ts';
import { LimiterText } from '../parts/texts/LimiterText.tsx';
import { useIsNarrow } from '../parts/theme.ts';
import { openDiagnostics } from '../state/data/diagnostics.ts';
import { useLeftOut } from '../state/data/leftOut.ts';
import { isOfficeWell, useOffice } from '../state/data/office.ts';
import { useCall } from '../state/data/queries.ts';
import { countFinished, useQueue } from '../state/data/queue.ts';
import { useAccount, useConnection, useLink } from '../state/data/session.ts';
import { openHistory, useHistory } from '../state/dialogs/history.ts';
import { formatNumber, formatTime } from '../state/format.ts';
import { openHelp } from '../state/navigation/help.ts';
import { useSaving } from '../state/records/saving.ts';

const useStyles = makeStyles({
  bar: {
    ...wrappingRow,
    ...smallSecondary,
    gridArea: 'status',
    columnGap: tokens.spacingHorizontalL,
    minHeight: '28px',
    paddingInline: tokens.spacingHorizontalM,
    borderTop: thinLine,
    backgroundColor: tokens.colorNeutralBackground1,
    lineHeight: tokens.lineHeightBase300,
    fontVariantNumeric: 'tabular-nums',
    '@media (max-width: 639px)': {
      paddingInline: tokens.spacingHorizontalS,
      columnGap: tokens.spacingHorizontalM,
    },
  },
  part: { ...inlineRow, gap: tokens.spacingHorizontalXS },
  spoken: visuallyHidden,
  good: { color: tokens.colorStatusSuccessForeground1 },
  bad: { color: tokens.colorStatusDangerForeground1 },
  warn: { color: tokens.colorStatusWarningForeground1 },
  target: { fontSize: 'inherit', lineHeight: '24px' },
  space: { flexGrow: 1 },
  tools: { display: 'inline-flex' },
});

/** Connection, queue, rate limit and saving, with help at the same place on every screen. */
export function StatusBar() {
  const styles = useStyles();
  const isSending = useQueue().length > 0;
  return (
    <footer className={styles.bar} data-region="status">
      <ConnectionText />
      <QueueText />
      {isSending && <LimiterText />}
      <OfficeText />
      <LeftOutText />
      <span className={styles.space} />
      <SavingText />
      <span className={styles.tools}>
        <HistoryTool />
        <Tool icon={<QuestionCircleRegular />} label={t('frame.help.button')} onClick={openHelp} />
      </span>
    </footer>
  );
}

function ConnectionText() {
  const styles = useStyles();
  const account = useAccount();
  const connection = useConnection();
  const link = useLink((session) => session.link);
  if (link !== 'up') {
    return (
      <span className={styles.part}>
        <WarningFilled className={styles.warn} />
        {t('frame.connection.noColophon')}
      </span>
    );
  }
  if (!account) return null;
  const state: Connection['state'] = connection?.state ?? 'unknown';
  const text = t(`frame.connection.${state}`);
  const isGood = state === 'online';
  const isBad = state === 'key_refused' || state === 'offline' || state === 'failing';
  const icon =
    state === 'unknown' ? (
      <CircleRegular />
    ) : isGood ? (
      <CircleFilled className={styles.good} />
    ) : (
      <WarningFilled className={isBad ? styles.bad : styles.warn} />
    );
  const part = (
    <span className={styles.part} role="status">
      {icon}
      {text}
    </span>
  );
  if (!connection?.message) return part;
  return (
    <Tooltip content={describe(connection.message)} relationship="description">
      {part}
    </Tooltip>
  );
}

/** The state of the office, for those who have one; the settings say more. */
function OfficeText() {
  const styles = useStyles();
  const office = useOffice();
  if (!office || office.state === 'off') return null;
  const { state, conflicts, unreadable, waiting, since, message } = office;
  const isWell = isOfficeWell(state) && (unreadable === 0 || state === 'offline');
  const words =
    conflicts > 0
      ? t('frame.office.conflicts', { count: conflicts, n: formatNumber(conflicts) })
      : isWell
        ? t(`frame.office.${state}`, { n: formatNumber(waiting), time: formatTime(since) })
        : t('frame.office.problem');
  const isQuiet = conflicts === 0 && isWell && state !== 'offline';
  const hint = isWell || !isOfficeWell(state) ? message : msg('office.unreadable', { count: unreadable });
  return (
    <span className={styles.part} role="status">
      {!isQuiet && <WarningFilled className={styles.warn} />}
      <Tooltip content={describe(hint)} relationship="description">
        <Link href="#/settings/office" appearance="subtle" inline className={styles.target}>
          {words}
        </Link>
      </Tooltip>
    </span>
  );
}

/** What is in no list, and was not continued at the start, because it cannot be read. */
function LeftOutText() {
  const styles = useStyles();
  const rows = useLeftOut(({ calls }) => Object.values(calls).reduce((sum, count) => sum + count, 0));
  const { data: { accounts, steps } = noneUnreadable } = useCall('app.unreadable', {});
  const count = rows + accounts;
  if (count === 0 && steps.length === 0) return null;
  const tips = [
    rows > 0 && t('frame.unreadable.tip'),
    accounts > 0 && t('frame.unreadable.accounts', { count: accounts, n: formatNumber(accounts) }),
    steps.length > 0 && unreadableSteps(steps),
  ];
  return (
    <span className={styles.part} role="status">
      <WarningFilled className={styles.warn} />
      <Tooltip content={tips.filter(Boolean).join(' ')} relationship="description">
        <Link
          as="button"
          appearance="subtle"
          inline
          className={styles.target}
          onClick={() => void openDiagnostics()}
        >
          {count > 0
            ? t('frame.unreadable.rows', { count, n: formatNumber(count) })
            : t('frame.unreadable.start')}
        </Link>
      </Tooltip>
    </span>
  );
}

const noneUnreadable = { accounts: 0, steps: [] };

function QueueText() {
  const styles = useStyles();
  const uploads = useQueue();
  const upload = uploads.find(({ state }) => state === 'running') ?? uploads[0];
  if (!upload) return <span>{t('frame.queue.empty')}</span>;
  const { refused, failed, total } = upload.counts;
  const sent = countFinished(upload) - refused - failed;
  const params = { sent: formatNumber(sent), total: formatNumber(total) };
  const { state } = upload;
  const words = t(`frame.queue.${state === 'paused' || state === 'reading' ? state : 'running'}`, params);
  return (
    <Link href={`#/uploads/${upload.id}`} appearance="subtle" inline className={styles.target}>
      {refused + failed === 0
        ? words
        : t('frame.queue.problems', { words, n: formatNumber(refused + failed) })}
    </Link>
  );
}

function SavingText() {
  const styles = useStyles();
  const { state, at } = useSaving();
  const time = at ? formatTime(at) : '';
  const isUnderWay = state === 'typed' || state === 'saving';
  const words =
    state === 'saved'
      ? t('frame.saving.saved', { time })
      : state === 'failed'
        ? t('frame.saving.failed')
        : '';
  // Only results are announced; the text has the minute, so that repeated saves within it are announced once.
  const [spoken, setSpoken] = useState(words);
  if (!isUnderWay && spoken !== words) setSpoken(words);
  return (
    <span className={styles.part}>
      <span aria-hidden className={mergeClasses(state === 'failed' && styles.bad)}>
        {isUnderWay ? t('frame.saving.saving') : words}
      </span>
      <span role="status" className={styles.spoken}>
        {spoken}
      </span>
    </span>
  );
}

/** Opens the history, and counts what left the window by itself. */
function HistoryTool() {
  const count = useHistory(({ messages }) => messages.filter(({ isNew }) => isNew).length);
  const label =
    count === 0 ? t('frame.history.button') : t('frame.history.new', { count, n: formatNumber(count) });
  return <Tool icon={<HistoryRegular />} label={label} onClick={openHistory} />;
}

function Tool(props: { icon: ReactElement; label: string; onClick: () => void }) {
  const isNarrow = useIsNarrow();
  if (!isNarrow) {
    return (
      <Button size="small" appearance="subtle" icon={props.icon} onClick={props.onClick}>
        {props.label}
      </Button>
    );
  }
  return (
    <Tooltip content={props.label} relationship="label">
      <Button size="small" appearance="subtle" icon={props.icon} onClick={props.onClick} />
    </Tooltip>
  );
}
