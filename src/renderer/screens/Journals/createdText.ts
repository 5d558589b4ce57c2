import { t } from '../../../shared/i18n/i18n.ts';
import { formatNumber } from '../../state/format.ts';
import type { Previews } from './bulkChanges.ts';

/** The numbers of created drafts and, if there are any, of changed ones. */
export function createdText(ids: readonly number[], going: Previews): string {
  const known = new Set(going.map(({ draftId }) => draftId));
  const made = ids.filter((id) => !known.has(id)).length;
  const count = (key: string, n: number) => t(`journals.many.${key}`, { count: n, n: formatNumber(n) });
  if (made === ids.length) return count('made', made);
  const changed = count('changed', ids.length - made);
  return made === 0 ? changed : `${count('made', made)} ${changed}`;
}
