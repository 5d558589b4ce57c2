import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { stack } from '../commonStyles.ts';
import type { GroupLabels } from './FormGroup.tsx';

const useStyles = makeStyles({
  group: { ...stack, rowGap: tokens.spacingVerticalXS, margin: 0, padding: 0, border: 'none', minWidth: 0 },
});

/** The controls of a `FormGroup`, named and described as one. */
export function ControlGroup(props: { labels: GroupLabels; children: ReactNode }) {
  const styles = useStyles();
  return (
    <fieldset className={styles.group} {...props.labels}>
      {props.children}
    </fieldset>
  );
}
