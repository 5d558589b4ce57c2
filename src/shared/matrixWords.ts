import type { MatrixCell } from './complianceCheck.ts';
import { t } from './words.ts';

/** How a cell stands at a glance. */
export type CellTone = 'yes' | 'no' | 'unknown' | 'waiting' | 'failed';

/** What a cell comes to: the verdict is the service's, never derived from the routes. */
export function cellTone({ state, compliant, unknown }: MatrixCell): CellTone {
  if (state !== 'answered') return state;
  if (compliant) return 'yes';
  return unknown.length > 0 ? 'unknown' : 'no';
}

/** What a cell says in a word or two: the routes that comply, or that there is none, or that it is not known. */
export function cellWords(cell: MatrixCell): string {
  const tone = cellTone(cell);
  if (tone !== 'yes') return t(`compliance.cell.${tone}`);
  return cell.routes.length > 0 ? cell.routes.map(shortRoute).join(', ') : t('compliance.cell.advice');
}

function shortRoute(route: string): string {
  const known = ['fully_oa', 'self_archiving', 'ta', 'tj', 'hybrid'];
  return known.includes(route) ? t(`compliance.short.${route}`) : route;
}
