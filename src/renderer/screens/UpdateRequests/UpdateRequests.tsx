import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { DeleteRegular, DocumentTextRegular, SearchRegular } from '@fluentui/react-icons';
import { useEffect, useMemo, useState } from 'react';
import type { ApplicationRow } from '../../../shared/application/applicationDraft.ts';
import { standingGroups } from '../../../shared/application/standing.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { ReviewAndSend } from '../../parts/application/ReviewAndSend.tsx';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { ColumnsButton } from '../../parts/grid/ColumnsButton.tsx';
import { EmptyState } from '../../parts/lists/EmptyState.tsx';
import { ListScreen } from '../../parts/lists/ListScreen.tsx';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { OpenFixing } from '../../parts/lists/OpenFixing.tsx';
import { RecordPane } from '../../parts/lists/RecordPane.tsx';
import { ToggleButton } from '../../parts/ToggleButton.tsx';
import { useTitle } from '../../parts/useTitle.ts';
import { useApplications } from '../../state/data/applications.ts';
import { fetchAgain, useCall } from '../../state/data/queries.ts';
import { useAccount } from '../../state/data/session.ts';
import { formatNumber } from '../../state/format.ts';
import { askDirectory, createApplication } from '../../state/records/requestActions.ts';
import {
  countLists,
  keepPickedAmong,
  matchRequests,
  type RequestList,
  rowsOf,
  setRequestText,
  showRequestList,
  useRequestsView,
} from '../../state/records/requestsView.ts';
import { RequestDetail } from './RequestDetail.tsx';
import { RequestGrid } from './RequestGrid.tsx';
import { RequestToolbar } from './RequestToolbar.tsx';
import { useRequestColumns } from './requestColumns.ts';
import { TrashDialog } from './TrashDialog.tsx';

const useStyles = makeStyles({
  button: { minWidth: 0, fontWeight: tokens.fontWeightRegular, whiteSpace: 'nowrap' },
  count: { marginLeft: tokens.spacingHorizontalXS, fontVariantNumeric: 'tabular-nums' },
});

/** All applications and Update Requests of the account by state, and beside them the history of the open one. */
export function UpdateRequests() {
  const openId = useRequestsView((view) => view.openId);
  const accountId = useAccount()?.id;
  const [sending, setSending] = useState<readonly number[] | null>(null);
  useTitle(t('frame.updateRequests'));
  return (
    <>
      <ListScreen
        name="update-requests"
        label={t('requests.divider')}
        list={<Requests onSend={setSending} />}
        record={
          openId === null
            ? null
            : (isAlone) => <RequestPane key={openId} id={openId} isAlone={isAlone} onSend={setSending} />
        }
      />
      <TrashDialog />
      {sending && accountId !== undefined && (
        <ReviewAndSend accountId={accountId} ids={[...sending]} onClose={() => setSending(null)} />
      )}
    </>
  );
}

/** One application: its state, the available actions, and its history. */
function RequestPane(props: { id: number; isAlone: boolean; onSend: (ids: readonly number[]) => void }) {
  const styles = useCommonStyles();
  const { data: application, error } = useCall('applications.get', { id: props.id });
  return (
    <RecordPane
      label={t('requests.detail')}
      recordKey={props.id}
      isAlone={props.isAlone}
      closeLabel={t('requests.closeDetail')}
      onClose={() => useRequestsView.setState({ openId: null })}
    >
      {error && <ErrorPanel error={error} />}
      {!application && !error && <Spinner className={styles.loading} label={t('common.loading')} />}
      {application && (
        <RequestDetail
          application={application}
          isAlone={props.isAlone}
          onSend={() => props.onSend([application.id])}
        />
      )}
    </RecordPane>
  );
}

const none: readonly ApplicationRow[] = [];

/** The list with its filters, or instructions if there is nothing to show. */
function Requests(props: { onSend: (ids: readonly number[]) => void }) {
  const styles = useCommonStyles();
  const { rows: all, trashed, error } = useApplications();
  const { list, text } = useRequestsView();
  const matching = useMemo(() => matchRequests(all ?? none, text), [all, text]);
  const matchingTrash = useMemo(() => matchRequests(trashed, text), [trashed, text]);
  const rows = useMemo(() => rowsOf(list, matching, matchingTrash), [list, matching, matchingTrash]);
  useEffect(() => {
    if (all) keepPickedAmong(rows);
  }, [all, rows]);
  return (
    <section className={styles.fillingColumn} aria-label={t('frame.updateRequests')} data-region="list">
      <RequestToolbar rows={rows} onSend={props.onSend} />
      <RequestFilters rows={matching} trashed={matchingTrash} />
      <OpenFixing kind="application" />
      {error && <ErrorPanel error={error} onRetry={() => void fetchAgain('applications.list')} />}
      {!all && !error && <Spinner className={styles.loading} label={t('common.loading')} />}
      {rows.length > 0 && <RequestGrid rows={rows} />}
      {all && rows.length === 0 && (
        <EmptyRequests isTrash={list === 'trash'} isNarrowed={text.trim() !== '' || all.length > 0} />
      )}
    </section>
  );
}

/** Explains why the list is empty, and what to do next. */
function EmptyRequests(props: { isTrash: boolean; isNarrowed: boolean }) {
  if (props.isTrash) {
    return (
      <EmptyState
        icon={<DeleteRegular />}
        title={t('drafts.noTrash.title')}
        text={t('requests.noTrash')}
        actions={<Button onClick={() => showRequestList('all')}>{t('requests.showAll')}</Button>}
      />
    );
  }
  if (props.isNarrowed) {
    const showAll = () => {
      setRequestText('');
      showRequestList('all');
    };
    return (
      <EmptyState
        icon={<SearchRegular />}
        title={t('requests.noMatch.title')}
        text={t('requests.noMatch.text')}
        actions={<Button onClick={showAll}>{t('requests.showAll')}</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={<DocumentTextRegular />}
      title={t('requests.first.title')}
      text={t('requests.first.text')}
      actions={
        <>
          <Button as="a" href="#/journals" appearance="primary">
            {t('requests.first.journals')}
          </Button>
          <Button onClick={() => void createApplication()}>{t('requests.new')}</Button>
          <Button onClick={() => void askDirectory()}>{t('requests.refresh')}</Button>
        </>
      }
    />
  );
}

const lists: readonly RequestList[] = ['all', ...standingGroups, 'trash'];

/** Lists by state, each with its count; the counts add up to the number of matches. */
function RequestFilters(props: { rows: readonly ApplicationRow[]; trashed: readonly ApplicationRow[] }) {
  const styles = useStyles();
  const { filters } = useListBarStyles();
  const list = useRequestsView((view) => view.list);
  const counts = countLists(props.rows, props.trashed);
  // A count of 0 is not worth showing.
  const shown = lists.filter((name) => name === 'all' || name === list || counts[name] > 0);
  return (
    <fieldset className={filters} aria-label={t('requests.lists')}>
      {shown.map((name) => (
        <ToggleButton
          key={name}
          size="small"
          appearance="subtle"
          className={styles.button}
          isPressed={name === list}
          onClick={() => showRequestList(name)}
        >
          {t(`requests.list.${name}`)} <span className={styles.count}>{formatNumber(counts[name])}</span>
        </ToggleButton>
      ))}
      <ColumnsButton name="requests" columns={useRequestColumns()} />
    </fieldset>
  );
}
