import { makeStyles, tokens } from '@fluentui/react-components';
import { WarningFilled } from '@fluentui/react-icons';
import { useCallback, useMemo } from 'react';
import type { FoundSort, Journal, JournalSort } from '../../../shared/contract/journals.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { Tinted } from '../../parts/Badges.tsx';
import { QuietCell, TitleCell } from '../../parts/grid/cells.tsx';
import type { Cells } from '../../parts/grid/GridRow.tsx';
import { usePicks } from '../../parts/grid/gridPicks.ts';
import { focusOpenRecord } from '../../parts/lists/focusOpenRecord.ts';
import { RowGrid } from '../../parts/lists/RowGrid.tsx';
import { StandingBadge } from '../../parts/StandingBadge.tsx';
import { useApplications } from '../../state/data/applications.ts';
import { useFacets } from '../../state/data/facets.ts';
import { useAccount } from '../../state/data/session.ts';
import { formatNumber } from '../../state/format.ts';
import { go } from '../../state/navigation/route.ts';
import {
  setPickedJournals,
  sortFoundBy,
  sortJournalsBy,
  useJournalsView,
} from '../../state/records/journalsView.ts';
import { openRequestOf } from '../../state/records/openRequestOf.ts';
import { useJournalColumns } from './journalColumns.ts';

const useStyles = makeStyles({ mark: { marginLeft: tokens.spacingHorizontalS } });

/** Journals as a grid; Enter opens one, the space bar selects it for a bulk change. */
export function JournalGrid(props: { rows: readonly Journal[]; openId: string | null; isPickable: boolean }) {
  const { rows, isPickable } = props;
  const accountId = useAccount()?.id;
  const { scope, picked, sort, foundSort } = useJournalsView();
  const text = useJournalsView((view) => (view.scope === 'mine' ? view.text : view.asked));
  const active = useJournalsView((view) => Math.min(view.active, Math.max(0, rows.length - 1)));
  const cells = useCells();
  const picks = usePicks(
    rows.map(({ id }) => id),
    picked,
    {
      label: t('journals.pick'),
      said: (count) => t('journals.picked', { count, n: formatNumber(count) }),
      onChange: setPickedJournals,
    },
  );
  const open = rows.findIndex(({ id }) => id === props.openId);
  const shownSort = scope === 'mine' ? sort : foundSort;
  return (
    <RowGrid
      name="journals"
      label={t(`journals.scope.${scope}`)}
      hint={t(isPickable ? 'journals.gridHint' : 'journals.gridHintFound')}
      columns={useJournalColumns(scope)}
      total={rows.length}
      row={(index) => rows[index]}
      cells={cells}
      active={active}
      onActive={(index) => useJournalsView.setState({ active: index })}
      open={open < 0 ? null : open}
      onOpen={(index) => {
        if (rows[index]?.id === props.openId) focusOpenRecord();
        else if (rows[index]) go({ screen: 'journals', journalId: rows[index].id });
      }}
      {...(isPickable && { picks })}
      {...(shownSort && { sort: shownSort })}
      onSort={(by) => {
        if (scope === 'mine') sortJournalsBy(by as JournalSort['by']);
        else void sortFoundBy(by as FoundSort['by']);
      }}
      listKey={`${accountId} ${scope} ${text} ${shownSort?.by} ${shownSort?.direction}`}
    />
  );
}

function useCells(): (journal: Journal) => Cells {
  const { rows: requests } = useApplications();
  const facets = useFacets();
  const counts = useMemo(() => new Map(facets?.journals.map(({ key, count }) => [key, count])), [facets]);
  return useCallback(
    (journal) => {
      const request = openRequestOf(requests ?? [], journal.id);
      const drafts = counts.get(`${journal.pissn ?? ''}/${journal.eissn ?? ''}`) ?? 0;
      return {
        title: <JournalTitle journal={journal} />,
        request: request && <StandingBadge row={request} />,
        issns: <QuietCell>{issnsOf(journal)}</QuietCell>,
        publisher: <QuietCell tip={journal.publisher}>{journal.publisher}</QuietCell>,
        drafts: drafts > 0 && <QuietCell>{formatNumber(drafts)}</QuietCell>,
      };
    },
    [requests, counts],
  );
}

function JournalTitle({ journal }: { journal: Journal }) {
  const styles = useStyles();
  return (
    <>
      <TitleCell title={journal.title} isStrong />
      {!journal.inDirectory && (
        <span className={styles.mark}>
          <Tinted look={{ color: 'warning', icon: <WarningFilled /> }} label={t('journals.withdrawn')} />
        </span>
      )}
    </>
  );
}

function issnsOf({ pissn, eissn }: Journal): string {
  return [pissn, eissn].filter((issn) => issn !== null && issn !== '').join(' · ');
}
