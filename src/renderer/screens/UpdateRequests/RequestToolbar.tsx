import { Button, makeStyles, mergeClasses, Spinner } from '@fluentui/react-components';
import {
  AddRegular,
  ArrowSyncRegular,
  DeleteRegular,
  SendRegular,
  WrenchRegular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import type { ApplicationRow } from '../../../shared/application/applicationDraft.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { BatchBar } from '../../parts/lists/BatchBar.tsx';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { TrashActions } from '../../parts/lists/TrashActions.tsx';
import { useAction } from '../../parts/useAction.ts';
import { useApplications } from '../../state/data/applications.ts';
import { useAccount, useSettings } from '../../state/data/session.ts';
import { formatNumber } from '../../state/format.ts';
import {
  askDirectory,
  askToTrash,
  createApplication,
  fixRequests,
  purge,
  restore,
} from '../../state/records/requestActions.ts';
import { useRequestsView } from '../../state/records/requestsView.ts';

/** The actions of the list or, if rows are selected, those of the selection. */
export function RequestToolbar(props: {
  rows: readonly ApplicationRow[];
  onSend: (ids: readonly number[]) => void;
}) {
  const picked = useRequestsView((view) => view.picked);
  if (picked.size > 0) return <RequestBatch {...props} picked={picked} />;
  return <ListBar canFix={hasProblems(props.rows)} />;
}

const useStyles = makeStyles({
  // Where it would take a line of its own, Settings say the same.
  followed: { '@container list-head (max-width: 560px)': { display: 'none' } },
});

/** Whether a request may have something to fix. */
function hasProblems(rows: readonly ApplicationRow[]): boolean {
  return rows.some(({ errors, warnings, sync }) => errors + warnings > 0 || sync === 'refused');
}

function ListBar({ canFix }: { canFix: boolean }) {
  const isTrash = useRequestsView((view) => view.list === 'trash');
  const styles = useListBarStyles();
  const own = useStyles();
  const { progress, start } = useAsking();
  const followEvery = useSettings()?.followEvery ?? 0;
  return (
    <div className={styles.bar}>
      <h1 className={styles.title}>{t('frame.updateRequests')}</h1>
      <span className={mergeClasses(styles.quiet, progress === null && own.followed)}>
        {progress ?? followedText(followEvery)}
      </span>
      <span className={styles.space} />
      {canFix && !isTrash && <FixButton />}
      <Button
        size="small"
        icon={progress ? <Spinner size="extra-tiny" /> : <ArrowSyncRegular />}
        disabledFocusable={progress !== null}
        onClick={start}
      >
        {t('requests.refresh')}
      </Button>
      <Button
        size="small"
        appearance="primary"
        icon={<AddRegular />}
        onClick={() => void createApplication()}
      >
        {t('requests.new')}
      </Button>
    </div>
  );
}

/** Shows how often the directory is polled in the background; `minutes` 0: never. */
function followedText(minutes: number): string {
  if (minutes === 0) return t('requests.notFollowed');
  if (minutes % 1440 === 0) return t('requests.followedDays', { count: minutes / 1440 });
  if (minutes % 60 === 0) return t('requests.followedHours', { count: minutes / 60 });
  return t('requests.followedMinutes', { count: minutes });
}

/** Asks the directory about all of them; `progress` is how many have been asked so far, null if no check is running. */
function useAsking(): { progress: string | null; start: () => void } {
  const [since, setSince] = useState<string | null>(null);
  const { rows } = useApplications();
  const there = rows?.filter(({ remoteId }) => remoteId !== null) ?? [];
  const done = there.filter(({ checkedAt }) => since !== null && checkedAt !== null && checkedAt >= since);
  const start = async () => {
    if (since !== null) return;
    setSince(new Date().toISOString());
    await askDirectory();
    setSince(null);
  };
  const params = { n: formatNumber(done.length), total: formatNumber(there.length) };
  const progress = done.length === 0 ? t('requests.asking') : t('requests.askingSome', params);
  return { progress: since === null ? null : progress, start: () => void start() };
}

function RequestBatch(props: {
  rows: readonly ApplicationRow[];
  picked: ReadonlySet<number>;
  onSend: (ids: readonly number[]) => void;
}) {
  const isTrash = useRequestsView((view) => view.list === 'trash');
  const accountId = useAccount()?.id ?? '';
  const { rows, picked } = props;
  const ids = [...picked];
  const count = ids.length;
  return (
    <BatchBar
      label={t('requests.batch')}
      picked={t('requests.picked', { count, n: formatNumber(count) })}
      count={count}
      total={rows.length}
      onPickAll={() => useRequestsView.setState({ picked: new Set(rows.map(({ id }) => id)) })}
      onPickNone={() => useRequestsView.setState({ picked: new Set() })}
    >
      {isTrash ? (
        <TrashActions
          purging={{ name: 'applications.purgePreview', input: { accountId, ids } }}
          onRestore={() => void restore(ids)}
          onPurge={(plan) => void purge(ids, plan)}
        />
      ) : (
        <ListActions
          ids={ids}
          canFix={hasProblems(rows.filter(({ id }) => picked.has(id)))}
          onSend={props.onSend}
        />
      )}
    </BatchBar>
  );
}

function ListActions(props: {
  ids: readonly number[];
  canFix: boolean;
  onSend: (ids: readonly number[]) => void;
}) {
  const { ids } = props;
  const { run, isBusy } = useAction(() => askDirectory(ids));
  return (
    <>
      <Button size="small" appearance="primary" icon={<SendRegular />} onClick={() => props.onSend(ids)}>
        {t('requests.send')}
      </Button>
      <Button
        size="small"
        icon={isBusy ? <Spinner size="extra-tiny" /> : <ArrowSyncRegular />}
        disabledFocusable={isBusy}
        onClick={run}
      >
        {t('requests.refresh')}
      </Button>
      {props.canFix && <FixButton />}
      <Button size="small" icon={<DeleteRegular />} onClick={() => void askToTrash(ids)}>
        {t('drafts.trash')}
      </Button>
    </>
  );
}

function FixButton() {
  return (
    <Button size="small" icon={<WrenchRegular />} onClick={() => void fixRequests()}>
      {t('fixing.start')}
    </Button>
  );
}
