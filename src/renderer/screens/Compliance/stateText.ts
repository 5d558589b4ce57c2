import type { Matrix } from '../../../shared/compliance/complianceCheck.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { formatNumber } from '../../state/format.ts';

/** Words the progress of a matrix: `38 of 40 answered · 1 changed`. */
export function stateText(matrix: Matrix): string {
  const { answered, cells, changed, failed } = matrix;
  return [
    t(`complianceScreen.matrixState.${matrix.state}`),
    t('complianceScreen.answeredOf', { answered: formatNumber(answered), cells: formatNumber(cells) }),
    ...(failed > 0 ? [t('complianceScreen.failedCells', { count: failed })] : []),
    ...(changed > 0 ? [t('complianceScreen.changedCells', { count: changed })] : []),
  ].join(' · ');
}
