import type { DraftFilter } from '../../../shared/draft.ts';
import { words } from '../../../shared/words.ts';
import { formatNumber } from '../../parts/format.ts';
import { replaceFilter } from '../../state/draftsView.ts';
import { showDone } from '../../state/notices.ts';

/** Says what was added, and leaves for another screen with `goOn`; the list of drafts shows `filter` when the person gets there. */
export function showAdded(
  sum: { created: number; updated: number },
  filter: DraftFilter,
  goOn: () => void,
): void {
  const { created, updated } = sum;
  // A filter that would show nothing helps nobody.
  replaceFilter(created + updated > 0 ? filter : {});
  goOn();
  const added = words.t('import.added', { count: created, n: formatNumber(created) });
  const changed = words.t('import.changed', { count: updated, n: formatNumber(updated) });
  if (updated === 0) showDone(added);
  else if (created === 0) showDone(changed);
  else showDone(words.t('import.addedAndChanged', { added, changed }));
}
