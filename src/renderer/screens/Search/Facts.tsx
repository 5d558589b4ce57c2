import { Link, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

/** A value with its name; `href` turns it into a link that opens in the browser. */
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

/** Names and values, one below the other; the caller leaves out empty ones. */
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

export function Lines({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return <div className={styles.lines}>{children}</div>;
}

/** A link that opens in the browser; text that is not a web address stays text. */
export function WebLink({ href, children }: { href: string; children?: ReactNode }) {
  const styles = useStyles();
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return <span>{children ?? href}</span>;
  return (
    <Link href={href} target="_blank" rel="noreferrer" className={styles.link}>
      {children ?? href}
    </Link>
  );
}
