import { useTranslation } from 'react-i18next';
import type { DraftFilter } from '../../../shared/draft/draft.ts';
import { listOf } from '../../state/draftsView.ts';

/** The title of the list: that of a ready-made list, the trash, or the drafts. */
export function useListTitle(filter: DraftFilter): string {
  const { t } = useTranslation();
  const list = listOf(filter);
  if (list !== null && list !== 'all') return t(`frame.list.${list}`);
  return filter.trashed ? t('frame.list.trash') : t('frame.drafts');
}
