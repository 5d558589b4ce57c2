import { t } from '../../../shared/i18n/i18n.ts';
import { saveFile } from '../../parts/saveFile.ts';
import { call } from '../../state/data/client.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatNumber } from '../../state/format.ts';

/** Saves a Journal Update File with these journals. */
export async function writeJournalFile(accountId: string, journalIds: readonly string[]): Promise<void> {
  const { file, leftOut } = await call('journalFiles.write', { accountId, journalIds: [...journalIds] });
  saveFile(file.name, new Blob([file.text], { type: file.type }));
  const count = journalIds.length - leftOut;
  const written = t('journalFile.written', { count, n: formatNumber(count) });
  const left = t('journalFile.leftOut', { count: leftOut, n: formatNumber(leftOut) });
  showDone(leftOut === 0 ? written : `${written} ${left}`);
}
