import { Field, makeStyles, Select, Spinner, Textarea } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { copyText } from '../../parts/upload/copyText.ts';
import { useCall } from '../../state/data/queries.ts';
import { formatNumber } from '../../state/format.ts';
import { summaryText } from './summaryText.ts';

/** The days that a summary can be about. */
const periods = [7, 14, 31, 92];

const useStyles = makeStyles({
  period: { maxWidth: '16rem' },
  text: { width: '100%', '& textarea': { minHeight: '16rem', maxHeight: 'none' } },
});

/** What was noticed and put right lately, as a text to be copied into a mail. */
export function SummaryDialog({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const styles = useStyles();
  const common = useCommonStyles();
  const [days, setDays] = useState(7);
  const { data, error, refetch } = useCall('watch.summary', { accountId, days });
  const text = data && summaryText(data);
  return (
    <AppDialog
      help="watching"
      title={t('watchScreen.summary.title')}
      maxWidth="720px"
      error={error}
      onRetry={() => void refetch()}
      close={t('common.close')}
      action={{
        label: t('watchScreen.summary.copy'),
        icon: <CopyRegular />,
        isDisabled: text === undefined,
        run: () => text !== undefined && void copyText(text),
      }}
      onClose={onClose}
    >
      <Field className={styles.period} label={t('watchScreen.summary.period')}>
        <Select value={String(days)} onChange={(_, { value }) => setDays(Number(value))}>
          {periods.map((count) => (
            <option key={count} value={count}>
              {t('watchScreen.summary.days', { count, n: formatNumber(count) })}
            </option>
          ))}
        </Select>
      </Field>
      {text === undefined && !error && (
        <Spinner className={common.justifyStart} label={t('common.loading')} />
      )}
      {text !== undefined && (
        <Field label={t('watchScreen.summary.text')}>
          <Textarea className={styles.text} readOnly resize="vertical" value={text} />
        </Field>
      )}
    </AppDialog>
  );
}
