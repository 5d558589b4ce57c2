import type { EventData } from '../../shared/contract/contract.ts';
import { describe } from '../../shared/i18n/i18n.ts';
import type { ElectronParts } from './electronParts.ts';
import type { Windows } from './windows.ts';

/** Notifications on screen are referenced here, because a garbage-collected one loses its click. */
const shown = new Set<object>();

/** Shows a system notification about an application; a click on it opens the application. */
export function showNotification(
  { Notification }: Pick<ElectronParts, 'Notification'>,
  windows: Pick<Windows, 'show'>,
  { id, title, message }: EventData<'applications.statusChanged'>,
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
