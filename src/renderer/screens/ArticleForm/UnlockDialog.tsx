import type { Dialect } from '../../../shared/directory/account.ts';
import { dialects } from '../../../shared/directory/dialects.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { AppDialog } from '../../parts/AppDialog.tsx';

/** Explains what the directory will do when the DOI or the address of a sent article changes, and asks for confirmation. */
export function UnlockDialog(props: { dialect: Dialect; onClose: (isConfirmed: boolean) => void }) {
  const key = dialects[props.dialect].duplicates === 'either-key' ? 'eitherKey' : 'bothKeys';
  return (
    <AppDialog
      title={t('article.lock.title')}
      close={t('article.lock.keep')}
      action={{ label: t('article.lock.change'), isPrimary: false, run: () => props.onClose(true) }}
      onClose={() => props.onClose(false)}
    >
      <p>{t('article.lock.why')}</p>
      <p>{t(`article.lock.${key}.effect`)}</p>
      <p>{t(`article.lock.${key}.advice`)}</p>
    </AppDialog>
  );
}
