import { useMutation } from '@tanstack/react-query';
import type { AppError } from '../../shared/errors.ts';
import { asAppError } from '../state/client.ts';
import { showError } from '../state/notices.ts';

/** An action of the user; its button is disabled while `isBusy`. */
export interface Action<A extends unknown[]> {
  run: (...args: A) => void;
  isBusy: boolean;
  error: AppError | null;
  /** Clears the error. */
  reset: () => void;
}

/** An action whose error is shown above the screen. */
export function useAction<A extends unknown[]>(work: (...args: A) => Promise<unknown>): Action<A> {
  return useWork(work, showError);
}

/** An action whose error is shown where the user is, in a dialog for example. */
export function useOwnAction<A extends unknown[]>(work: (...args: A) => Promise<unknown>): Action<A> {
  return useWork(work);
}

function useWork<A extends unknown[]>(
  work: (...args: A) => Promise<unknown>,
  onError?: (error: AppError) => void,
): Action<A> {
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (args: A) => {
      try {
        return await work(...args);
      } catch (thrown) {
        throw asAppError(thrown);
      }
    },
    onError,
  });
  return { run: (...args) => mutate(args), isBusy: isPending, error, reset };
}
