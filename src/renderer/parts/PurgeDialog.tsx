import { t } from '../../shared/i18n/i18n.ts';
import { formatNumber } from '../state/format.ts';
import { AppDialog } from './AppDialog.tsx';
import { useTypedCount } from './useTypedCount.tsx';

/** Asks the user to type the number of drafts before they are deleted permanently. */
export function PurgeDialog(props: { count: number; onClose: () => void; onConfirm: () => void }) {
  const { count } = props;
  const n = formatNumber(count);
  const { field, check } = useTypedCount(count, t('drafts.purgeDialog.wrong', { n }));
  const submit = () => {
    if (!check()) return;
    props.onClose();
    props.onConfirm();
  };
  return (
    <AppDialog
      isForm
      isAlert
      title={t('drafts.purgeDialog.title', { count, n })}
      action={{ label: t('drafts.purgeDialog.confirm'), run: submit }}
      onClose={props.onClose}
    >
      <p>{t('drafts.purgeDialog.text')}</p>
      {field}
    </AppDialog>
  );
}
