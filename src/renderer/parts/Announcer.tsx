import { makeStyles } from '@fluentui/react-components';
import { create } from 'zustand';
import { visuallyHidden } from './visuallyHidden.ts';

const useAnnouncement = create<{ text: string; turn: number }>(() => ({ text: '', turn: 0 }));

const useStyles = makeStyles({
  hidden: visuallyHidden,
});

/** How long a text stands before the next takes its place: some screen readers miss what is gone sooner. */
const standsMs = 400;
/** Who selects row after row hears where that ends, not every step. */
const mostWaiting = 2;
const waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says `text` to screen readers, politely, after what they are saying now; texts that come together follow one another. */
export function announce(text: string): void {
  if (!waiting.includes(text)) waiting.push(text);
  if (waiting.length > mostWaiting) waiting.shift();
  if (timer === undefined) sayNext();
}

function sayNext(): void {
  const text = waiting.shift();
  timer = text === undefined ? undefined : setTimeout(sayNext, standsMs);
  if (text !== undefined) useAnnouncement.setState(({ turn }) => ({ text, turn: turn + 1 }));
}

/** Fluent's mark on what a dialog leaves to be read while it hides everything else: what is said during a dialog is heard. */
const heardInDialogs = { 'data-tabster-never-hide': '' };

/** The window's one polite live region; stands once in the frame. */
export function Announcer() {
  const { text, turn } = useAnnouncement();
  const styles = useStyles();
  // The same sentence twice is news the second time as well: a changed text node is what is spoken.
  return (
    <div role="status" aria-live="polite" className={styles.hidden} {...heardInDialogs}>
      {turn % 2 === 0 ? text : `${text}\u00a0`}
    </div>
  );
}
