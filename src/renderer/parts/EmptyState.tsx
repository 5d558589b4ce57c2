import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { ReactElement, ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: tokens.spacingVerticalS,
    margin: 'auto',
    padding: tokens.spacingHorizontalXXL,
    maxWidth: '34rem',
    textAlign: 'center',
  },
  icon: { display: 'inline-flex', fontSize: '40px', color: tokens.colorNeutralForeground3 },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  text: { color: tokens.colorNeutralForeground2 },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'center',
    gap: tokens.spacingHorizontalS,
    marginTop: tokens.spacingVerticalS,
  },
});

/** Says why there is nothing here and what to do next. */
export function EmptyState(props: {
  icon: ReactElement;
  title: string;
  text: ReactNode;
  actions?: ReactNode;
}) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <span className={styles.icon}>{props.icon}</span>
      <h2 className={styles.title}>{props.title}</h2>
      <Text className={styles.text}>{props.text}</Text>
      {props.actions && <div className={styles.actions}>{props.actions}</div>}
    </div>
  );
}
