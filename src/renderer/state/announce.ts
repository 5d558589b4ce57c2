import { create } from 'zustand';

/** The text in the live region; `turn` changes with every announcement, also of the same text. */
export const useAnnouncement = create<{ text: string; turn: number }>(() => ({ text: '', turn: 0 }));

/** How long a text stays before the next replaces it: some screen readers miss a text that is replaced sooner. */
const shownMs = 400;
/** When announcements come quickly, as while moving through rows, only the last ones are read. */
const maxWaiting = 2;
let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Announces `text` to screen readers, politely; simultaneous announcements are read one after another. */
export function announce(text: string): void {
  // A repeated text is read in its new place, because the last one read must be the last one announced.
  waiting = [...waiting.filter((one) => one !== text), text].slice(-maxWaiting);
  if (timer === undefined) announceNext();
}

function announceNext(): void {
  const text = waiting.shift();
  timer = text === undefined ? undefined : setTimeout(announceNext, shownMs);
  if (text !== undefined) useAnnouncement.setState(({ turn }) => ({ text, turn: turn + 1 }));
}
