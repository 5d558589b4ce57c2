import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReconcileRow, Reconciliation } from '../../../shared/reconcile/reconciling.ts';
import { directoryAddress } from '../../parts/directoryAddress.ts';
import { FieldComparison } from '../../parts/form/FieldComparison.tsx';
import { RecordPane } from '../../parts/RecordPane.tsx';
import { focusGridSoon } from '../../parts/RowGrid.tsx';
import { draftHref } from '../../state/route.ts';
import { useAccount } from '../../state/session.ts';
import { sidesOf } from './describeValue.ts';
import { OverwriteDialog } from './OverwriteDialog.tsx';
import { queueRows, setAside, takeRows } from './reconcileActions.ts';
import type { ReconcileTab } from './reconcileWords.ts';

const useStyles = makeStyles({
  body: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignContent: 'start',
    rowGap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalM,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    overflowWrap: 'anywhere',
  },
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
  // Without the list beside it, it is the whole screen.
  const Heading = props.isAlone ? 'h1' : 'h2';
  const account = useAccount();
  const { row } = props;
  const close = () => {
    props.onClose();
    focusGridSoon();
  };
  const address =
    account && row.remoteId !== null && directoryAddress(account, 'article', { id: row.remoteId });
  return (
    <RecordPane
      label={t('reconcile.record')}
      recordKey={row.id}
      isAlone={props.isAlone}
      backLabel={t('reconcile.back')}
      closeLabel={t('search.close')}
      onClose={close}
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
    >
      <div className={styles.body}>
        <Heading className={styles.title}>{row.title || t('common.untitled')}</Heading>
        <Text>{t(`reconcile.explain.${row.outcome}`)}</Text>
        <RowActions {...props} onDone={close} />
        {row.differences.length > 0 && (
          <FieldComparison
            name={t('search.compare.table')}
            titles={{ left: t('search.compare.there'), right: t('search.compare.here') }}
            differences={sidesOf(row.differences)}
          />
        )}
      </div>
    </RecordPane>
  );
}

function RowActions(props: RowPaneProps & { onDone: () => void }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { reconciliation, row } = props;
  const { outcome } = row;
  const run = async (work: () => Promise<boolean>, isLast = true) => {
    setBusy(true);
    const isDone = await work();
    setBusy(false);
    if (isDone && isLast) props.onDone();
  };
  const take = () => void run(() => takeRows(reconciliation.id, outcome, [row.id]));
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
          onClick={() => void run(() => queueRows(reconciliation, [row]), false)}
        >
          {t('reconcile.picks.queue')}
        </Button>
      )}
      {outcome !== 'same' && (
        <Button
          disabledFocusable={isBusy}
          onClick={() => void run(() => setAside(reconciliation.id, [row.id], !row.aside))}
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
