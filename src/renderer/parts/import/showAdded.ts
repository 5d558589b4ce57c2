import type { DraftFilter } from '../../../shared/draft/draft.ts';
import { i18n } from '../../../shared/i18n/i18n.ts';
import { formatNumber } from '../../state/format.ts';
import { replaceFilter } from '../../state/records/draftsView.ts';
import { showUndoable, stepAbout } from '../../state/records/undo.ts';

/**
 * Reports the added drafts with an undo; with `goOn`, leaves for another screen, and the list of drafts shows `filter`.
 */
export async function showAdded(
  sum: { created: number; updated: number; ids: readonly number[] },
  filter: DraftFilter,
  goOn: () => void,
): Promise<void> {
  const { created, updated } = sum;
  // Without added or changed drafts the filter would show nothing.
  replaceFilter(created + updated > 0 ? filter : {});
  goOn();
  const added = i18n.t('import.added', { count: created, n: formatNumber(created) });
  const changed = i18n.t('import.changed', { count: updated, n: formatNumber(updated) });
  const both = () => i18n.t('import.addedAndChanged', { added, changed });
  const text = updated === 0 ? added : created === 0 ? changed : both();
  const steps = await Promise.all(sum.ids.map((id) => stepAbout('import', id).catch(() => null)));
  showUndoable(text, ...steps);
}
