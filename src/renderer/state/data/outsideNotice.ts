import { getAppInfo } from './session.ts';

const key = 'notify.decisions';

/** Whether the browser can notify the user of decisions: unsupported, not asked yet, denied, or granted. */
export type OutsideNotice = 'impossible' | 'off' | 'refused' | 'on';

/** The current permission. Only in the web shell; the desktop application has its own notifications. */
export function outsideNotice(): OutsideNotice {
  if (typeof Notification === 'undefined') return 'impossible';
  if (Notification.permission === 'denied') return 'refused';
  return Notification.permission === 'granted' && localStorage.getItem(key) === 'yes' ? 'on' : 'off';
}

/** Asks the browser for permission and stores the setting. */
export async function allowOutsideNotice(): Promise<OutsideNotice> {
  if (typeof Notification === 'undefined') return 'impossible';
  const answer = await Notification.requestPermission();
  localStorage.setItem(key, answer === 'granted' ? 'yes' : 'no');
  return outsideNotice();
}

export function stopOutsideNotice(): OutsideNotice {
  localStorage.setItem(key, 'no');
  return outsideNotice();
}

/** Shows a notification of the browser while this window is not visible; `open` runs when it is clicked. */
export function notifyOutside(
  news: { title: string; body: string /** The same in all windows. */; tag: string },
  open: () => void,
): void {
  if (getAppInfo()?.shell !== 'web' || outsideNotice() !== 'on') return;
  if (document.visibilityState === 'visible' && document.hasFocus()) return;
  try {
    // Windows of one Colophon share the tag, so that the user is notified once.
    const notification = new Notification(news.title, { body: news.body, tag: `colophon-${news.tag}` });
    notification.onclick = () => {
      window.focus();
      notification.close();
      open();
    };
  } catch {
    // Some browsers let only service workers notify; the message in the window is shown all the same.
  }
}
