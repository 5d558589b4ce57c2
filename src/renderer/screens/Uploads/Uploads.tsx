import { Spinner } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';

/** The list of uploads in three groups: running, waiting, finished. */
export function Uploads() {
  const { t } = useTranslation();
  return <Spinner label={t('common.loading')} />;
}
