import { t } from '../../../shared/i18n/i18n.ts';

/** The service's verdict in a few words; it may have given none. */
export function verdictWords(compliant: boolean | null): string {
  if (compliant === null) return t('compliance.headline.none');
  return t(compliant ? 'complianceScreen.complies' : 'complianceScreen.compliesNot');
}
