import { Spinner } from '@fluentui/react-components';
import { useMemo } from 'react';
import type { ApplicationRow } from '../../../shared/application/applicationDraft.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { useApplications } from '../../state/applications.ts';
import { fetchAgain } from '../../state/queries.ts';
import { matchRequests, rowsOf, useRequestsView } from '../../state/requestsView.ts';
import { EmptyRequests } from './EmptyRequests.tsx';
import { RequestFilters } from './RequestFilters.tsx';
import { RequestGrid } from './RequestGrid.tsx';
import { RequestToolbar } from './RequestToolbar.tsx';

const none: readonly ApplicationRow[] = [];

/** The list with its filters, or instructions if there is nothing to show. */
export function RequestList(props: { onSend: (ids: readonly number[]) => void }) {
  const styles = useCommonStyles();
  const { rows: all, trashed, error } = useApplications();
  const { list, text } = useRequestsView();
  const matching = useMemo(() => matchRequests(all ?? none, text), [all, text]);
  const matchingTrash = useMemo(() => matchRequests(trashed, text), [trashed, text]);
  const rows = useMemo(() => rowsOf(list, matching, matchingTrash), [list, matching, matchingTrash]);
  return (
    <section className={styles.fillingColumn} aria-label={t('frame.updateRequests')} data-region="list">
      <RequestToolbar rows={rows} onSend={props.onSend} />
      <RequestFilters rows={matching} trashed={matchingTrash} />
      {error && <ErrorPanel error={error} onRetry={() => void fetchAgain('applications.list')} />}
      {!all && !error && <Spinner className={styles.loading} label={t('common.loading')} />}
      {rows.length > 0 && <RequestGrid rows={rows} />}
      {all && rows.length === 0 && (
        <EmptyRequests isTrash={list === 'trash'} isNarrowed={text.trim() !== '' || all.length > 0} />
      )}
    </section>
  );
}
