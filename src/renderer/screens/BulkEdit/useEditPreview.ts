import { useEffect, useState } from 'react';
import type { BulkEdit } from '../../../shared/article/edits/bulkEdit.ts';
import type { CallInput } from '../../../shared/contract/contract.ts';
import type { EditPreview } from '../../../shared/contract/edits.ts';
import type { AppError } from '../../../shared/errors.ts';
import { useSettled } from '../../parts/useSettled.ts';
import type { Progress } from '../../parts/Working.tsx';
import { asAppError, call, onEvent } from '../../state/data/client.ts';

/** Milliseconds after the last key before a preview begins. */
const pause = 400;

interface State {
  /** The edit that was previewed, as JSON. */
  of: string | null;
  preview: EditPreview | null;
  error: AppError | null;
  progress: Progress | null;
}

const nothing: State = { of: null, preview: null, error: null, progress: null };

/** The preview of an edit, renewed when typing pauses; until then the last one stays, with `isCurrent` false. */
export function useEditPreview(
  about: Omit<CallInput<'edits.preview'>, 'edit' | 'watch'>,
  edit: BulkEdit | null,
) {
  const [state, setState] = useState(nothing);
  const wanted = edit && JSON.stringify(edit);
  const settled = useSettled(wanted, pause);
  const [input] = useState(about);
  useEffect(() => {
    if (settled === null) return setState(nothing);
    const watch = crypto.randomUUID();
    let isLeft = false;
    const set = (change: Partial<State>) => {
      if (!isLeft) setState((before) => ({ ...before, ...change }));
    };
    set({ progress: null, error: null });
    const stop = watchProgress(watch, (progress) => set({ progress }));
    call('edits.preview', { ...input, edit: JSON.parse(settled) as BulkEdit, watch })
      .then((preview) => set({ of: settled, preview, progress: null }))
      .catch((error) => set({ of: settled, preview: null, error: asAppError(error), progress: null }))
      .finally(stop);
    return () => {
      isLeft = true;
      cancelEdit(watch);
    };
  }, [settled, input]);
  return {
    ...state,
    isCurrent: wanted !== null && state.of === wanted,
    isBusy: wanted !== null && state.of !== wanted,
  };
}

/** How edits are followed and cancelled. */
export const edits = { watchProgress, cancel: cancelEdit };

/** Calls `show` with the progress of the call under this name; returns a function that stops it. */
export function watchProgress(watch: string, show: (progress: Progress) => void): () => void {
  return onEvent('edits.progress', ({ watch: whose, done, total }) => {
    if (whose === watch) show({ done, total });
  });
}

/** Cancels the call under this name; does nothing if it has ended. */
export function cancelEdit(watch: string): void {
  void call('edits.cancel', { watch }).catch(() => undefined);
}
