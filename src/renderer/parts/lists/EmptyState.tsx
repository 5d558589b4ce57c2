import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { type ReactElement, type ReactNode, useId } from 'react';
import { heading4, row, secondary, wrapping } from '../commonStyles.ts';

const useStyles = makeStyles({
  root: {
    ...row,
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    margin: 'auto',
    padding: tokens.spacingHorizontalXXL,
    maxWidth: '34rem',
    textAlign: 'center',
  },
  icon: { display: 'inline-flex', fontSize: '40px', color: tokens.colorNeutralForeground3 },
  title: heading4,
  text: secondary,
  actions: {
    ...wrapping,
    justifyContent: 'center',
    gap: tokens.spacingHorizontalS,
    marginTop: tokens.spacingVerticalS,
  },
});

/** Explains why there is nothing to show, and what to do next. */
export function EmptyState(props: {
  icon: ReactElement;
  title: string;
  text: ReactNode;
  actions?: ReactNode;
}) {
  const styles = useStyles();
  const titleId = useId();
  return (
    // A separate section, because its button may repeat one of the bar above.
    <section className={styles.root} aria-labelledby={titleId} data-empty-state>
      <span className={styles.icon}>{props.icon}</span>
      <h2 className={styles.title} id={titleId}>
        {props.title}
      </h2>
      <Text className={styles.text}>{props.text}</Text>
      {props.actions && <div className={styles.actions}>{props.actions}</div>}
    </section>
  );
}
