import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Names the window after what it shows. */
export function useTitle(title: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = t('frame.title', { title });
  }, [t, title]);
}
