import { useEffect } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { announce } from '../../state/announce.ts';
import type { Progress } from './useEditPreview.ts';

/** Announces every tenth of the progress: a progress bar alone is silent. */
export function useAnnouncedTenths(progress: Progress | null): void {
  const tenth = progress && progress.total > 0 ? Math.floor((progress.done / progress.total) * 10) : null;
  useEffect(() => {
    if (tenth !== null && tenth > 0 && tenth < 10) announce(t('edits.percent', { percent: tenth * 10 }));
  }, [tenth]);
}
