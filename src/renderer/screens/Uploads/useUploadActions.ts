import { useState } from 'react';
import type { Upload } from '../../../shared/upload/upload.ts';
import { saveFile } from '../../parts/saveFile.ts';
import { asAppError, call } from '../../state/client.ts';
import { showError } from '../../state/notices.ts';

/** The user's actions on an upload: main reports their results as events; errors are shown above the screen. */
export function useUploadActions(upload: Upload) {
  const [isBusy, setBusy] = useState(false);
  const { id } = upload;
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showError(asAppError(error));
    }
    setBusy(false);
  };
  return {
    isBusy,
    pause: () => run(() => call('uploads.pause', { id })),
    resume: () => run(() => call('uploads.resume', { id })),
    cancel: () => run(() => call('uploads.cancel', { id })),
    retry: (itemIds?: number[]) => run(() => call('uploads.retry', itemIds ? { id, itemIds } : { id })),
    sendUnkept: () => run(() => call('uploads.sendUnkept', { id })),
    /** The uploads queued behind it start by themselves. */
    switchTo4: () => run(() => call('accounts.switchTo4', { id: upload.accountId })),
    download: (format: 'csv' | 'json') =>
      run(async () => {
        const { name, type, text } = await call('uploads.export', { id, format });
        saveFile(name, new Blob([text], { type }));
      }),
  };
}

export type UploadActions = ReturnType<typeof useUploadActions>;
