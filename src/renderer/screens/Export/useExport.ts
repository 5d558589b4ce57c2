import { useRef } from 'react';
import type { CallInput, CallOutput } from '../../../shared/contract/contract.ts';
import type { ExportFileFormat } from '../../../shared/draft/exportFormats.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { bytesOf, saveFile } from '../../parts/saveFile.ts';
import { useWatchedAction, type Watching } from '../../parts/useWatchedAction.ts';
import { asAppError, call, onEvent } from '../../state/client.ts';
import { formatNumber } from '../../state/format.ts';
import { showDone } from '../../state/notices.ts';

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
    async (watch, source: CallInput<'exports.write'>['source'], format: ExportFileFormat) => {
      isStopped.current = false;
      try {
        const result = await call('exports.write', { source, format, watch });
        if (result.written > 0) await save(result, () => !isStopped.current);
        await call('exports.remove', { id: result.id });
        if (isStopped.current) return;
        if (result.lost.length > 0 || result.leftOutCount > 0) return onFinished(result);
        onClose();
        showDone(doneWords(result));
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

export function doneWords({ written, name }: FinishedExport): string {
  return t('exports.done', { count: written, n: formatNumber(written), name });
}

/** Fetches the file in pieces and saves it, unless it is no longer wanted. */
async function save({ id, size, name, type }: FinishedExport, isWanted: () => boolean): Promise<void> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < size && isWanted(); ) {
    const { piece } = await call('exports.read', { id, at });
    const bytes = bytesOf(piece);
    pieces.push(bytes);
    at += bytes.length;
  }
  if (isWanted()) saveFile(name, new Blob(pieces, { type }));
}
