import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { column, thinLine } from '../../commonStyles.ts';
import { useWidth } from '../../useWidth.ts';

const besideFrom = 760;

const useStyles = makeStyles({
  root: { ...column, containerType: 'inline-size', flexGrow: 1, minHeight: 0 },
  narrow: { display: 'block', overflowY: 'auto' },
  body: { display: 'flex', flexGrow: 1, minHeight: 0 },
  bodyNarrow: { display: 'block' },
  aside: {
    ...column,
    boxSizing: 'border-box',
    width: '216px',
    flexShrink: 0,
    overflowY: 'auto',
    gap: tokens.spacingVerticalL,
    padding: tokens.spacingHorizontalM,
    borderRight: thinLine,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  asideNarrow: { width: 'auto', borderRight: 'none', borderBottom: thinLine },
  scroller: { flexGrow: 1, minWidth: 0, overflowY: 'auto', containerType: 'inline-size' },
  scrollerNarrow: { overflowY: 'visible' },
});

/** Header above; section navigation and `aside` left of the fields, each scrolling by itself; in a narrow window one below the other, `aside` last. */
export function PageLayout(props: {
  header: ReactNode;
  navigation: ReactNode;
  aside: ReactNode;
  children: ReactNode;
}) {
  const styles = useStyles();
  const { ref, width } = useWidth();
  const isNarrow = width > 0 && width < besideFrom;
  const aside = isNarrow ? `${styles.aside} ${styles.asideNarrow}` : styles.aside;
  return (
    <div
      ref={ref}
      className={isNarrow ? `${styles.root} ${styles.narrow}` : styles.root}
      data-region="record"
    >
      {props.header}
      <div className={isNarrow ? styles.bodyNarrow : styles.body}>
        <div className={aside}>
          {props.navigation}
          {!isNarrow && props.aside}
        </div>
        <div className={isNarrow ? `${styles.scroller} ${styles.scrollerNarrow}` : styles.scroller}>
          {props.children}
        </div>
        {isNarrow && <div className={aside}>{props.aside}</div>}
      </div>
    </div>
  );
}
