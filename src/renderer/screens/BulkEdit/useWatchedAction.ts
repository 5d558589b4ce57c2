import { useEffect, useRef, useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { useOwnAction } from '../../parts/useAction.ts';
import { announce } from '../../state/announce.ts';
import { cancelEdit, type Progress, watchProgress } from './useEditPreview.ts';

/** An action whose call reports its progress under the name `watch`; `stop` cancels the call. */
export function useWatchedAction<A extends unknown[]>(work: (watch: string, ...args: A) => Promise<void>) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const watched = useRef<string | null>(null);
  const { run, isBusy, error } = useOwnAction(async (...args: A) => {
    const watch = crypto.randomUUID();
    watched.current = watch;
    setProgress(null);
    const unsubscribe = watchProgress(watch, setProgress);
    try {
      await work(watch, ...args);
    } finally {
      watched.current = null;
      unsubscribe();
    }
  });
  useAnnouncedTenths(isBusy ? progress : null);
  const stop = () => {
    if (watched.current !== null) cancelEdit(watched.current);
  };
  return { run, isBusy, error, progress, stop };
}

/** Announces every tenth of the progress: a progress bar alone is silent. */
function useAnnouncedTenths(progress: Progress | null): void {
  const tenth = progress && progress.total > 0 ? Math.floor((progress.done / progress.total) * 10) : null;
  useEffect(() => {
    if (tenth !== null && tenth > 0 && tenth < 10) announce(t('edits.percent', { percent: tenth * 10 }));
  }, [tenth]);
}
