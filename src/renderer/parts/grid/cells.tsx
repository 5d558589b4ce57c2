import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';

const useStyles = makeStyles({
  strong: { fontWeight: tokens.fontWeightSemibold },
  untitled: { color: tokens.colorNeutralForeground2, fontStyle: 'italic' },
  quiet: { color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums' },
});

/** The title of a record in a list, with the full title in its tooltip, or a text if it has none. */
export function TitleCell(props: { title: string; isStrong?: boolean }) {
  const styles = useStyles();
  if (props.title === '') {
    return (
      <span className={styles.untitled} data-quiet>
        {t('common.untitled')}
      </span>
    );
  }
  return (
    <span className={mergeClasses(props.isStrong && styles.strong)} title={props.title}>
      {props.title}
    </span>
  );
}

/** Secondary text beside a title in a list. */
export function QuietCell(props: { children: ReactNode; tip?: string }) {
  const styles = useStyles();
  return (
    <span className={styles.quiet} title={props.tip} data-quiet>
      {props.children}
    </span>
  );
}
