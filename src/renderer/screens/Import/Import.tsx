import { Button, makeStyles, Spinner, Tab, TabList, Text, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportStatus } from '../../../shared/draft/importing.ts';
import type { AppError } from '../../../shared/errors.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { ImportTray } from '../../parts/import/ImportTray.tsx';
import { showAdded } from '../../parts/import/showAdded.ts';
import { useListBarStyles } from '../../parts/listBarStyles.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { asAppError } from '../../state/client.ts';
import { formatNumber } from '../../state/format.ts';
import { acceptImport, cancelImport, waitingImports } from '../../state/imports.ts';
import { showDone } from '../../state/notices.ts';
import { cachedAnswer, useCall } from '../../state/queries.ts';
import { go } from '../../state/route.ts';
import { getAccount } from '../../state/session.ts';
import { ImportProblems } from './ImportProblems.tsx';
import { ImportRows } from './ImportRows.tsx';
import { ImportSummary } from './ImportSummary.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
  wait: { margin: 'auto' },
  tabs: { borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  over: { padding: tokens.spacingHorizontalM },
  panel: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
});

/** Previews a file before any of its records becomes a draft. */
export function Import(props: { id: number }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const bar = useListBarStyles();
  const { status, error, setError } = useStatus(props.id);
  useTitle(t('import.title', { name: status?.name ?? '' }));
  return (
    <section
      className={styles.root}
      aria-label={t('import.title', { name: status?.name ?? '' })}
      data-region="list"
    >
      {status ? (
        <ActionBar status={status} onError={setError} />
      ) : (
        <div className={bar.bar}>
          <h1 className={bar.title}>{t('import.tray')}</h1>
        </div>
      )}
      {error && (
        <ErrorPanel
          error={error}
          {...(status
            ? { onDismiss: () => setError(null) }
            : { actions: <Button onClick={() => go('#/drafts')}>{t('drafts.back')}</Button> })}
        />
      )}
      <ImportTray shown={status?.state === 'preview' ? props.id : undefined} />
      {status ? (
        <Body status={status} />
      ) : (
        !error && <Spinner className={styles.wait} label={t('common.loading')} />
      )}
    </section>
  );
}

function useStatus(id: number) {
  const { data: status, error } = useCall('imports.get', { id });
  const [actionError, setError] = useState<AppError | null>(null);
  return { status, error: actionError ?? error, setError };
}

function ActionBar(props: { status: ImportStatus; onError: (error: AppError) => void }) {
  const { t } = useTranslation();
  const bar = useListBarStyles();
  const { id, state, name, created, updated } = props.status;
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      props.onError(asAppError(error));
    }
    setBusy(false);
  };
  const accept = () => run(() => acceptImport(id));
  const discard = () =>
    run(async () => {
      await cancelImport(id);
      goOn();
      showDone(t('import.discarded', { name }));
    });
  const count = created + updated;
  return (
    <div className={bar.bar}>
      <h1 className={bar.title}>{t('import.title', { name })}</h1>
      <span className={bar.space} />
      {state === 'preview' && (
        <>
          <Button size="small" disabledFocusable={isBusy} onClick={() => void discard()}>
            {t('import.discard')}
          </Button>
          <Button size="small" appearance="primary" disabledFocusable={isBusy} onClick={() => void accept()}>
            {count > 0 ? t('import.accept', { count, n: formatNumber(count) }) : t('import.acceptNothing')}
          </Button>
        </>
      )}
      {state !== 'preview' && (
        <Button size="small" onClick={() => go('#/drafts')}>
          {t('drafts.back')}
        </Button>
      )}
    </div>
  );
}

function Body(props: { status: ImportStatus }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { status } = props;
  const before = useRef(status.state);
  useEffect(() => {
    if (before.current !== 'accepted' && status.state === 'accepted')
      void showAdded({ ...status, ids: [status.id] }, { importId: status.id }, goOn);
    before.current = status.state;
  }, [status]);
  if (status.state === 'preview') return <Preview status={status} />;
  if (status.state === 'accepting')
    return <Spinner className={styles.wait} label={t('import.accepting', status)} />;
  if (status.state === 'receiving' || status.state === 'reading') return null;
  return <Text className={styles.over}>{describe(status.message) || t(`import.over.${status.state}`)}</Text>;
}

function Preview(props: { status: ImportStatus }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { status } = props;
  const [tab, setTab] = useState<'rows' | 'problems'>(
    status.read === 0 && status.problems > 0 ? 'problems' : 'rows',
  );
  return (
    <>
      <ImportSummary status={status} />
      <TabList
        size="small"
        className={styles.tabs}
        selectedValue={tab}
        onTabSelect={(_, { value }) => setTab(value === 'problems' ? 'problems' : 'rows')}
      >
        <Tab value="rows" id="import-tab-rows" aria-controls="import-panel">
          {t('import.tab.rows', { n: formatNumber(status.read) })}
        </Tab>
        <Tab value="problems" id="import-tab-problems" aria-controls="import-panel">
          {t('import.tab.problems', { n: formatNumber(status.problems) })}
        </Tab>
      </TabList>
      <div id="import-panel" role="tabpanel" aria-labelledby={`import-tab-${tab}`} className={styles.panel}>
        {tab === 'rows' ? (
          <ImportRows id={status.id} total={status.read} showFiles={status.files > 1} />
        ) : (
          <ImportProblems status={status} />
        )}
      </div>
    </>
  );
}

/** Opens the next pending import, or the drafts. */
function goOn(): void {
  const account = getAccount();
  const [next] = waitingImports((account && cachedAnswer('imports.list', { accountId: account.id })) ?? []);
  go(next ? { screen: 'imports', importId: next.id } : '#/drafts');
}
