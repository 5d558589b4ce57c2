import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDecimal } from '../state/format.ts';
import { useSession } from '../state/session.ts';

const tickMs = 100;

/** The pace: when the next request may go out, counted down, and how many a second the directory allows. */
export function LimiterText() {
  const { t } = useTranslation();
  const limiter = useSession((session) => session.limiter);
  const now = useNow(limiter !== null && (limiter.nextInMs > 0 || limiter.heldUntil !== null), tickMs);
  if (!limiter) return null;
  const pace = t('frame.limiter.pace', { perSecond: formatDecimal(limiter.perSecond) });
  const heldMs = limiter.heldUntil ? Date.parse(limiter.heldUntil) - Date.now() : 0;
  const waitMs = Math.max(0, limiter.nextInMs - Math.max(0, now - limiter.receivedAt));
  if (heldMs > 0)
    return <span>{t('frame.limiter.held', { seconds: formatDecimal(Math.ceil(heldMs / 1000)) })}</span>;
  if (waitMs > 0 && limiter.waiting > 0) {
    return (
      <span>{t('frame.limiter.next', { seconds: formatDecimal(Math.ceil(waitMs / 100) / 10), pace })}</span>
    );
  }
  return <span>{pace}</span>;
}

/** The window's clock in milliseconds, turning only while somebody looks at it. */
function useNow(isTicking: boolean, ms: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setNow(performance.now()), ms);
    return () => clearInterval(timer);
  }, [isTicking, ms]);
  return now;
}
