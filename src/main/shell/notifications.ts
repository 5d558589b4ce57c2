import type { EventData } from '../../shared/contract/contract.ts';
import { describe } from '../../shared/i18n/describe.ts';
import type { ElectronParts } from './electronParts.ts';
import type { Windows } from './windows.ts';

/** What is shown is kept until it is gone: a notification that nobody refers to any more loses its click. */
const shown = new Set<object>();

/** Tells the person through the system that the directory decided or did something; a click shows the application concerned. */
export function showNotification(
  { Notification }: Pick<ElectronParts, 'Notification'>,
  windows: Pick<Windows, 'show'>,
  { id, title, message }: EventData<'application.status'>,
): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title, body: describe(message) });
  const forget = () => void shown.delete(notification);
  notification.on('click', () => {
    forget();
    windows.show(`#/update-requests/${id}`);
  });
  notification.on('close', forget);
  shown.add(notification);
  notification.show();
}
