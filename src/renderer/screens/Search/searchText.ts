import { t } from '../../../shared/i18n/i18n.ts';
import type { SearchPage } from '../../../shared/search/searching.ts';
import { formatDecimal, formatNumber } from '../../state/format.ts';
import { placesOf } from './placesOf.ts';

/** `1,240 articles, 26 to 50 shown, page 2 of 40, in 0.4 s`. */
export function resultText(result: SearchPage): string {
  const { total, kind, page, took } = result;
  const found = t(`search.found.${kind}`, { count: total, n: formatNumber(total) });
  if (total === 0) return found;
  const { first, last, pages } = placesOf(result);
  const shown = t('search.shown', {
    first: formatNumber(first),
    last: formatNumber(last),
    page: formatNumber(page),
    pages: formatNumber(pages),
    seconds: formatDecimal(Math.max(0.1, took / 1000)),
  });
  return `${found} · ${shown}`;
}
