import type { ElectronParts } from './electronParts.ts';
import type { Windows } from './windows.ts';

/** Notifications on screen are referenced here, because a garbage-collected one loses its click. */
const shown = new Set<object>();

/** Shows a system notification; a click on it brings a window to the front and goes to `place` (`#/...`). */
export function showNotification(
  { Notification }: Pick<ElectronParts, 'Notification'>,
  windows: Pick<Windows, 'show'>,
  { title, body, place }: { title: string; body: string; place: string },
): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title, body });
  const forget = () => void shown.delete(notification);
  notification.on('click', () => {
    forget();
    windows.show(place);
  });
  notification.on('close', forget);
  shown.add(notification);
  notification.show();
}
