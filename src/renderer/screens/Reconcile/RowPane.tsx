import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReconcileRow, Reconciliation } from '../../../shared/reconcile/reconciling.ts';
import { directoryAddress } from '../../parts/directoryAddress.ts';
import { FieldComparison } from '../../parts/form/FieldComparison.tsx';
import { RecordPane } from '../../parts/RecordPane.tsx';
import { focusGridSoon } from '../../parts/RowGrid.tsx';
import { useAction } from '../../parts/useAction.ts';
import { draftHref } from '../../state/route.ts';
import { useAccount } from '../../state/session.ts';
import { sidesOf } from './describeValue.ts';
import { OverwriteDialog } from './OverwriteDialog.tsx';
import { queueRows, setAside, takeRows } from './reconcileActions.ts';
import type { ReconcileTab } from './reconcileWords.ts';

const useStyles = makeStyles({
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  // Aligned with the record below.
  link: { minHeight: '24px', display: 'inline-block', paddingInline: tokens.spacingHorizontalXS },
});

interface RowPaneProps {
  reconciliation: Reconciliation;
  row: ReconcileRow;
  tab: ReconcileTab;
  isAlone: boolean;
  onClose: () => void;
}

/** One article of a comparison: its two sides compared field by field, and its actions. */
export function RowPane(props: RowPaneProps) {
  const { t } = useTranslation();
  const styles = useStyles();
  const account = useAccount();
  const { row } = props;
  const address =
    account && row.remoteId !== null && directoryAddress(account, 'article', { id: row.remoteId });
  return (
    <RecordPane
      label={t('reconcile.record')}
      recordKey={row.id}
      isAlone={props.isAlone}
      backLabel={t('reconcile.back')}
      closeLabel={t('search.close')}
      onClose={props.onClose}
      bar={
        <>
          {row.draftId !== null && (
            <Link href={draftHref(row.draftId)} className={styles.link}>
              {t('search.openDraft')}
            </Link>
          )}
          {address && (
            <Link href={address} target="_blank" rel="noreferrer" className={styles.link}>
              {t('search.openThere')}
            </Link>
          )}
        </>
      }
      title={row.title || t('common.untitled')}
    >
      <Text>{t(`reconcile.explain.${row.outcome}`)}</Text>
      <RowActions {...props} />
      {row.differences.length > 0 && (
        <FieldComparison
          name={t('search.compare.table')}
          titles={{ left: t('search.compare.there'), right: t('search.compare.here') }}
          differences={sidesOf(row.differences)}
        />
      )}
    </RecordPane>
  );
}

function RowActions(props: RowPaneProps) {
  const { t } = useTranslation();
  const styles = useStyles();
  const [isAsking, setAsking] = useState(false);
  const { reconciliation, row } = props;
  const { outcome } = row;
  const close = () => {
    props.onClose();
    focusGridSoon();
  };
  const { run, isBusy } = useAction(async (work: () => Promise<boolean>, isLast = true) => {
    if ((await work()) && isLast) close();
  });
  const take = () => run(() => takeRows(reconciliation.id, outcome, [row.id]));
  const isTakeable = outcome === 'missing-here' || outcome === 'different';
  const isQueueable = outcome === 'missing-there' || outcome === 'different';
  return (
    <div className={styles.buttons}>
      {isTakeable && (
        <Button
          appearance={outcome === 'missing-here' ? 'primary' : 'secondary'}
          disabledFocusable={isBusy}
          onClick={() => (outcome === 'different' ? setAsking(true) : take())}
        >
          {t('reconcile.picks.take')}
        </Button>
      )}
      {isQueueable && (
        <Button
          appearance={outcome === 'missing-there' ? 'primary' : 'secondary'}
          disabledFocusable={isBusy}
          onClick={() => run(() => queueRows(reconciliation, [row]), false)}
        >
          {t('reconcile.picks.queue')}
        </Button>
      )}
      {outcome !== 'same' && (
        <Button
          disabledFocusable={isBusy}
          onClick={() => run(() => setAside(reconciliation.id, [row.id], !row.aside))}
        >
          {t(row.aside ? 'reconcile.picks.back' : 'reconcile.picks.aside')}
        </Button>
      )}
      {isAsking && (
        <OverwriteDialog
          count={1}
          onClose={(isMeant) => {
            setAsking(false);
            if (isMeant) take();
          }}
        />
      )}
    </div>
  );
}
