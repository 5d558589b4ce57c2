import { Button, makeStyles, Spinner, Subtitle1, Text, tokens } from '@fluentui/react-components';
import { ArrowLeftRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { uploadName } from '../../../shared/i18n/uploadName.ts';
import type { Upload } from '../../../shared/upload/upload.ts';
import { column, outlined, scroller, stack, wrappingRow } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { MoreMenu } from '../../parts/lists/MoreMenu.tsx';
import { TabbedPanel } from '../../parts/lists/TabbedPanel.tsx';
import { NumberTiles, type Tile } from '../../parts/upload/NumberTiles.tsx';
import { SendAgainDialog } from '../../parts/upload/SendAgainDialog.tsx';
import { countProblems, countStored, isOver, statusLine } from '../../parts/upload/uploadText.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/data/client.ts';
import { useCall } from '../../state/data/queries.ts';
import { useAccounts } from '../../state/data/session.ts';
import { formatNumber } from '../../state/format.ts';
import { AttemptTable } from './AttemptTable.tsx';
import { type LastAnnouncement, nextAnnouncement } from './announcements.ts';
import { type ItemKind, ItemTable } from './ItemTable.tsx';
import { LeftOutLine } from './LeftOutLine.tsx';
import { PaceLine } from './PaceLine.tsx';
import { ProblemGroups } from './ProblemGroups.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { PutBackBar } from './PutBack.tsx';
import { UploadButtons } from './UploadButtons.tsx';
import { UploadNotice } from './UploadNotice.tsx';
import { type UploadActions, useUploadActions } from './useUploadActions.ts';

const useStyles = makeStyles({
  screen: {
    ...scroller,
    ...column,
    containerType: 'inline-size',
    backgroundColor: tokens.colorNeutralBackground2,
  },
  inner: {
    ...column,
    boxSizing: 'border-box',
    flexGrow: 1,
    rowGap: tokens.spacingVerticalM,
    minHeight: '520px',
    padding: tokens.spacingHorizontalL,
    '@container (max-width: 520px)': { padding: tokens.spacingHorizontalS, minHeight: '760px' },
  },
  card: {
    ...stack,
    ...outlined,
    flexShrink: 0,
    rowGap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  head: { ...wrappingRow, gap: tokens.spacingHorizontalS },
  heading: { margin: 0 },
  title: { margin: 0, flexGrow: 1, flexBasis: '220px', overflowWrap: 'anywhere' },
  status: { fontVariantNumeric: 'tabular-nums' },
  lists: {
    ...column,
    ...outlined,
    flexGrow: 1,
    flexBasis: '220px',
    minHeight: '220px',
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralBackground1,
  },
});

type TabName = ItemKind | 'requests';

/** One upload: its progress and pace, why it is paused, and the result of each record and request. */
export function UploadWindow({ id }: { id: number }) {
  const styles = useStyles();
  const { data: upload, error } = useCall('uploads.get', { id });
  useTitle(upload?.name ?? t('uploads.title'));
  useAnnouncements(upload ?? null);
  return (
    <div className={styles.screen} data-region="upload">
      <div className={styles.inner}>
        {error && !upload && <Missing error={error} />}
        {!upload && !error && <Spinner label={t('common.loading')} />}
        {upload && <Shown upload={upload} />}
      </div>
    </div>
  );
}

function Missing({ error }: { error: AppError }) {
  const styles = useStyles();
  return (
    <>
      <Subtitle1 as="h1" className={styles.heading}>
        {t('uploads.title')}
      </Subtitle1>
      <ErrorPanel
        error={error}
        actions={
          <Button as="a" href="#/uploads" size="small">
            {t('uploads.all')}
          </Button>
        }
      />
    </>
  );
}

function Shown({ upload }: { upload: Upload }) {
  const styles = useStyles();
  const actions = useUploadActions(upload);
  const accounts = useAccounts();
  const account = accounts.length > 1 ? accounts.find((one) => one.id === upload.accountId) : undefined;
  const side = sideText(upload, account?.name);
  const isOwnWindow = window.name === windowName(upload.id);
  return (
    <>
      <section className={styles.card} aria-labelledby="upload-title">
        <div className={styles.head}>
          <Subtitle1 as="h1" id="upload-title" className={styles.title}>
            {uploadName(upload)}
          </Subtitle1>
          {!isOwnWindow && (
            <Button as="a" href="#/uploads" size="small" icon={<ArrowLeftRegular />}>
              {t('uploads.all')}
            </Button>
          )}
          <UploadButtons upload={upload} actions={actions} />
          {!isOwnWindow && (
            <MoreMenu
              label={t('drafts.more')}
              items={[{ label: t('uploads.openWindow'), run: () => openWindow(upload.id) }]}
            />
          )}
        </div>
        <Text className={styles.status}>{statusLine(upload)}</Text>
        <ProgressBar upload={upload} />
        <NumberTiles tiles={tilesOf(upload)} />
        {!isOver(upload) && <PaceLine upload={upload} />}
        <UploadNotice upload={upload} actions={actions} />
        {(side !== '' || upload.heldBack > 0) && (
          <Text size={200}>
            {side} {upload.heldBack > 0 && <LeftOutLine upload={upload} />}
          </Text>
        )}
      </section>
      <Lists upload={upload} onRetry={actions.retry} />
      <UploadConfirm actions={actions} />
    </>
  );
}

function windowName(id: number): string {
  return `upload-${id}`;
}

function openWindow(id: number): void {
  window.open(`#/uploads/${id}`, windowName(id), 'popup,width=1000,height=700');
}

function Lists(props: { upload: Upload; onRetry: (itemIds: number[]) => void }) {
  const styles = useStyles();
  const { upload } = props;
  const [chosen, setChosen] = useState<TabName | null>(null);
  const tab = chosen ?? firstTab(upload);
  const isCancelled = upload.state === 'cancelled';
  const stored = countStored(upload);
  const problems = countProblems(upload);
  const waiting = upload.counts.total - stored - problems;
  const counts: Record<TabName, number> = { problems, sent: stored, waiting, requests: upload.requests };
  return (
    <section className={styles.lists} aria-label={t('uploads.lists')}>
      <TabbedPanel
        name="upload"
        tabs={(['problems', 'sent', 'waiting', 'requests'] as const).map((value) => ({
          value,
          label: t('uploads.tabCount', {
            tab: t(isCancelled && value === 'waiting' ? 'uploads.tab.notSent' : `uploads.tab.${value}`),
            n: formatNumber(counts[value]),
          }),
        }))}
        selected={tab}
        onSelect={setChosen}
      >
        {tab === 'requests' ? (
          <AttemptTable upload={upload} />
        ) : (
          <Items key={tab} upload={upload} kind={tab} onRetry={props.onRetry} />
        )}
      </TabbedPanel>
    </section>
  );
}

/** The records of one kind; the earlier versions of stored ones can be selected and restored. */
function Items(props: { upload: Upload; kind: ItemKind; onRetry: (itemIds: number[]) => void }) {
  const [picked, setPicked] = useState<ReadonlySet<number>>(() => new Set());
  const pick = (itemId: number, isOn: boolean) =>
    setPicked((before) => new Set(isOn ? [...before, itemId] : [...before].filter((one) => one !== itemId)));
  return (
    <>
      {props.kind === 'sent' && <PutBackBar upload={props.upload} picked={picked} />}
      {props.kind === 'problems' && <ProblemGroups upload={props.upload} onRetry={props.onRetry} />}
      <ItemTable {...props} picked={picked} onPick={pick} />
    </>
  );
}

/** The default until the user chooses: pending records while it runs, then those that need attention. */
function firstTab(upload: Upload): TabName {
  if (!isOver(upload)) return 'waiting';
  if (countProblems(upload) > 0) return 'problems';
  return countStored(upload) > 0 ? 'sent' : 'waiting';
}

function tilesOf(upload: Upload): Tile[] {
  const { counts } = upload;
  const tile = (key: keyof typeof counts, tone: Tile['tone']): Tile => ({
    key,
    tone,
    value: counts[key],
    label: t(upload.state === 'cancelled' && key === 'queued' ? 'uploads.notSent' : `uploads.tile.${key}`),
  });
  return [
    tile('created', 'good'),
    tile('overwrote', 'good'),
    ...(counts.stored > 0 ? [tile('stored', 'good')] : []),
    tile('sending', 'plain'),
    ...(counts.accepted > 0 ? [tile('accepted', 'plain')] : []),
    tile('queued', 'plain'),
    tile('refused', 'bad'),
    tile('unsure', 'doubtful'),
    ...(counts.failed > 0 ? [tile('failed', 'bad')] : []),
  ];
}

function sideText(upload: Upload, account: string | undefined): string {
  return [
    account && t('uploads.of', { account }),
    upload.skipped > 0 && t('uploads.skipped', { count: upload.skipped, n: formatNumber(upload.skipped) }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Announces the progress to screen readers, rarely enough not to annoy. */
function useAnnouncements(upload: Upload | null): void {
  const said = useRef<LastAnnouncement | null>(null);
  useEffect(() => {
    if (!upload) return;
    const next = nextAnnouncement(said.current, upload, performance.now());
    if (!next) return;
    said.current = next.said;
    announce(next.words);
  }, [upload]);
}

/** Asks before records of an upload are sent again, or without storing what they replace. */
function UploadConfirm({ actions }: { actions: UploadActions }) {
  const { sending, confirmed } = actions;
  if (!sending) return null;
  const name = sending.name === 'uploads.unkeptPreview' ? 'uploads.sendUnkept' : 'uploads.retry';
  return <SendAgainDialog sending={sending} send={(plan) => call(name, { plan })} onClose={confirmed} />;
}
