import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Sets the title of the window. */
export function useTitle(title: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = t('frame.title', { title });
  }, [t, title]);
}
