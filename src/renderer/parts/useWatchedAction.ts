import { useEffect, useRef, useState } from 'react';
import { t } from '../../shared/i18n/i18n.ts';
import { announce } from '../state/announce.ts';
import { useOwnAction } from './useAction.ts';
import type { Progress } from './Working.tsx';

/** How to follow and cancel calls under the name `watch`. */
export interface Watching {
  /** Calls `show` with the progress; returns a function that stops it. */
  watchProgress: (watch: string, show: (progress: Progress) => void) => () => void;
  cancel: (watch: string) => void;
}

/** An action whose call reports its progress under the name `watch`; `stop` cancels the call. */
export function useWatchedAction<A extends unknown[]>(
  { watchProgress, cancel }: Watching,
  work: (watch: string, ...args: A) => Promise<void>,
) {
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
    if (watched.current !== null) cancel(watched.current);
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
