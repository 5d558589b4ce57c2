import { Spinner } from '@fluentui/react-components';
import type { CallInput } from '../../../shared/contract/contract.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { useCall } from '../../state/data/queries.ts';
import { formatNumber } from '../../state/format.ts';
import { useCommonStyles } from '../commonStyles.ts';
import { AppDialog } from './AppDialog.tsx';
import { NamedRecords } from './NamedRecords.tsx';
import { useTypedCount } from './useTypedCount.tsx';

/** The rows of the trash to delete permanently: drafts or requests. */
export type Purging =
  | { name: 'drafts.purgePreview'; input: CallInput<'drafts.purgePreview'> }
  | { name: 'applications.purgePreview'; input: CallInput<'applications.purgePreview'> };

/** Lists what is deleted permanently, and asks the user to type its number; `onConfirm` gets the plan of just that. */
export function PurgeDialog(props: {
  purging: Purging;
  onClose: () => void;
  onConfirm: (plan: string) => void;
}) {
  const styles = useCommonStyles();
  const { name, input } = props.purging;
  const { data, error, refetch } = useCall(name, input, { gcTime: 0 });
  const count = data?.count ?? 0;
  const n = formatNumber(count);
  const { field, check } = useTypedCount(count, t('drafts.purgeDialog.wrong', { n }));
  const submit = () => {
    if (!data || !check()) return;
    props.onClose();
    props.onConfirm(data.id);
  };
  return (
    <AppDialog
      help="backups"
      isForm
      isAlert
      title={data ? t('drafts.purgeDialog.title', { count, n }) : t('drafts.purge')}
      error={error}
      onRetry={() => void refetch()}
      action={
        count === 0 ? undefined : { label: t('drafts.purgeDialog.confirm'), isPrimary: false, run: submit }
      }
      onClose={props.onClose}
    >
      {!data && !error && <Spinner className={styles.justifyStart} label={t('common.loading')} />}
      {data && count > 0 && (
        <>
          <NamedRecords titles={data.titles} count={count} />
          <p>{t('drafts.purgeDialog.text')}</p>
          {field}
        </>
      )}
    </AppDialog>
  );
}
