import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describe } from '../../../shared/i18n/describe.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Attempt, Upload } from '../../../shared/upload/upload.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { copyText } from '../../parts/upload/copyText.ts';
import { formatBytes, formatDateTime, formatDecimal, formatNumber, formatTime } from '../../state/format.ts';
import { usePages } from '../../state/usePages.ts';
import { VirtualTable } from './VirtualTable.tsx';

const columnWidths: [key: string, width: string][] = [
  ['at', '72px'],
  ['request', 'minmax(0, 4fr)'],
  ['records', '72px'],
  ['size', '80px'],
  ['duration', '72px'],
  ['answer', 'minmax(0, 5fr)'],
  ['copy', '32px'],
];

const useStyles = makeStyles({
  empty: { padding: tokens.spacingHorizontalL },
  address: {
    display: 'block',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
  },
  words: {
    display: 'block',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'pre-wrap',
  },
  number: { fontVariantNumeric: 'tabular-nums', fontSize: tokens.fontSizeBase200 },
});

/** Every request of an upload as stored, which is always without the key. */
export function AttemptTable({ upload }: { upload: Upload }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { total, error, row, need, retry } = usePages(
    'uploads.attempts',
    { id: upload.id },
    ({ attempts }) => attempts,
  );
  const columns = columnWidths.map(([key, width]) => ({ key, width, label: t(`uploads.column.${key}`) }));
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (total === null) return <Text className={styles.empty}>{t('common.loading')}</Text>;
  if (total === 0) return <Text className={styles.empty}>{t('uploads.empty.requests')}</Text>;
  return (
    <VirtualTable
      label={t('uploads.tab.requests')}
      columns={columns}
      total={total}
      need={need}
      row={(index) => {
        const attempt = row(index);
        return attempt ? cellsOf(attempt) : null;
      }}
    />
  );
}

function cellsOf(attempt: Attempt): Record<string, ReactNode> {
  return {
    at: <Small text={formatTime(attempt.at)} />,
    request: <Request attempt={attempt} />,
    records: (
      <Small text={t('uploads.records', { count: attempt.records, n: formatNumber(attempt.records) })} />
    ),
    size: <Small text={attempt.bytes > 0 ? formatBytes(attempt.bytes) : ''} />,
    duration: (
      <Small text={attempt.duration === null ? '' : t('uploads.seconds', { n: tenths(attempt.duration) })} />
    ),
    answer: <AnswerWords attempt={attempt} />,
    copy: <Copy attempt={attempt} />,
  };
}

function Small({ text }: { text: string }) {
  const styles = useStyles();
  return <span className={styles.number}>{text}</span>;
}

function Request({ attempt }: { attempt: Attempt }) {
  const styles = useStyles();
  return (
    <span className={styles.address}>
      {attempt.method} {attempt.address}
    </span>
  );
}

function AnswerWords({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const status =
    attempt.status === null ? t('uploads.noAnswer') : t('uploads.status', { status: attempt.status });
  const reference = attempt.reference && t('uploads.reference', { code: attempt.reference });
  return (
    <>
      {attempt.outcome ? `${describe(attempt.outcome)} (${status})` : status}
      <span className={styles.words}>{[attempt.words, reference].filter(Boolean).join('\n')}</span>
    </>
  );
}

function Copy({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation();
  const label = t('uploads.copyAttempt', { time: formatTime(attempt.at) });
  return (
    <Button
      size="small"
      appearance="subtle"
      icon={<CopyRegular />}
      aria-label={label}
      title={label}
      onClick={() => void copyText(asText(attempt))}
    />
  );
}

/** One attempt as text for a message to the directory's staff. */
function asText(attempt: Attempt): string {
  const status =
    attempt.status === null ? t('uploads.noAnswer') : t('uploads.status', { status: attempt.status });
  return [
    `${formatDateTime(attempt.at)} (${attempt.at})`,
    `${attempt.method} ${attempt.address}`,
    status,
    describe(attempt.outcome),
    attempt.words,
    attempt.reference && t('uploads.reference', { code: attempt.reference }),
  ]
    .filter(Boolean)
    .join('\n');
}

/** Milliseconds as seconds, `0.4`; a very short time is never rounded to 0. */
function tenths(ms: number): string {
  return ms < 50 ? `< ${formatDecimal(0.1)}` : formatDecimal(ms / 1000);
}
