import type { CallOutput } from '../../../../shared/contract/contract.ts';
import { t } from '../../../../shared/i18n/i18n.ts';
import { formatNumber } from '../../../state/format.ts';
import { durationText } from '../durationText.ts';

/** Words the cost of a matrix, or what is still missing. */
export function planText(given: {
  isWhole: boolean;
  /** A field is marked as wrong. */
  isMarked: boolean;
  plan: CallOutput<'matrix.plan'> | null;
}): string {
  const { plan } = given;
  if (!given.isWhole) return t('complianceScreen.planNothing');
  if (given.isMarked) return t('complianceScreen.planWrong');
  if (!plan) return '';
  const cells = t('complianceScreen.planCells', { count: plan.cells, n: formatNumber(plan.cells) });
  if (plan.requests === 0) return `${cells} ${t('complianceScreen.planKept')}`;
  return [
    cells,
    ...(plan.kept > 0
      ? [t('complianceScreen.planPartly', { count: plan.kept, n: formatNumber(plan.kept) })]
      : []),
    t('complianceScreen.planRequests', {
      count: plan.requests,
      n: formatNumber(plan.requests),
      time: durationText(plan.seconds),
    }),
  ].join(' ');
}
