import { useEffect } from 'react';
import { t } from '../../shared/i18n/i18n.ts';

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = t('frame.title', { title });
  }, [t, title]);
}
