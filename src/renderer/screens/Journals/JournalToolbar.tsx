import { Button, Spinner } from '@fluentui/react-components';
import { ArrowSyncRegular, BranchCompareRegular, EditRegular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import type { Journal } from '../../../shared/contract/journals.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { BatchBar } from '../../parts/lists/BatchBar.tsx';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { MoreMenu } from '../../parts/lists/MoreMenu.tsx';
import { saveFile } from '../../parts/saveFile.ts';
import { useAction } from '../../parts/useAction.ts';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/data/client.ts';
import { refreshJournals, useJournals } from '../../state/data/journals.ts';
import { useAccount, useConnection } from '../../state/data/session.ts';
import { openJournalFile, useJournalFile } from '../../state/dialogs/journalFile.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatDay, formatNumber, formatTime } from '../../state/format.ts';
import { setPickedJournals, useJournalsView } from '../../state/records/journalsView.ts';
import { JournalFile } from './JournalFile.tsx';
import { ManyChanges } from './ManyChanges.tsx';

/** The actions of the list or, if journals are selected, those of the selection. */
export function JournalToolbar(props: { shown: readonly Journal[] }) {
  const picked = useJournalsView((view) => view.picked);
  const [ids, setIds] = useState<readonly string[] | null>(null);
  const accountId = useAccount()?.id;
  const file = useJournalFile((state) => state.file);
  return (
    <>
      {picked.size > 0 ? (
        <JournalBatch picked={picked} shown={props.shown} onPropose={() => setIds([...picked])} />
      ) : (
        <ListBar />
      )}
      {file && file.accountId === accountId && <JournalFile key={file.data} file={file} />}
      {ids && accountId !== undefined && (
        <ManyChanges accountId={accountId} journalIds={ids} onClose={() => setIds(null)} />
      )}
    </>
  );
}

function ListBar() {
  const styles = useListBarStyles();
  const accountId = useAccount()?.id;
  const { list, isBusy } = useJournals(accountId);
  const count = list.filter(({ mine }) => mine).length;
  const refresh = async () => {
    if (accountId !== undefined && (await refreshJournals(accountId))) announce(t('journals.refreshed'));
  };
  return (
    <div className={styles.bar}>
      <h1 className={styles.title}>{t('frame.journals')}</h1>
      {count > 0 && <span className={styles.quiet}>{formatNumber(count)}</span>}
      <Age />
      <span className={styles.space} />
      <Button as="a" href="#/comparisons" size="small" icon={<BranchCompareRegular />}>
        {t('journals.comparisons')}
      </Button>
      <Button
        size="small"
        icon={isBusy ? <Spinner size="extra-tiny" /> : <ArrowSyncRegular />}
        disabledFocusable={isBusy}
        onClick={() => void refresh()}
      >
        {t(isBusy ? 'journals.refreshing' : 'journals.refresh')}
      </Button>
      <FileMenu />
    </div>
  );
}

/** Chooses a Journal Update File to check. */
function FileMenu() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <MoreMenu
        label={t('drafts.more')}
        items={[{ label: t('journalFile.open'), run: () => input.current?.click() }]}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,text/csv"
        aria-label={t('journalFile.open')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void openJournalFile(file);
          // Choosing the same file again must fire another change event.
          target.value = '';
        }}
      />
    </>
  );
}

/** Shows the age of the list, and whether it can be refreshed now. */
function Age() {
  const styles = useListBarStyles();
  const { fetchedAt, isPartial } = useJournals(useAccount()?.id);
  const isOffline = useConnection()?.state === 'offline';
  if (fetchedAt === null) return null;
  const age = t('journals.asOf', { time: formatTime(fetchedAt), day: formatDay(fetchedAt) });
  return (
    <span className={styles.quiet}>
      {age}
      {isOffline && ` · ${t('journals.offline')}`}
      {isPartial && ` · ${t('journals.partial')}`}
    </span>
  );
}

function JournalBatch(props: {
  picked: ReadonlySet<string>;
  shown: readonly Journal[];
  onPropose: () => void;
}) {
  const { picked, shown } = props;
  const count = picked.size;
  const accountId = useAccount()?.id ?? '';
  const { run } = useAction(() => writeJournalFile(accountId, [...picked]));
  return (
    <BatchBar
      label={t('journals.batch')}
      picked={t('journals.picked', { count, n: formatNumber(count) })}
      count={count}
      total={shown.length}
      onPickAll={() => setPickedJournals(new Set(shown.map(({ id }) => id)))}
      onPickNone={() => setPickedJournals(new Set())}
    >
      <Button size="small" appearance="primary" icon={<EditRegular />} onClick={props.onPropose}>
        {t('journals.proposeMany')}
      </Button>
      <MoreMenu label={t('drafts.more')} items={[{ label: t('journalFile.write'), run }]} />
    </BatchBar>
  );
}

/** Saves a Journal Update File with these journals. */
async function writeJournalFile(accountId: string, journalIds: readonly string[]): Promise<void> {
  const { file, leftOut, copiesOf } = await call('journals.writeFile', {
    accountId,
    journalIds: [...journalIds],
  });
  saveFile(file.name, new Blob([file.text], { type: file.type }));
  const count = journalIds.length - leftOut;
  const words = [t('journalFile.written', { count, n: formatNumber(count) })];
  if (leftOut > 0) words.push(t('journalFile.leftOut', { count: leftOut, n: formatNumber(leftOut) }));
  if (copiesOf !== null) words.push(t('journalFile.copies', { at: copiesOf }));
  showDone(words.join(' '));
}
