import { useState } from 'react';
import type { Upload } from '../../../shared/upload/upload.ts';
import type { SendingAgain } from '../../parts/upload/SendAgainDialog.tsx';
import { useAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';

/** The user's actions on an upload: main reports their results as events; errors are shown above the screen. */
export function useUploadActions(upload: Upload) {
  const { id } = upload;
  const [sending, setSending] = useState<SendingAgain | null>(null);
  const { run, isBusy } = useAction((work: () => Promise<unknown>) => work());
  return {
    isBusy,
    pause: () => run(() => call('uploads.pause', { id })),
    resume: () => run(() => call('uploads.resume', { id })),
    cancel: () => run(() => call('uploads.cancel', { id })),
    retry: (itemIds?: number[]) =>
      setSending({ name: 'uploads.retryPreview', input: itemIds ? { id, itemIds } : { id } }),
    sendUnkept: () => setSending({ name: 'uploads.unkeptPreview', input: { id } }),
    /** What the user is asked to confirm, for `UploadConfirm`. */
    sending,
    confirmed: () => setSending(null),
    /** The uploads queued behind it start by themselves. */
    switchTo4: () => run(() => call('accounts.switchTo4', { id: upload.accountId })),
  };
}

export type UploadActions = ReturnType<typeof useUploadActions>;
