import { useAnnouncement } from '../state/announce.ts';
import { useCommonStyles } from './commonStyles.ts';

/** Keeps Fluent from hiding the live region while a dialog is open, so that announcements are read then too. */
const neverHidden = { 'data-tabster-never-hide': '' };

/** The window's one polite live region, placed once in the frame. */
export function Announcer() {
  const { text, turn } = useAnnouncement();
  const styles = useCommonStyles();
  // A screen reader reads only what changed, so the same text twice differs by a no-break space.
  return (
    <div role="status" aria-live="polite" className={styles.visuallyHidden} {...neverHidden}>
      {turn % 2 === 0 ? text : `${text}\u00a0`}
    </div>
  );
}
