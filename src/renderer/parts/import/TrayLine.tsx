import { makeStyles, ProgressBar, Text, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  line: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXXS,
    minHeight: '24px',
    paddingBlock: tokens.spacingVerticalXS,
    paddingInline: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 639px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  words: { overflowWrap: 'anywhere' },
  bar: { gridColumn: '1 / -1' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

/** One line of the tray. `share` is from 0 to 1; undefined if the progress is unknown, null for no bar. */
export function TrayLine(props: { words: string; share: number | null | undefined; children?: ReactNode }) {
  const styles = useStyles();
  return (
    <li className={styles.line}>
      <Text size={200} className={styles.words}>
        {props.words}
      </Text>
      {props.children && <span className={styles.buttons}>{props.children}</span>}
      {props.share !== null && (
        <ProgressBar className={styles.bar} value={props.share} aria-label={props.words} />
      )}
    </li>
  );
}
