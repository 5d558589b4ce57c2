import type { CallInput } from '../../shared/contract/contract.ts';
import { t } from '../../shared/i18n/i18n.ts';
import { call } from '../state/data/client.ts';
import { showDone } from '../state/dialogs/notices.ts';
import { formatNumber } from '../state/format.ts';
import { saveExport } from './saveExport.ts';
import { useAction } from './useAction.ts';

/** Saves a report of the problems of an import or upload. */
export function useReport(source: CallInput<'exports.report'>['source']) {
  return useAction(async (format: 'csv' | 'json') => {
    const report = await call('exports.report', { source, format });
    await saveExport(report);
    const { written, name } = report;
    if (written === 0) showDone(t('exports.noProblems'));
    else showDone(t('exports.reported', { count: written, n: formatNumber(written), name }));
  });
}
