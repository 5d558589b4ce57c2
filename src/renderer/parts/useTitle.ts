import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

export function useTitle(title: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = t('frame.title', { title });
  }, [t, title]);
}
