import type { MatrixCell } from '../compliance/complianceCheck.ts';
import { t } from './i18n.ts';

export type CellTone = 'yes' | 'no' | 'unknown' | 'waiting' | 'failed';

/** The result of a cell: the verdict is the service's, never derived from the routes. */
export function cellTone({ state, compliant, unknown }: MatrixCell): CellTone {
  if (state !== 'answered') return state;
  if (compliant) return 'yes';
  return unknown.length > 0 ? 'unknown' : 'no';
}

/** The text of a cell in a word or two: the routes that comply, none, or unknown. */
export function matrixCellText(cell: MatrixCell): string {
  const tone = cellTone(cell);
  if (tone !== 'yes') return t(`compliance.cell.${tone}`);
  return cell.routes.length > 0
    ? inOrder(cell.routes).map(shortRoute).join(', ')
    : t('compliance.cell.advice');
}

const known = ['fully_oa', 'ta', 'hybrid', 'tj', 'self_archiving'];

/** The service returns routes in no fixed order; sorted, so that equal cells look equal. */
function inOrder(routes: readonly string[]): string[] {
  const rank = (route: string) => (known.includes(route) ? known.indexOf(route) : known.length);
  return [...routes].sort((a, b) => rank(a) - rank(b));
}

function shortRoute(route: string): string {
  return known.includes(route) ? t(`compliance.short.${route}`) : route;
}
