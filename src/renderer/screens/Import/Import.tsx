import {
  Button,
  Menu,
  MenuButton,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  Spinner,
  Text,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { isTable } from '../../../shared/draft/fileFormats.ts';
import type { ImportFilter, ImportRow, ImportStatus } from '../../../shared/draft/importing.ts';
import { importTotals } from '../../../shared/draft/importTotals.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { Callout } from '../../parts/Callout.tsx';
import { fillingColumn } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { GoneList } from '../../parts/import/GoneList.tsx';
import { ImportTray } from '../../parts/import/ImportTray.tsx';
import { showAdded } from '../../parts/import/showAdded.ts';
import { ListScreen } from '../../parts/lists/ListScreen.tsx';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { TabbedPanel } from '../../parts/lists/TabbedPanel.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { useReport } from '../../parts/useReport.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { cachedAnswer, useCall } from '../../state/data/queries.ts';
import { getAccount } from '../../state/data/session.ts';
import { openDialog } from '../../state/dialogs/dialogs.ts';
import { acceptImport, cancelImport, importsToMap, waitingImports } from '../../state/dialogs/imports.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatNumber } from '../../state/format.ts';
import { exportImport } from '../../state/navigation/exportRoute.ts';
import { go } from '../../state/navigation/route.ts';
import { ImportChoices } from './ImportChoices.tsx';
import { ImportedRecord } from './ImportedRecord.tsx';
import { ImportFindings } from './ImportFindings.tsx';
import { ImportLosses } from './ImportLosses.tsx';
import { ImportProblems } from './ImportProblems.tsx';
import { ImportRemarks } from './ImportRemarks.tsx';
import { ImportRows } from './ImportRows.tsx';
import { ImportSummary, type ImportTile } from './ImportSummary.tsx';
import { MapColumns } from './MapColumns.tsx';
import { MappedBy } from './MappedBy.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
  wait: {
    margin: 'auto',
    display: 'grid',
    rowGap: tokens.spacingVerticalM,
    maxWidth: '60ch',
    padding: tokens.spacingHorizontalM,
    textAlign: 'center',
  },
  records: { ...fillingColumn, overflowY: 'auto' },
  over: { padding: tokens.spacingHorizontalM },
});

/** The states in which the screen shows the import by itself, without the tray. */
const shownStates: ReadonlySet<ImportStatus['state']> = new Set(['mapping', 'preview', 'accepting']);

/** Previews a file before any of its records becomes a draft. */
export function Import(props: { id: number }) {
  const styles = useStyles();
  const bar = useListBarStyles();
  const { data: status, error } = useCall('imports.get', { id: props.id });
  useTitle(t('import.title', { name: status?.name ?? '' }));
  return (
    <section
      className={styles.root}
      aria-label={t('import.title', { name: status?.name ?? '' })}
      data-region="list"
    >
      {status ? (
        <ActionBar status={status} />
      ) : (
        <div className={bar.bar}>
          <h1 className={bar.title}>{t('import.tray')}</h1>
        </div>
      )}
      {error && (
        <ErrorPanel
          error={error}
          actions={!status && <Button onClick={() => go('#/drafts')}>{t('drafts.back')}</Button>}
        />
      )}
      <ImportTray shown={status && shownStates.has(status.state) ? props.id : undefined} />
      {status ? (
        <Body status={status} />
      ) : (
        !error && <Spinner className={styles.wait} label={t('common.loading')} />
      )}
    </section>
  );
}

function ActionBar(props: { status: ImportStatus }) {
  const bar = useListBarStyles();
  const { id, state, name } = props.status;
  const { run, isBusy, error, reset } = useOwnAction((work: () => Promise<void>) => work());
  const discard = async () => {
    await cancelImport(id);
    goOn();
    showDone(t('import.discarded', { name }));
  };
  const isWaiting = state === 'preview' || state === 'mapping';
  const count = importTotals([props.status]).toImport;
  return (
    <>
      <div className={bar.bar}>
        <h1 className={bar.title}>{t('import.title', { name })}</h1>
        <span className={bar.space} />
        {(state === 'preview' || state === 'accepted') && (
          <>
            <Button size="small" onClick={() => exportImport(props.status)}>
              {t('exports.button')}
            </Button>
            <ReportButton status={props.status} />
          </>
        )}
        {isWaiting && (
          <Button size="small" disabledFocusable={isBusy} onClick={() => run(discard)}>
            {t('import.discard')}
          </Button>
        )}
        {state === 'preview' && (
          <Button
            size="small"
            appearance="primary"
            disabledFocusable={isBusy}
            onClick={() => run(() => acceptImport(props.status))}
          >
            {count > 0 ? t('import.accept', { count, n: formatNumber(count) }) : t('import.acceptNothing')}
          </Button>
        )}
        {!isWaiting && (
          <Button size="small" onClick={() => go('#/drafts')}>
            {t('drafts.back')}
          </Button>
        )}
      </div>
      {error && <ErrorPanel error={error} onDismiss={reset} />}
    </>
  );
}

/** Saves a report of the problems in the files, or a table with the problems of its rows. */
function ReportButton({ status: { id, files, format } }: { status: ImportStatus }) {
  const mayBeTable = files > 1 || (format !== null && isTable(format));
  const { run, isBusy } = useReport({ importId: id });
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton size="small" disabledFocusable={isBusy}>
          {t('exports.report')}
        </MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => run('csv')}>{t('uploads.exportCsv')}</MenuItem>
          <MenuItem onClick={() => run('json')}>{t('uploads.exportJson')}</MenuItem>
          {mayBeTable && (
            <MenuItem onClick={() => openDialog('export', { returned: { importId: id } })}>
              {t('exports.returned.button')}
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

function Body(props: { status: ImportStatus }) {
  const styles = useStyles();
  const { status } = props;
  const before = useRef(status.state);
  useEffect(() => {
    if (before.current !== 'accepted' && status.state === 'accepted')
      void showAdded({ ...status, ids: [status.id] }, { import: [String(status.id)] }, goOn);
    before.current = status.state;
  }, [status]);
  if (status.state === 'mapping') return <MapColumns status={status} />;
  // The choices for the whole import have changed.
  const isReadAgain = status.state === 'reading' && status.found !== null;
  if (status.state === 'preview' || isReadAgain) return <Preview status={status} />;
  if (status.state === 'accepting')
    return (
      <div className={styles.wait}>
        <Spinner label={t('import.accepting', status)} />
        <Text role="status">{describe(status.message)}</Text>
      </div>
    );
  if (status.state === 'receiving' || status.state === 'reading') return null;
  return <Text className={styles.over}>{describe(status.message) || t(`import.over.${status.state}`)}</Text>;
}

function Preview(props: { status: ImportStatus }) {
  const { status } = props;
  const styles = useStyles();
  const isShown = status.state === 'preview';
  return (
    <>
      {isShown && status.message && <Callout intent="error">{describe(status.message)}</Callout>}
      {isShown && <MappedBy status={status} />}
      {status.found && <ImportChoices status={status} found={status.found} />}
      {isShown ? (
        <Records status={status} />
      ) : (
        <Spinner className={styles.wait} label={t('import.choices.reading')} />
      )}
    </>
  );
}

function Records(props: { status: ImportStatus }) {
  const { status } = props;
  const styles = useStyles();
  const [tab, setTab] = useState<'rows' | 'problems'>(
    status.read === 0 && status.problems > 0 ? 'problems' : 'rows',
  );
  const [filter, setFilter] = useState<ImportFilter>({ show: 'all' });
  const [open, setOpen] = useState<ImportRow | null>(null);
  const finding = filter.finding ?? null;
  const show = (next: ImportFilter) => {
    setFilter(next);
    setTab('rows');
  };
  const showTile = (tile: ImportTile) => (tile === 'problems' ? setTab('problems') : show({ show: tile }));
  const shownTile = tab === 'problems' ? 'problems' : finding === null ? filter.show : null;
  const records = (
    <div className={styles.records}>
      <Gone importId={status.id} />
      <ImportSummary status={status} shown={shownTile} onShow={showTile} />
      <ImportFindings
        findings={status.findings}
        shown={tab === 'rows' ? finding : null}
        onShow={(code) => show(code === null ? { show: 'all' } : { show: 'all', finding: code })}
      />
      <ImportLosses losses={status.found?.losses ?? []} />
      <ImportRemarks status={status} />
      <TabbedPanel
        name="import"
        tabs={[
          { value: 'rows', label: t('import.tab.rows', { n: formatNumber(status.read) }) },
          { value: 'problems', label: t('import.tab.problems', { n: formatNumber(status.problems) }) },
        ]}
        selected={tab}
        onSelect={setTab}
        minHeight="16rem"
      >
        {tab === 'rows' ? (
          <ImportRows
            key={JSON.stringify(filter)}
            status={status}
            filter={filter}
            open={open?.position ?? null}
            onOpen={setOpen}
            onShowAll={() => show({ show: 'all' })}
          />
        ) : (
          <ImportProblems status={status} />
        )}
      </TabbedPanel>
    </div>
  );
  return (
    <ListScreen
      name="import"
      label={t('import.pane.divider')}
      list={records}
      record={
        open &&
        ((isAlone) => (
          <ImportedRecord status={status} row={open} isAlone={isAlone} onClose={() => setOpen(null)} />
        ))
      }
      recordShare={0.55}
      keepsList
    />
  );
}

/** Records that the repository of a harvest no longer has. */
function Gone({ importId }: { importId: number }) {
  const { data = [] } = useCall('harvest.gone', { importId });
  return data.length > 0 ? <GoneList total={data.length} records={data} /> : null;
}

/** Opens the next pending import, or the drafts. */
function goOn(): void {
  const account = getAccount();
  const imports = (account && cachedAnswer('imports.list', { accountId: account.id })) ?? [];
  const next = importsToMap(imports)[0] ?? waitingImports(imports)[0];
  go(next ? { screen: 'imports', importId: next.id } : '#/drafts');
}
