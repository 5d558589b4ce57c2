import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { column, secondary, wrappingRow } from '../../parts/commonStyles.ts';

const useStyles = makeStyles({
  /** In a narrow window the buttons are below the words. */
  item: { ...wrappingRow, gap: tokens.spacingVerticalXS, paddingBlock: tokens.spacingVerticalXS },
  words: { ...column, flex: '1 1 20rem', minWidth: 0 },
  name: { overflowWrap: 'anywhere', fontWeight: tokens.fontWeightSemibold },
  age: secondary,
  buttons: { ...wrappingRow, gap: tokens.spacingHorizontalS },
  facts: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
});

/** One source of facts: how old they are, what they say, and buttons that renew them. */
export function Facts(props: {
  name: string;
  age: string | undefined;
  facts: readonly string[];
  buttons: ReactNode;
  children?: ReactNode;
}) {
  const styles = useStyles();
  return (
    <li>
      <div className={styles.item}>
        <div className={styles.words}>
          <Text className={styles.name}>{props.name}</Text>
          {props.age && <Text className={styles.age}>{props.age}</Text>}
          {props.facts.length > 0 && (
            <ul className={styles.facts}>
              {props.facts.map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          )}
          {props.children}
        </div>
        <div className={styles.buttons}>{props.buttons}</div>
      </div>
    </li>
  );
}
