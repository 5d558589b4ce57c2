import { useEffect, useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { useAccount, useLimiter } from '../../state/data/session.ts';
import { formatDecimal } from '../../state/format.ts';

const tickMs = 100;

/** The rate limit: a countdown to the next request, and how many a second the directory allows. */
export function LimiterText() {
  const limiter = useLimiter(useAccount()?.id);
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

/** The time in milliseconds, updated while `isTicking`. */
function useNow(isTicking: boolean, ms: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setNow(Date.now()), ms);
    return () => clearInterval(timer);
  }, [isTicking, ms]);
  return now;
}
