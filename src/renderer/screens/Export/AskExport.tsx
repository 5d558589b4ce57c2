import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import { type ExportFormat, exportFormats, fileFormats } from '../../../shared/draft/fileFormats.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { Working } from '../../parts/Working.tsx';
import { call } from '../../state/data/client.ts';
import { useCall } from '../../state/data/queries.ts';
import type { ExportRequest } from '../../state/dialogs/dialogs.ts';
import { formatNumber } from '../../state/format.ts';
import { RadioField } from './RadioField.tsx';
import { type FinishedExport, useExport } from './useExport.ts';

const useStyles = makeStyles({ losses: { minHeight: tokens.lineHeightBase300 } });

/** Asks for the format of an export, with its purpose and what it cannot hold. */
export function AskExport(props: {
  request: ExportRequest;
  onFinished: (result: FinishedExport) => void;
  onClose: () => void;
}) {
  const styles = useStyles();
  const id = useId();
  const { source, count, isPreview = false } = props.request;
  const [format, setFormat] = useState<ExportFormat>('json');
  const exporting = useExport(props.onFinished, props.onClose);
  const numbers = { count, n: formatNumber(count) };
  return (
    <AppDialog
      help="exporting"
      title={t('exports.title')}
      error={exporting.error}
      close={exporting.isBusy ? t('edits.stop') : t('common.cancel')}
      action={{
        label: t('exports.go', numbers),
        isDisabled: exporting.isBusy || count === 0,
        describedBy: id,
        run: () => exporting.run((watch) => call('exports.write', { source, format, watch })),
      }}
      onClose={() => (exporting.isBusy ? exporting.stop() : props.onClose())}
    >
      <p>{t(isPreview ? 'exports.aboutPreview' : 'exports.about', numbers)}</p>
      <RadioField
        label={t('exports.format')}
        options={exportFormats.map((value) => ({
          value,
          name: nameOf(value),
          use: t(`exports.formatUse.${value}`),
        }))}
        value={format}
        isDisabled={exporting.isBusy}
        onChange={setFormat}
      />
      <Text id={id} className={styles.losses}>
        <LossText format={format} />
      </Text>
      {exporting.isBusy && <Working label={t('exports.working')} progress={exporting.progress} />}
    </AppDialog>
  );
}

/** Its name, with a capital. */
function nameOf(format: ExportFormat): string {
  const { name } = fileFormats[format];
  const text = typeof name === 'string' ? name : t(name.key);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function LossText({ format }: { format: ExportFormat }) {
  const { data: losses } = useCall('exports.losses', { format }, { keepsPrevious: true });
  if (!losses) return null;
  if (losses.length === 0) return t('exports.holdsAll');
  return t('exports.cannotHold', { parts: losses.map((part) => describe(part)).join(', ') });
}
