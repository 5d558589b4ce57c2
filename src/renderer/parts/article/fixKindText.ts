import type { FixKind } from '../../../shared/article/edits/fixFindings.ts';
import { t } from '../../../shared/i18n/i18n.ts';

/** Names the finding that a kind of fix is for; some fixes remove the value, others correct it. */
export function fixKindText({ code, label }: FixKind): string {
  const finding = t(`finding.${code}.kind`);
  return label === 'fix.remove' ? t('edits.removing', { finding }) : finding;
}
