import { Field, makeStyles, Radio, RadioGroup } from '@fluentui/react-components';
import { useState } from 'react';
import { type ReturnedRows, returnedRows } from '../../../shared/draft/returnedRows.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { AppDialog } from '../../parts/AppDialog.tsx';
import { smallSecondary } from '../../parts/commonStyles.ts';
import { Working } from '../../parts/Working.tsx';
import { call } from '../../state/client.ts';
import type { ReturnRequest } from '../../state/exporting.ts';
import { formatNumber } from '../../state/format.ts';
import { useCall } from '../../state/queries.ts';
import { useExport } from './useExport.ts';

const useStyles = makeStyles({ use: { ...smallSecondary, display: 'block' } });

/** Asks which rows of an imported table are returned with their problems, and of which table. */
export function AskReturned({ request, onClose }: { request: ReturnRequest; onClose: () => void }) {
  const styles = useStyles();
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
        <Field label={t('exports.returned.rows')}>
          <RadioGroup
            value={rows}
            disabled={exporting.isBusy}
            onChange={(_, { value }) => setRows(returnedRows.find((one) => one === value) ?? rows)}
          >
            {returnedRows.map((one) => (
              <Radio
                key={one}
                value={one}
                label={
                  <>
                    {t(`exports.returned.rowsName.${one}`)}
                    <span className={styles.use}>{t(`exports.returned.rowsUse.${one}`)}</span>
                  </>
                }
              />
            ))}
          </RadioGroup>
        </Field>
      )}
      {tables && tables.length > 1 && (
        <Field label={t('exports.returned.table')}>
          <RadioGroup
            value={String(chosen)}
            disabled={exporting.isBusy}
            onChange={(_, { value }) => setChosen(Number(value))}
          >
            {tables.map(({ importId, file, name, records }, at) => (
              <Radio
                key={`${importId} ${file}`}
                value={String(at)}
                label={
                  <>
                    <bdi>{name}</bdi>
                    {records !== null && (
                      <span className={styles.use}>
                        {t('exports.returned.records', { count: records, n: formatNumber(records) })}
                      </span>
                    )}
                  </>
                }
              />
            ))}
          </RadioGroup>
        </Field>
      )}
      {exporting.isBusy && <Working label={t('exports.working')} progress={exporting.progress} />}
    </AppDialog>
  );
}
