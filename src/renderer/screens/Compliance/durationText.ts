import { t } from '../../../shared/i18n/i18n.ts';

/** Words seconds as `8 s`, `3 min` or `2 h 5 min`, rounded up so that the estimate is not exceeded. */
export function durationText(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 90) return t('complianceScreen.time.seconds', { n: whole });
  const minutes = Math.ceil(whole / 60);
  if (minutes < 90) return t('complianceScreen.time.minutes', { n: minutes });
  return t('complianceScreen.time.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
