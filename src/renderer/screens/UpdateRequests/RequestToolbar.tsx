import { Button, Spinner } from '@fluentui/react-components';
import {
  AddRegular,
  ArrowSyncRegular,
  ArrowUndoRegular,
  DeleteRegular,
  SendRegular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationRow } from '../../../shared/applicationDraft.ts';
import { t as words } from '../../../shared/words.ts';
import { formatNumber } from '../../parts/format.ts';
import { useListBarStyles } from '../../parts/listBarStyles.ts';
import { useApplications } from '../../state/applications.ts';
import { useRequestsView } from '../../state/requestsView.ts';
import { useSession } from '../../state/session.ts';
import { PurgeDialog } from '../Drafts/PurgeDialog.tsx';
import { askDirectory, createApplication, purge, restore, trash } from './requestActions.ts';

/** What can be done with the list; once something is picked, what can be done with that. */
export function RequestToolbar(props: {
  rows: readonly ApplicationRow[];
  onSend: (ids: readonly number[]) => void;
}) {
  const picked = useRequestsView((view) => view.picked);
  if (picked.size > 0) return <BatchBar {...props} picked={picked} />;
  return <ListBar />;
}

function ListBar() {
  const { t } = useTranslation();
  const styles = useListBarStyles();
  const { progress, start } = useAsking();
  const followEvery = useSession((session) => session.settings?.followEvery ?? 0);
  return (
    <div className={styles.bar}>
      <h1 className={styles.title}>{t('frame.updateRequests')}</h1>
      <span className={styles.quiet}>{progress ?? followedWords(followEvery)}</span>
      <span className={styles.space} />
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

/** How often the directory is asked in the background; `minutes` 0: never. */
function followedWords(minutes: number): string {
  if (minutes === 0) return words('requests.notFollowed');
  if (minutes % 1440 === 0) return words('requests.followedDays', { count: minutes / 1440 });
  if (minutes % 60 === 0) return words('requests.followedHours', { count: minutes / 60 });
  return words('requests.followedMinutes', { count: minutes });
}

/** Asks the directory about all; `progress` says how many have been asked meanwhile, null while nothing is asked. */
function useAsking(): { progress: string | null; start: () => void } {
  const { t } = useTranslation();
  const [since, setSince] = useState<string | null>(null);
  const rows = useApplications((state) => state.rows);
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

function BatchBar(props: {
  rows: readonly ApplicationRow[];
  picked: ReadonlySet<number>;
  onSend: (ids: readonly number[]) => void;
}) {
  const { t } = useTranslation();
  const styles = useListBarStyles();
  const isTrash = useRequestsView((view) => view.list === 'trash');
  const { rows, picked } = props;
  const ids = [...picked];
  const total = rows.length;
  return (
    <div className={`${styles.bar} ${styles.batch}`} role="toolbar" aria-label={t('requests.batch')}>
      <h1 className={styles.title}>
        {t('requests.picked', { count: ids.length, n: formatNumber(ids.length) })}
      </h1>
      {isTrash ? <TrashActions ids={ids} /> : <ListActions ids={ids} onSend={props.onSend} />}
      {ids.length < total && (
        <Button
          size="small"
          onClick={() => useRequestsView.setState({ picked: new Set(rows.map(({ id }) => id)) })}
        >
          {t('drafts.pickAll', { count: total, n: formatNumber(total) })}
        </Button>
      )}
      <Button
        size="small"
        appearance="subtle"
        onClick={() => useRequestsView.setState({ picked: new Set() })}
      >
        {t('common.cancel')}
      </Button>
    </div>
  );
}

function ListActions(props: { ids: readonly number[]; onSend: (ids: readonly number[]) => void }) {
  const { t } = useTranslation();
  const { ids } = props;
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    if (isAsking) return;
    setAsking(true);
    await askDirectory(ids);
    setAsking(false);
  };
  return (
    <>
      <Button size="small" appearance="primary" icon={<SendRegular />} onClick={() => props.onSend(ids)}>
        {t('requests.send')}
      </Button>
      <Button
        size="small"
        icon={isAsking ? <Spinner size="extra-tiny" /> : <ArrowSyncRegular />}
        disabledFocusable={isAsking}
        onClick={() => void ask()}
      >
        {t('requests.refresh')}
      </Button>
      <Button size="small" icon={<DeleteRegular />} onClick={() => void trash(ids)}>
        {t('drafts.trash')}
      </Button>
    </>
  );
}

function TrashActions(props: { ids: readonly number[] }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { ids } = props;
  return (
    <>
      <Button size="small" icon={<ArrowUndoRegular />} onClick={() => void restore(ids)}>
        {t('drafts.restore')}
      </Button>
      <Button size="small" icon={<DeleteRegular />} onClick={() => setAsking(true)}>
        {t('drafts.purge')}
      </Button>
      {isAsking && (
        <PurgeDialog count={ids.length} onClose={() => setAsking(false)} onConfirm={() => void purge(ids)} />
      )}
    </>
  );
}
