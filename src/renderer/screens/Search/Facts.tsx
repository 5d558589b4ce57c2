import { Link, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

/** A value with its name; `href` makes a link of it that opens in the browser. */
export interface Fact {
  key: string;
  label: string;
  value: ReactNode;
}

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(88px, 26%) minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalS,
    margin: 0,
  },
  name: { color: tokens.colorNeutralForeground2 },
  value: { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  lines: { display: 'grid', rowGap: tokens.spacingVerticalXXS },
  link: { display: 'inline-block', minHeight: '24px', overflowWrap: 'anywhere' },
});

/** Names and values, one below the other; those that say nothing are left out by who makes them. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const styles = useStyles();
  return (
    <dl className={styles.list}>
      {facts.map(({ key, label, value }) => (
        <div key={key} style={{ display: 'contents' }}>
          <dt className={styles.name}>{label}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Several values, a line each. */
export function Lines({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return <div className={styles.lines}>{children}</div>;
}

/** A link that opens in the browser; what is no web address stays text. */
export function WebLink({ href, children }: { href: string; children?: ReactNode }) {
  const styles = useStyles();
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return <span>{children ?? href}</span>;
  return (
    <Link href={href} target="_blank" rel="noreferrer" className={styles.link}>
      {children ?? href}
    </Link>
  );
}
