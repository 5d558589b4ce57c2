import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import { useId, useState } from 'react';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { Attempt, Upload } from '../../../shared/upload/upload.ts';
import { monospace, smallSecondary } from '../../parts/commonStyles.ts';
import { TextButton } from '../../parts/texts/TextButton.tsx';
import { copyText } from '../../parts/upload/copyText.ts';
import { directoryText, shortenMiddle } from '../../parts/upload/uploadText.ts';
import { usePages } from '../../state/data/usePages.ts';
import { formatBytes, formatDateTime, formatDecimal, formatNumber, formatTime } from '../../state/format.ts';
import { type Columns, PagedTable } from './PagedTable.tsx';

/** Characters of a request that are shown before the user asks for all. */
const maxRequestLength = 72;

const columns: Columns = [
  ['at', '72px'],
  ['request', 'minmax(0, 4fr)'],
  ['records', '72px'],
  ['size', '80px'],
  ['duration', '72px'],
  ['answer', 'minmax(0, 5fr)'],
  ['copy', '32px'],
];

const useStyles = makeStyles({
  address: { ...monospace, display: 'block', lineHeight: tokens.lineHeightBase300 },
  words: {
    ...smallSecondary,
    display: 'block',
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'pre-wrap',
  },
  number: { fontVariantNumeric: 'tabular-nums', fontSize: tokens.fontSizeBase200 },
});

/** Every request of an upload as stored, which is always without the key. */
export function AttemptTable({ upload }: { upload: Upload }) {
  const styles = useStyles();
  const small = (text: string) => <span className={styles.number}>{text}</span>;
  return (
    <PagedTable
      label={t('uploads.tab.requests')}
      empty={t('uploads.empty.requests')}
      columns={columns}
      pages={usePages('uploads.attempts', { id: upload.id }, ({ attempts }) => attempts)}
      cells={(attempt) => ({
        at: small(formatTime(attempt.at)),
        request: <Request attempt={attempt} />,
        records: small(t('uploads.records', { count: attempt.records, n: formatNumber(attempt.records) })),
        size: small(attempt.bytes > 0 ? formatBytes(attempt.bytes) : ''),
        duration: small(
          attempt.duration === null ? '' : t('uploads.seconds', { n: tenths(attempt.duration) }),
        ),
        answer: <AnswerText attempt={attempt} />,
        copy: <Copy attempt={attempt} />,
      })}
    />
  );
}

/** The request in about one line; a long address has a button that shows all of it. */
function Request({ attempt }: { attempt: Attempt }) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const request = `${attempt.method} ${attempt.address}`;
  const short = shortenMiddle(request, maxRequestLength);
  if (short === request) return <span className={styles.address}>{request}</span>;
  const label = t(isOpen ? 'uploads.shortRequest' : 'uploads.wholeRequest');
  return (
    <>
      <span id={id} className={styles.address}>
        {isOpen ? request : short}
      </span>
      <TextButton
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={t('uploads.requestOf', { label, time: formatTime(attempt.at) })}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </TextButton>
    </>
  );
}

function AnswerText({ attempt }: { attempt: Attempt }) {
  const styles = useStyles();
  const status = statusText(attempt);
  return (
    <>
      {attempt.outcome ? `${describe(attempt.outcome)} (${status})` : status}
      <span className={styles.words}>{directoryText(attempt)}</span>
    </>
  );
}

function Copy({ attempt }: { attempt: Attempt }) {
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
  return [
    `${formatDateTime(attempt.at)} (${attempt.at})`,
    `${attempt.method} ${attempt.address}`,
    statusText(attempt),
    describe(attempt.outcome),
    directoryText(attempt),
  ]
    .filter(Boolean)
    .join('\n');
}

function statusText({ status }: Attempt): string {
  return status === null ? t('uploads.noAnswer') : t('uploads.status', { status });
}

/** Milliseconds as seconds, `0.4`; a very short time is never rounded to 0. */
function tenths(ms: number): string {
  return ms < 50 ? `< ${formatDecimal(0.1)}` : formatDecimal(ms / 1000);
}
