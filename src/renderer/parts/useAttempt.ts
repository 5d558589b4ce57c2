import { useState } from 'react';
import type { AppError } from '../../shared/errors.ts';
import { asAppError } from '../state/client.ts';

/** Runs one task at a time; `error` is why the last one failed. */
export function useAttempt(): {
  isBusy: boolean;
  error: AppError | null;
  attempt: (task: () => Promise<unknown>) => Promise<void>;
} {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const attempt = async (task: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await task();
    } catch (thrown) {
      setError(asAppError(thrown));
    }
    setBusy(false);
  };
  return { isBusy, error, attempt };
}
