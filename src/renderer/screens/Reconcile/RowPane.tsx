import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';
import { useLayoutEffect, useRef } from 'react';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import type { ReconcileRow, Reconciliation } from '../../../shared/reconcile/reconciling.ts';
import { directoryAddress } from '../../parts/directoryAddress.ts';
import type { Difference } from '../../parts/form/compareRecords.ts';
import { FieldComparison } from '../../parts/form/FieldComparison.tsx';
import { RecordPane } from '../../parts/RecordPane.tsx';
import { focusGridSoon } from '../../parts/RowGrid.tsx';
import { useAction } from '../../parts/useAction.ts';
import { openDeletion } from '../../state/deletion.ts';
import { useCall } from '../../state/queries.ts';
import { draftHref } from '../../state/route.ts';
import { useAccount } from '../../state/session.ts';
import { sidesOf } from './describeValue.ts';
import { OutcomeActions } from './OutcomeActions.tsx';
import { queueRows, setAside, takeField, takeRows } from './reconcileActions.ts';
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
  const styles = useStyles();
  const account = useAccount();
  const { reconciliation } = props;
  const { id } = reconciliation;
  // The row of the list is a copy from the time when it was opened.
  const row = useCall('reconcile.row', { id, rowId: props.row.id }).data ?? props.row;
  const { outcome } = row;
  const address =
    account && row.remoteId !== null && directoryAddress(account, 'article', { id: row.remoteId });
  const take = useAction(({ path, label }: Difference) =>
    takeField(id, row.id, { path, field: label ?? fieldText(path) }),
  );
  const count = row.differences.length;
  const shown = useRef(count);
  useLayoutEffect(() => {
    if (count < shown.current) focusNextButton();
    shown.current = count;
  }, [count]);
  return (
    <RecordPane
      label={t('reconcile.record')}
      recordKey={row.id}
      isAlone={props.isAlone}
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
      <div className={styles.buttons}>
        <OutcomeActions
          tab={row.aside ? 'aside' : outcome}
          count={1}
          take={() => takeRows(id, outcome, [row.id])}
          queue={() => queueRows(reconciliation, [row])}
          aside={() => setAside(id, [row.id], !row.aside)}
          onDone={() => {
            props.onClose();
            focusGridSoon();
          }}
        />
        {account && row.remoteId !== null && (
          <Button
            icon={<DeleteRegular />}
            onClick={() =>
              openDeletion(account.id, { articles: [{ remoteId: row.remoteId ?? '', title: row.title }] })
            }
          >
            {t('deletion.button')}
          </Button>
        )}
      </div>
      {row.differences.length > 0 && (
        <FieldComparison
          name={t('search.compare.table')}
          titles={{ left: t('search.compare.there'), right: t('search.compare.here') }}
          differences={sidesOf(row.differences)}
          take={
            row.draftId !== null && !row.aside
              ? {
                  label: t('reconcile.takeField'),
                  labelOf: (field) => t('reconcile.takeFieldOf', { field }),
                  run: take.run,
                  isBusy: take.isBusy,
                }
              : undefined
          }
        />
      )}
    </RecordPane>
  );
}

/** The pressed button left with its field: the focus moves to the next one, or to the article. */
function focusNextButton(): void {
  if (document.activeElement !== document.body) return;
  const places = ['[data-region="record"] table button', '[data-region="record"]'];
  const found = places.map((place) => document.querySelector<HTMLElement>(place));
  found.find((one) => one !== null)?.focus();
}
