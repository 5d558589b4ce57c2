import { useMutation } from '@tanstack/react-query';
import type { AppError } from '../../shared/errors.ts';
import { asAppError } from '../state/data/client.ts';
import { showError } from '../state/dialogs/notices.ts';

/** An action of the user; its button is disabled while `isBusy`. */
export interface Action<A extends unknown[], R> {
  run: (...args: A) => void;
  isBusy: boolean;
  /** The result of the last run; null while there is none. */
  result: R | null;
  error: AppError | null;
  reset: () => void;
}

type Work<A extends unknown[], R> = (...args: A) => Promise<R>;

/** An action whose error is shown above the screen. */
export function useAction<A extends unknown[], R>(work: Work<A, R>): Action<A, R> {
  return useWork(work, showError);
}

/** An action whose error is shown where the user is, in a dialog for example. */
export function useOwnAction<A extends unknown[], R>(work: Work<A, R>): Action<A, R> {
  return useWork(work);
}

function useWork<A extends unknown[], R>(
  work: Work<A, R>,
  onError?: (error: AppError) => void,
): Action<A, R> {
  const { mutate, isPending, data, error, reset } = useMutation({
    mutationFn: async (args: A) => {
      try {
        return await work(...args);
      } catch (thrown) {
        throw asAppError(thrown);
      }
    },
    onError,
  });
  return { run: (...args) => mutate(args), isBusy: isPending, result: data ?? null, error, reset };
}
