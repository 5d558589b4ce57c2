import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Upload } from '../../../shared/upload/upload.ts';
import { useLimiter } from '../../state/data/session.ts';
import { formatNumber } from '../../state/format.ts';
import { paceText } from './announcements.ts';

const tickMs = 100;

const useStyles = makeStyles({
  line: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignItems: 'baseline',
    columnGap: tokens.spacingHorizontalS,
    minHeight: '24px',
  },
  words: { color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums' },
  gauge: { display: 'inline-flex', columnGap: '3px' },
  dot: {
    width: '8px',
    height: '8px',
    boxSizing: 'border-box',
    borderRadius: '50%',
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    '@media (forced-colors: active)': { forcedColorAdjust: 'none', border: '1px solid CanvasText' },
  },
  full: {
    backgroundColor: tokens.colorCompoundBrandBackground,
    '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
  },
});

/** Explains when the next request is sent: the rate limit, the rest of its burst, and other reasons for a delay. */
export function PaceLine({ upload }: { upload: Upload }) {
  const styles = useStyles();
  const limiter = useLimiter(upload.accountId);
  const isTicking =
    upload.state === 'running' && limiter !== null && (limiter.nextInMs > 0 || limiter.heldUntil !== null);
  const now = useTick(isTicking);
  if (!limiter) return null;
  const waitMs = Math.max(0, limiter.nextInMs - Math.max(0, now - limiter.receivedAt));
  const heldMs = limiter.heldUntil ? Date.parse(limiter.heldUntil) - Date.now() : 0;
  const available = Math.floor(limiter.available);
  return (
    <div className={styles.line}>
      <span
        className={styles.gauge}
        role="img"
        aria-label={t('uploads.pace.burst', { available, burst: limiter.burst })}
        title={t('uploads.pace.burst', { available, burst: limiter.burst })}
      >
        {Array.from({ length: limiter.burst }, (_, at) => (
          <span key={`dot ${at + 1}`} className={mergeClasses(styles.dot, at < available && styles.full)} />
        ))}
      </span>
      <Text size={200} className={styles.words}>
        {paceText(upload, limiter, waitMs, heldMs)}
        {upload.counts.unsure > 0 &&
          ` ${t('uploads.pace.unsure', { count: upload.counts.unsure, n: formatNumber(upload.counts.unsure) })}`}
        {upload.halving && ` ${t('uploads.pace.halving')}`}
        {upload.counts.accepted > 0 &&
          ` ${t('uploads.pace.accepted', { count: upload.counts.accepted, n: formatNumber(upload.counts.accepted) })}`}
      </Text>
    </div>
  );
}

function useTick(isTicking: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
}
