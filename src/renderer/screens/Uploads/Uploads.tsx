import {
  Button,
  Link,
  makeStyles,
  mergeClasses,
  Spinner,
  Subtitle2,
  Text,
  tokens,
} from '@fluentui/react-components';
import { SearchRegular, SendRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { uploadName } from '../../../shared/i18n/uploadName.ts';
import type { Upload } from '../../../shared/upload/upload.ts';
import {
  barPadding,
  column,
  outlined,
  scroller,
  secondary,
  stack,
  wrappingRow,
} from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { EmptyState } from '../../parts/lists/EmptyState.tsx';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { isOver, statusLine, summaryText } from '../../parts/upload/uploadText.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { useCall } from '../../state/data/queries.ts';
import { useAccounts } from '../../state/data/session.ts';
import { formatNumber, formatRecent } from '../../state/format.ts';
import { isNamed, setUploadText, useUploadsView } from '../../state/records/uploadsView.ts';
import { ProgressBar } from './ProgressBar.tsx';
import { PauseButton } from './UploadButtons.tsx';
import { useUploadActions } from './useUploadActions.ts';

const useStyles = makeStyles({
  screen: { ...scroller, ...column, backgroundColor: tokens.colorNeutralBackground2 },
  inner: {
    ...stack,
    boxSizing: 'border-box',
    rowGap: tokens.spacingVerticalL,
    padding: tokens.spacingHorizontalM,
    maxWidth: '1000px',
  },
  bar: { backgroundColor: tokens.colorNeutralBackground1 },
  group: { ...stack, rowGap: tokens.spacingVerticalS },
  groupHead: { ...wrappingRow, justifyContent: 'space-between' },
  heading: { margin: 0 },
  quiet: secondary,
  card: {
    ...barPadding,
    ...outlined,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: tokens.spacingVerticalXS,
    columnGap: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  over: secondary,
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere', minHeight: '24px' },
  wide: { gridColumn: '1 / -1' },
  status: { fontVariantNumeric: 'tabular-nums' },
});

type Group = 'running' | 'waiting' | 'finished';
const groups: readonly Group[] = ['running', 'waiting', 'finished'];
const hideKey = 'uploads.hideFinished';

/** All uploads in three groups: running, waiting or paused, and finished, which can be hidden. */
export function Uploads() {
  const styles = useStyles();
  const bar = useListBarStyles();
  const { data: all, error } = useCall('uploads.list', {});
  const text = useUploadsView((view) => view.text);
  const uploads = all?.filter((upload) => isNamed(uploadName(upload), text));
  useTitle(t('uploads.title'));
  return (
    <div className={styles.screen} data-region="uploads">
      <div className={mergeClasses(bar.bar, styles.bar)}>
        <h1 className={bar.title}>{t('uploads.title')}</h1>
      </div>
      {error && !uploads && <ErrorPanel error={error} />}
      {!uploads && !error && <Spinner label={t('common.loading')} />}
      {uploads?.length === 0 && (all?.length === 0 ? <NoUploads /> : <NoMatch />)}
      {uploads && uploads.length > 0 && (
        <div className={styles.inner}>
          {groups.map((group) => (
            <UploadGroup
              key={group}
              group={group}
              uploads={uploads.filter((one) => groupOf(one) === group)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

function NoMatch() {
  return (
    <EmptyState
      icon={<SearchRegular />}
      title={t('uploads.noMatch.title')}
      text={t('uploads.noMatch.text')}
      actions={<Button onClick={() => setUploadText('')}>{t('uploads.noMatch.clear')}</Button>}
    />
  );
}

function NoUploads() {
  return (
    <EmptyState
      icon={<SendRegular />}
      title={t('uploads.none.title')}
      text={t('uploads.none.text')}
      actions={
        <Button as="a" href="#/drafts" appearance="primary">
          {t('uploads.none.action')}
        </Button>
      }
    />
  );
}

function UploadGroup(props: { group: Group; uploads: Upload[] }) {
  const styles = useStyles();
  const [isHidden, setHidden] = useState(() => localStorage.getItem(hideKey) === 'yes');
  const { group, uploads } = props;
  if (uploads.length === 0 && group !== 'running') return null;
  const isHideable = group === 'finished';
  const toggle = () => {
    localStorage.setItem(hideKey, isHidden ? 'no' : 'yes');
    setHidden(!isHidden);
  };
  return (
    <section className={styles.group} aria-labelledby={`uploads-${group}`}>
      <div className={styles.groupHead}>
        <Subtitle2 as="h2" id={`uploads-${group}`} className={styles.heading}>
          {t('uploads.groupCount', { group: t(`uploads.group.${group}`), n: formatNumber(uploads.length) })}
        </Subtitle2>
        {isHideable && (
          <Button size="small" appearance="subtle" aria-expanded={!isHidden} onClick={toggle}>
            {t(isHidden ? 'uploads.showFinished' : 'uploads.hideFinished')}
          </Button>
        )}
      </div>
      {uploads.length === 0 && <Text className={styles.quiet}>{t('uploads.nothingRuns')}</Text>}
      {!(isHideable && isHidden) && uploads.map((upload) => <UploadCard key={upload.id} upload={upload} />)}
    </section>
  );
}

function groupOf(upload: Upload): Group {
  if (isOver(upload)) return 'finished';
  return upload.state === 'running' ? 'running' : 'waiting';
}

/** One upload in the list: its name, its progress in words and as a bar, and a button to pause it. */
function UploadCard({ upload }: { upload: Upload }) {
  const styles = useStyles();
  const actions = useUploadActions(upload);
  const accounts = useAccounts();
  const account = accounts.length > 1 ? accounts.find((one) => one.id === upload.accountId)?.name : undefined;
  const isEnded = isOver(upload);
  const words = isEnded
    ? `${t(`uploads.ended.${upload.state}`)} ${summaryText(upload)}`
    : [statusLine(upload), describe(upload.message)].filter(Boolean).join(' · ');
  return (
    <article className={mergeClasses(styles.card, isEnded && styles.over)}>
      <Link className={styles.name} href={`#/uploads/${upload.id}`}>
        {uploadName(upload)}
      </Link>
      {isEnded ? (
        <Text size={200}>{formatRecent(upload.finishedAt ?? upload.createdAt)}</Text>
      ) : (
        <PauseButton upload={upload} actions={actions} />
      )}
      {!isEnded && (
        <div className={styles.wide}>
          <ProgressBar upload={upload} isSlim />
        </div>
      )}
      <Text size={200} className={mergeClasses(styles.wide, styles.status)}>
        {account ? `${account} · ${words}` : words}
      </Text>
    </article>
  );
}
