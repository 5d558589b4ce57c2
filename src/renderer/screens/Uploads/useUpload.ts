import { useEffect, useState } from 'react';
import type { LimiterStatus } from '../../../shared/directory/account.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Upload } from '../../../shared/upload/upload.ts';
import { asAppError, callAndListen, onEvent } from '../../state/client.ts';
import { useSession } from '../../state/session.ts';

/** An upload, live; null until it is loaded. */
export function useUpload(id: number): {
  upload: Upload | null;
  error: AppError | null;
} {
  const [upload, setUpload] = useState<Upload | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const generation = useSession((session) => session.generation);
  useEffect(() => {
    // Asked again when Colophon comes back: events may have been missed.
    if (generation < 0) return;
    let isCurrent = true;
    callAndListen('uploads.get', { id }, 'upload.changed').then(
      ({ answer, told }) => isCurrent && !told.some((one) => one.id === id) && setUpload(answer),
      (thrown) => isCurrent && setError(asAppError(thrown)),
    );
    const stop = onEvent('upload.changed', (changed) => {
      if (changed.id === id) setUpload(changed);
    });
    return () => {
      isCurrent = false;
      stop();
    };
  }, [id, generation]);
  return { upload, error: upload ? null : error };
}

/** The limiter of an upload's account with this window's own time of arrival, from the upload or from its own event, whichever came last. */
export function useLimiter(upload: Upload): { limiter: LimiterStatus; receivedAt: number } | null {
  const [kept, setKept] = useState<{ limiter: LimiterStatus; receivedAt: number } | null>(null);
  const { limiter, accountId } = upload;
  useEffect(() => {
    if (limiter) setKept({ limiter, receivedAt: performance.now() });
  }, [limiter]);
  useEffect(
    () =>
      onEvent('limiter.changed', (changed) => {
        if (changed.accountId === accountId) setKept({ limiter: changed, receivedAt: performance.now() });
      }),
    [accountId],
  );
  return kept;
}
