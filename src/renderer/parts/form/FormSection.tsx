import { makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import type { FocusEvent, ReactNode } from 'react';
import { UndoLine } from './Notes.tsx';
import { sectionId } from './place.ts';
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

/** One section of the form; its heading takes the focus from the list of sections. */
export function FormSection(props: {
  section: string;
  title: string;
  /** Where the form's title is the page's own. */
  heading?: 'h2';
  undo: { text: string; onUndo: () => void } | null;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onBlur: (event: FocusEvent<HTMLElement>, section: string) => void;
  children: ReactNode;
}) {
  const styles = useStyles();
  const headings = useHeadings();
  const { section } = props;
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
      {props.undo && <UndoLine {...props.undo} />}
    </section>
  );
}
