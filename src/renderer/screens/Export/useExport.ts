import { useRef } from 'react';
import type { CallOutput } from '../../../shared/contract/contract.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { saveExport } from '../../parts/saveExport.ts';
import { useWatchedAction, type Watching } from '../../parts/useWatchedAction.ts';
import { asAppError, call, onEvent } from '../../state/data/client.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatNumber } from '../../state/format.ts';

export type FinishedExport = CallOutput<'exports.write'>;

/** How exports are followed and cancelled. */
const exporting: Watching = {
  watchProgress: (watch, show) =>
    onEvent('exports.progress', ({ watch: whose, done, total }) => {
      if (whose === watch) show({ done, total });
    }),
  cancel: (watch) => void call('exports.cancel', { watch }).catch(() => undefined),
};

/** Exports records and saves the file; `onFinished` gets a result that the user should read. */
export function useExport(onFinished: (result: FinishedExport) => void, onClose: () => void) {
  const isStopped = useRef(false);
  const { stop, ...action } = useWatchedAction(
    exporting,
    async (watch, write: (watch: string) => Promise<FinishedExport>) => {
      isStopped.current = false;
      try {
        const result = await write(watch);
        await saveExport(result, () => !isStopped.current);
        if (isStopped.current) return;
        if (result.lost.length > 0 || result.leftOut.length > 0) return onFinished(result);
        onClose();
        showDone(doneText(result));
      } catch (thrown) {
        if (asAppError(thrown).code !== 'cancelled') throw thrown;
      }
    },
  );
  return {
    ...action,
    stop: () => {
      isStopped.current = true;
      stop();
    },
  };
}

export function doneText({ written, name }: FinishedExport): string {
  if (written === 0) return t('exports.noProblems');
  return t('exports.done', { count: written, n: formatNumber(written), name });
}
