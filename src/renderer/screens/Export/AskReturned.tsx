import { useState } from 'react';
import { type ReturnedRows, returnedRows } from '../../../shared/draft/returnedRows.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { Working } from '../../parts/Working.tsx';
import { call } from '../../state/data/client.ts';
import { useCall } from '../../state/data/queries.ts';
import type { ReturnRequest } from '../../state/dialogs/dialogs.ts';
import { formatNumber } from '../../state/format.ts';
import { RadioField } from './RadioField.tsx';
import { useExport } from './useExport.ts';

/** Asks which rows of an imported table are returned with their problems, and of which table. */
export function AskReturned({ request, onClose }: { request: ReturnRequest; onClose: () => void }) {
  const { returned: source } = request;
  const { data: tables, error } = useCall('exports.tables', { source });
  const [chosen, setChosen] = useState(0);
  const [rows, setRows] = useState<ReturnedRows>('errors');
  const exporting = useExport(onClose, onClose);
  const table = tables?.[chosen];
  const hasTable = tables?.length !== 0;
  const save = () => {
    if (!table) return;
    const { importId, file } = table;
    exporting.run((watch) => call('exports.returned', { source, table: { importId, file }, rows, watch }));
  };
  return (
    <AppDialog
      help="exporting"
      title={t('exports.returned.title')}
      error={error ?? exporting.error}
      close={exporting.isBusy ? t('edits.stop') : t('common.cancel')}
      action={{
        label: t('exports.returned.go'),
        isDisabled: exporting.isBusy || table === undefined,
        run: save,
      }}
      onClose={() => (exporting.isBusy ? exporting.stop() : onClose())}
    >
      {tables?.length === 0 && <p>{t('exports.returned.none')}</p>}
      {hasTable && <p>{t('exports.returned.about')}</p>}
      {hasTable && (
        <RadioField
          label={t('exports.returned.rows')}
          options={returnedRows.map((value) => ({
            value,
            name: t(`exports.returned.rowsName.${value}`),
            use: t(`exports.returned.rowsUse.${value}`),
          }))}
          value={rows}
          isDisabled={exporting.isBusy}
          onChange={setRows}
        />
      )}
      {tables && tables.length > 1 && (
        <RadioField
          label={t('exports.returned.table')}
          options={tables.map(({ name, records }, at) => ({
            value: String(at),
            name: <bdi>{name}</bdi>,
            use:
              records === null
                ? undefined
                : t('exports.returned.records', { count: records, n: formatNumber(records) }),
          }))}
          value={String(chosen)}
          isDisabled={exporting.isBusy}
          onChange={(value) => setChosen(Number(value))}
        />
      )}
      {exporting.isBusy && <Working label={t('exports.working')} progress={exporting.progress} />}
    </AppDialog>
  );
}
