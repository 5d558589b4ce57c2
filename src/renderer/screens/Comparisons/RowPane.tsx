import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';
import { useLayoutEffect, useRef } from 'react';
import type { Comparison, ComparisonRow } from '../../../shared/comparisons/comparison.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { directoryAddress } from '../../parts/directoryAddress.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { sidesOf } from '../../parts/form/comparison/describeValue.ts';
import { FieldComparison } from '../../parts/form/comparison/FieldComparison.tsx';
import { RecordLink, RecordPane } from '../../parts/lists/RecordPane.tsx';
import { focusGridSoon } from '../../parts/lists/RowGrid.tsx';
import { useAction } from '../../parts/useAction.ts';
import { useCall } from '../../state/data/queries.ts';
import { useAccount } from '../../state/data/session.ts';
import { openDialog } from '../../state/dialogs/dialogs.ts';
import { draftHref } from '../../state/navigation/route.ts';
import { queueRows, setAside, takeCrossref, takeField, takeRows } from './comparisonActions.ts';
import type { ComparisonTab } from './comparisonText.ts';
import { OutcomeActions } from './OutcomeActions.tsx';
import { VersionsTable } from './VersionsTable.tsx';
import { type VersionRow, versionRows } from './versionRows.ts';

const useStyles = makeStyles({
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

interface RowPaneProps {
  comparison: Comparison;
  row: ComparisonRow;
  tab: ComparisonTab;
  isAlone: boolean;
  onClose: () => void;
}

/** One article of a comparison: its two sides compared field by field, and its actions. */
export function RowPane(props: RowPaneProps) {
  const styles = useStyles();
  const account = useAccount();
  const { comparison } = props;
  const { id } = comparison;
  // The row of the list is a copy from the time when it was opened.
  const row = useCall('comparisons.row', { id, rowId: props.row.id }).data ?? props.row;
  const { outcome } = row;
  const address =
    account && row.remoteId !== null && directoryAddress(account, 'article', { id: row.remoteId });
  const hasCrossref = comparison.crossref?.state === 'done';
  const take = useAction(
    (side: 'directory' | 'crossref', { path, label }: { path: string; label?: string | undefined }) =>
      (side === 'directory' ? takeField : takeCrossref)(id, row.id, {
        path,
        field: label ?? fieldText(path),
      }),
  );
  useFocusAfterTake(row.differences.length);
  return (
    <RecordPane
      label={t('comparisons.record')}
      recordKey={row.id}
      isAlone={props.isAlone}
      onClose={props.onClose}
      bar={
        <>
          {row.draftId !== null && (
            <RecordLink href={draftHref(row.draftId)}>{t('search.openDraft')}</RecordLink>
          )}
          {address && (
            <RecordLink href={address} isOutside>
              {t('search.openThere')}
            </RecordLink>
          )}
        </>
      }
      title={row.title || t('common.untitled')}
    >
      <Text>{t(`comparisons.explain.${row.outcome}`)}</Text>
      <div className={styles.buttons}>
        <OutcomeActions
          tab={row.aside ? 'aside' : outcome}
          count={1}
          take={() => takeRows(id, outcome, [row.id])}
          queue={() => queueRows(comparison, [row])}
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
              openDialog('deletion', {
                accountId: account.id,
                target: { articles: [{ remoteId: row.remoteId ?? '', title: row.title }] },
              })
            }
          >
            {t('deletion.button')}
          </Button>
        )}
      </div>
      {hasCrossref ? (
        <Versions comparison={comparison} row={row} take={take} />
      ) : (
        row.differences.length > 0 && (
          <FieldComparison
            name={t('search.compare.table')}
            titles={{ left: t('search.compare.there'), right: t('search.compare.here') }}
            differences={sidesOf(row.differences)}
            take={
              row.draftId !== null && !row.aside
                ? {
                    label: t('comparisons.takeField'),
                    labelOf: (field) => t('comparisons.takeFieldOf', { field }),
                    run: (difference) => take.run('directory', difference),
                    isBusy: take.isBusy,
                  }
                : undefined
            }
          />
        )
      )}
    </RecordPane>
  );
}

/** The versions at the directory, at Crossref and in Colophon. */
function Versions(props: {
  comparison: Comparison;
  row: ComparisonRow;
  take: { run: (side: 'directory' | 'crossref', row: VersionRow) => void; isBusy: boolean };
}) {
  const { row, take } = props;
  const { data, error } = useCall('comparisons.versions', { id: props.comparison.id, rowId: row.id });
  const rows = data ? versionRows(row, data) : [];
  useFocusAfterTake(rows.flatMap(({ differs }) => Object.values(differs).filter(Boolean)).length);
  if (error) return <ErrorPanel error={error} />;
  if (!data) return <Spinner label={t('common.loading')} />;
  const hasNothing = !rows.some(({ differs }) => differs.crossref);
  return (
    <>
      {(data.crossref === null || hasNothing) && (
        <Text>
          {t(data.crossref === null ? 'comparisons.crossref.absent' : 'comparisons.crossref.nothing')}
        </Text>
      )}
      {rows.length > 0 && (
        <VersionsTable rows={rows} take={data.draft !== null && !row.aside ? take : undefined} />
      )}
    </>
  );
}

/** Once a part is taken, its button is gone. */
function useFocusAfterTake(count: number): void {
  const shown = useRef(count);
  useLayoutEffect(() => {
    if (count < shown.current) focusNextButton();
    shown.current = count;
  }, [count]);
}

/** The pressed button disappears with its field, so the focus moves to the next one, or to the article. */
function focusNextButton(): void {
  if (document.activeElement !== document.body) return;
  const places = ['[data-region="record"] table button', '[data-region="record"]'];
  const found = places.map((place) => document.querySelector<HTMLElement>(place));
  found.find((one) => one !== null)?.focus();
}
