import { SendAgainDialog } from '../../parts/upload/SendAgainDialog.tsx';
import { call } from '../../state/data/client.ts';
import type { UploadActions } from './useUploadActions.ts';

/** Asks before records of an upload are sent again, or without storing what they replace. */
export function UploadConfirm({ actions }: { actions: UploadActions }) {
  const { sending, confirmed } = actions;
  if (!sending) return null;
  const name = sending.name === 'uploads.unkeptPreview' ? 'uploads.sendUnkept' : 'uploads.retry';
  return <SendAgainDialog sending={sending} send={(plan) => call(name, { plan })} onClose={confirmed} />;
}
