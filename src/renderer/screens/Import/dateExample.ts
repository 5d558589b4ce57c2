import { t } from '../../../shared/i18n/i18n.ts';
import { formatLocale } from '../../state/format.ts';

/** The meaning of a numeric date such as `03/04/2024` with the day, or the month, first. */
export function dateExample(text: string, order: 'day' | 'month'): string {
  const [first = 1, second = 1, year = 1] = (text.match(/\d+/g) ?? []).map(Number);
  const [day, month] = order === 'day' ? [first, second] : [second, first];
  const date = new Date(Date.UTC(year, month - 1, day));
  const format = new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'long', timeZone: 'UTC' });
  return t(`import.map.order.${order}`, { date: format.format(date) });
}
