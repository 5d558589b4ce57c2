import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ErrorCircle16Filled, LockClosed16Regular, Warning16Filled } from '@fluentui/react-icons';
import { useContext } from 'react';
import type { Fix } from '../../../shared/finding.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { secondary, smallText } from '../commonStyles.ts';
import { OriginalWords } from '../Disclosure.tsx';
import { TextButton } from '../texts/TextButton.tsx';
import { FormContext } from './formContext.ts';
import type { Note } from './place.ts';

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', rowGap: tokens.spacingVerticalXXS },
  note: {
    ...smallText,
    display: 'flex',
    alignItems: 'flex-start',
    columnGap: tokens.spacingHorizontalXS,
    overflowWrap: 'anywhere',
  },
  icon: { flexShrink: 0, height: '16px' },
  error: { color: tokens.colorPaletteRedForeground1 },
  warning: { color: tokens.colorStatusWarningForeground3 },
  ignored: secondary,
  help: secondary,
});

const icons = {
  error: <ErrorCircle16Filled />,
  warning: <Warning16Filled />,
  ignored: <LockClosed16Regular />,
};

/** The notes beside a field, worst first, each with its one-click fix. */
export function Notes(props: { notes: readonly Note[]; onFix?: (fix: Fix) => void; id?: string }) {
  const styles = useStyles();
  if (props.notes.length === 0) return null;
  return (
    <ul className={styles.list} id={props.id}>
      {props.notes.map((note) => (
        <li key={note.key}>
          <NoteLine note={note} onFix={props.onFix} />
        </li>
      ))}
    </ul>
  );
}

function NoteLine({ note, onFix }: { note: Note; onFix?: (fix: Fix) => void }) {
  const styles = useStyles();
  const { fix } = note;
  const FixAll = useContext(FormContext)?.validation?.FixAll;
  return (
    <div className={styles.note}>
      <span className={mergeClasses(styles.icon, styles[note.severity])}>{icons[note.severity]}</span>
      <span>
        <span className={styles[note.severity]}>
          {note.severity === 'ignored' && `${t('article.ignored')} `}
          {describe(note.message)}
        </span>{' '}
        <span className={styles.help}>{describe(note.help)}</span>{' '}
        {fix && onFix && <TextButton onClick={() => onFix(fix)}>{describe(fix.label)}</TextButton>}{' '}
        {FixAll && note.severity !== 'ignored' && <FixAll code={note.code} label={fix?.label.key ?? null} />}
        {note.details && <OriginalWords button={t('article.directoryWords')} words={note.details} />}
      </span>
    </div>
  );
}

/** Describes the last step, with a button that reverts it. */
export function UndoLine(props: { text: string; onUndo: () => void }) {
  const styles = useStyles();
  return (
    <div className={styles.note} role="status">
      <span>{props.text}</span>
      <Button size="small" appearance="transparent" onClick={props.onUndo}>
        {t('article.undo')}
      </Button>
    </div>
  );
}
