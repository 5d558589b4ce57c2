import type { CallOutput } from '../../../shared/contract/contract.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { sinceText } from '../../../shared/i18n/sinceText.ts';
import { formatNumber } from '../../state/format.ts';
import type { Previews } from './bulkChanges.ts';

/** The numbers of created drafts and, if there are any, of changed ones; then what was left out. */
export function createdText(
  { ids, since }: Pick<CallOutput<'applications.createMany'>, 'ids' | 'since'>,
  going: Previews,
): string {
  return `${numbersText(ids, going)} ${sinceText(since, 'journals')}`.trim();
}

function numbersText(ids: readonly number[], going: Previews): string {
  const known = new Set(going.map(({ draftId }) => draftId));
  const made = ids.filter((id) => !known.has(id)).length;
  const count = (key: string, n: number) => t(`journals.many.${key}`, { count: n, n: formatNumber(n) });
  if (made === ids.length) return count('made', made);
  const changed = count('changed', ids.length - made);
  return made === 0 ? changed : `${count('made', made)} ${changed}`;
}

/** The label of the action that creates, or changes, the drafts of these journals. */
export function createLabel(going: Previews): string {
  const changed = going.filter(({ draftId }) => draftId !== null).length;
  const made = going.length - changed;
  if (changed === 0) return t('journals.many.create', { count: made, n: formatNumber(made) });
  if (made === 0) return t('journals.many.change', { count: changed, n: formatNumber(changed) });
  return t('journals.many.createAndChange', { made: formatNumber(made), changed: formatNumber(changed) });
}
