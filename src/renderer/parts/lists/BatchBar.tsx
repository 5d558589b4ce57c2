import { Button } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { formatNumber } from '../../state/format.ts';
import { useListBarStyles } from './listBarStyles.ts';

/** The bar above a list while rows are selected: their number, actions, and buttons to select all or none. */
export function BatchBar(props: {
  label: string;
  /** The number of selected rows, as text. */
  picked: string;
  count: number;
  total: number;
  onPickAll: () => void;
  onPickNone: () => void;
  children: ReactNode;
}) {
  const styles = useListBarStyles();
  const { count, total } = props;
  return (
    <div className={`${styles.bar} ${styles.batch}`} role="toolbar" aria-label={props.label}>
      <h1 className={styles.title}>{props.picked}</h1>
      {props.children}
      {count < total && (
        <Button size="small" onClick={props.onPickAll}>
          {t('drafts.pickAll', { count: total, n: formatNumber(total) })}
        </Button>
      )}
      <Button size="small" appearance="subtle" onClick={props.onPickNone}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}
