import { makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import type { FocusEvent, ReactNode } from 'react';
import { useStore } from 'zustand';
import type { RecordSession, Saved } from '../../../state/records/recordSession.ts';
import { UndoLine } from '../Notes.tsx';
import { sectionId } from '../place.ts';
import { useHeadings } from './useHeadings.ts';

const useStyles = makeStyles({
  section: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    rowGap: tokens.spacingVerticalS,
    paddingBlock: tokens.spacingVerticalM,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    scrollMarginTop: 'var(--form-header, 120px)',
  },
  heading: { margin: 0 },
});

/** One section of the form; its heading takes the focus from the section navigation. */
export function FormSection(props: {
  session: Pick<RecordSession<Saved>, 'store' | 'revert'>;
  section: string;
  title: string;
  /** For a form whose title is the heading of the page. */
  heading?: 'h2';
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onBlur: (event: FocusEvent<HTMLElement>, section: string) => void;
  children: ReactNode;
}) {
  const styles = useStyles();
  const headings = useHeadings();
  const { session, section } = props;
  const undo = useStore(session.store, (state) => (state.undo?.section === section ? state.undo : null));
  return (
    <section
      className={styles.section}
      aria-labelledby={sectionId(section)}
      onFocus={props.onFocus}
      onBlur={(event) => props.onBlur(event, section)}
    >
      <Subtitle2
        as={props.heading ?? headings.section}
        id={sectionId(section)}
        tabIndex={-1}
        className={styles.heading}
      >
        {props.title}
      </Subtitle2>
      {props.children}
      {undo && <UndoLine text={undo.text} onUndo={session.revert} />}
    </section>
  );
}
