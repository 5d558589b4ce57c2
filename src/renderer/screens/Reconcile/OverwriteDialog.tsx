import { t } from '../../../shared/i18n/i18n.ts';
import { AppDialog } from '../../parts/AppDialog.tsx';
import { formatNumber } from '../../state/format.ts';

/** Asks for confirmation before drafts are overwritten with the directory's versions. */
export function OverwriteDialog(props: { count: number; onClose: (isMeant: boolean) => void }) {
  const { count } = props;
  return (
    <AppDialog
      isAlert
      title={t('reconcile.overwrite.title', { count, n: formatNumber(count) })}
      close={t('reconcile.overwrite.no')}
      action={{ label: t('reconcile.overwrite.yes'), run: () => props.onClose(true) }}
      onClose={() => props.onClose(false)}
    >
      {t('reconcile.overwrite.text')}
    </AppDialog>
  );
}
