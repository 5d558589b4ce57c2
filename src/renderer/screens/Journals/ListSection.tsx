import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { type ReactNode, type Ref, useId } from 'react';
import { column, heading3, outlined } from '../../parts/commonStyles.ts';
import { LongList } from '../../parts/lists/LongList.tsx';

const useStyles = makeStyles({
  root: { ...column, rowGap: tokens.spacingVerticalS, minWidth: 0 },
  heading: heading3,
  list: { ...column, ...outlined },
});

/** A list of rows below a heading and an explanation, as high as its rows but at most `maxHeight`. */
export function ListSection(props: {
  ref?: Ref<HTMLElement>;
  heading: string;
  explanation: ReactNode;
  label: string;
  total: number;
  /** CSS pixels. */
  rowHeight: number;
  maxHeight: string;
  children: (index: number) => ReactNode;
}) {
  const styles = useStyles();
  const id = useId();
  const { ref, total, rowHeight, maxHeight } = props;
  return (
    <section ref={ref} className={styles.root} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {props.heading}
      </h2>
      {props.explanation && <Text>{props.explanation}</Text>}
      <div className={styles.list} style={{ height: `${total * rowHeight}px`, maxHeight }}>
        <LongList label={props.label} total={total} estimatedHeight={rowHeight} onRange={nothing}>
          {props.children}
        </LongList>
      </div>
    </section>
  );
}

/** All rows are known already. */
function nothing(): void {}
