import { makeStyles } from '@fluentui/react-components';
import { ArrowRightRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';

const useStyles = makeStyles({ arrow: { alignSelf: 'center', flexShrink: 0, verticalAlign: 'text-bottom' } });

/** A value, what becomes of it, and between them an arrow that screen readers read as a word. */
export function BeforeAfter(props: { before: ReactNode; after: ReactNode }) {
  const styles = useStyles();
  return (
    <>
      {props.before}{' '}
      <ArrowRightRegular className={styles.arrow} role="img" aria-label={t('common.becomes')} /> {props.after}
    </>
  );
}
