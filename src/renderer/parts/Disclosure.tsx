import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { type ReactNode, useId, useState } from 'react';
import { smallText } from './commonStyles.ts';
import { TextButton } from './texts/TextButton.tsx';

const useStyles = makeStyles({
  heading: { justifyContent: 'start', maxWidth: '100%', textAlign: 'start' },
  content: { paddingInlineStart: tokens.spacingHorizontalXL },
  words: {
    ...smallText,
    marginBlock: tokens.spacingVerticalXS,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontFamily: tokens.fontFamilyMonospace,
  },
});

/** A heading that shows and hides what belongs to it, which is drawn only while it is open; closed at first. */
export function Disclosure(props: { heading: ReactNode; children: ReactNode }) {
  const styles = useStyles();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button
        appearance="subtle"
        className={styles.heading}
        icon={isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {props.heading}
      </Button>
      <div id={id} className={styles.content}>
        {isOpen && props.children}
      </div>
    </div>
  );
}

/** A server's own words, shown and hidden by a button within a sentence. */
export function OriginalWords(props: { button: string; words: string }) {
  const styles = useStyles();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TextButton aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {props.button}
      </TextButton>
      <pre id={id} className={styles.words} hidden={!isOpen}>
        {props.words}
      </pre>
    </>
  );
}
