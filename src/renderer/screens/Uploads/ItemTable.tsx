import { Button, Checkbox, Link, makeStyles, tokens } from '@fluentui/react-components';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { Upload, UploadItem } from '../../../shared/upload/upload.ts';
import type { ItemState } from '../../../shared/upload/uploadStates.ts';
import { refusedPath } from '../../parts/article/articlePlaces.ts';
import { ellipsis, secondary, wrapping } from '../../parts/commonStyles.ts';
import { OriginalWords } from '../../parts/Disclosure.tsx';
import { directoryText, isOver } from '../../parts/upload/uploadText.ts';
import { useCall } from '../../state/data/queries.ts';
import { usePages } from '../../state/data/usePages.ts';
import { formatRecent } from '../../state/format.ts';
import { draftHref } from '../../state/navigation/route.ts';
import { type Columns, PagedTable } from './PagedTable.tsx';

export type ItemKind = 'problems' | 'sent' | 'waiting';

const states: Record<ItemKind, ItemState[]> = {
  problems: ['refused', 'failed'],
  sent: ['done'],
  waiting: ['sending', 'unsure', 'accepted', 'queued'],
};
const columns: Record<ItemKind, Columns> = {
  problems: [
    ['record', 'minmax(0, 3fr)'],
    ['from', 'minmax(0, 2fr)'],
    ['field', 'minmax(0, 2fr)'],
    ['what', 'minmax(0, 6fr)'],
    ['action', '156px'],
  ],
  sent: [
    ['record', 'minmax(0, 5fr)'],
    ['from', 'minmax(0, 3fr)'],
    ['outcome', 'minmax(0, 3fr)'],
    ['remoteId', 'minmax(0, 2fr)'],
    ['time', '72px'],
  ],
  waiting: [
    ['record', 'minmax(0, 4fr)'],
    ['from', 'minmax(0, 3fr)'],
    ['state', 'minmax(0, 4fr)'],
    ['attempts', 'minmax(0, 2fr)'],
  ],
};

/** Before the others, while earlier versions can be restored. */
const pickColumn: Columns = [['pick', '24px']];

const useStyles = makeStyles({
  // An id of 32 characters would take two lines of each row.
  id: { ...ellipsis, ...secondary, display: 'block' },
  link: { display: 'inline-block', minHeight: '24px' },
  quiet: secondary,
  repeated: { ...ellipsis, ...secondary, display: 'block' },
  actions: { ...wrapping, columnGap: tokens.spacingHorizontalM },
  pick: { margin: '-6px -8px' },
  // Aligned with the link beside or above it.
  retry: { minWidth: '24px', paddingInline: 0 },
});

interface ItemTableProps {
  upload: Upload;
  kind: ItemKind;
  onRetry: (itemIds: number[]) => void;
  picked: ReadonlySet<number>;
  onPick: (itemId: number, isOn: boolean) => void;
}

/** The records of an upload that need attention, were stored, or are pending; fetched as they come into view and refreshed. */
export function ItemTable(props: ItemTableProps) {
  const styles = useStyles();
  const { upload, kind } = props;
  const quiet = (text: string) => <span className={styles.quiet}>{text}</span>;
  const repeated = useRepeated(upload, kind);
  const canPick = kind === 'sent' && isOver(upload) && upload.replaced > 0;
  const isLeft = (item: UploadItem) => upload.state === 'cancelled' && item.state === 'queued';
  return (
    <PagedTable
      label={t(`uploads.tab.${kind}`)}
      empty={t(`uploads.empty.${kind}`)}
      columns={canPick ? [...pickColumn, ...columns[kind]] : columns[kind]}
      pages={usePages('uploads.items', { id: upload.id, states: states[kind] }, ({ items }) => items)}
      cells={(item) => ({
        pick: canPick && <Pick item={item} {...props} />,
        record: (
          <Link className={styles.link} href={draftHref(item.draftId)}>
            {item.title || t('article.untitled')}
          </Link>
        ),
        from: quiet(describe(item.from)),
        field: item.refusal && item.refusal.path !== '' && fieldText(refusedPath(item.refusal)),
        what: (
          <WhatHappened
            item={item}
            isRepeated={item.refusal !== null && repeated.has(describe(item.refusal.message))}
          />
        ),
        action: <Actions item={item} {...props} />,
        outcome: <Outcome item={item} />,
        remoteId: (
          <span className={styles.id} title={item.remoteId ?? undefined}>
            {item.remoteId ?? t('uploads.noId')}
          </span>
        ),
        time: quiet(formatRecent(item.updatedAt)),
        state: t(isLeft(item) ? 'uploads.notSent' : `uploads.item.${item.state}`),
        attempts: quiet(item.attempts === 0 ? '' : t('uploads.attempts', { count: item.attempts })),
      })}
    />
  );
}

/** The reasons that stand above the table because several records have them. */
function useRepeated(upload: Upload, kind: ItemKind): ReadonlySet<string> {
  const { data } = useCall('uploads.problems', kind === 'problems' ? { id: upload.id } : null, {
    keepsPrevious: true,
  });
  const several = (data?.groups ?? []).filter(({ draftIds }) => draftIds.length > 1);
  return new Set(several.map(({ message }) => describe(message)));
}

/** The explanation of a refusal; one that stands above the table takes one line. */
function WhatHappened({ item, isRepeated }: { item: UploadItem; isRepeated: boolean }) {
  const styles = useStyles();
  const { refusal } = item;
  if (!refusal) return <span>{t(`uploads.item.${item.state}`)}</span>;
  const words = directoryText(refusal);
  return (
    <>
      {isRepeated ? (
        <span className={styles.repeated} title={describe(refusal.message)}>
          {describe(refusal.message)}
        </span>
      ) : (
        `${describe(refusal.message)} ${describe(refusal.help)}`
      )}{' '}
      {words !== '' && <OriginalWords button={t('article.directoryWords')} words={words} />}
    </>
  );
}

function Actions(props: { item: UploadItem; upload: Upload; onRetry: (itemIds: number[]) => void }) {
  const styles = useStyles();
  const { item, upload } = props;
  const path = item.refusal ? refusedPath(item.refusal) : '';
  const title = item.title || t('article.untitled');
  return (
    <span className={styles.actions}>
      <Link
        className={styles.link}
        href={draftHref(item.draftId, path)}
        aria-label={t(path === '' ? 'uploads.openRecordOf' : 'uploads.openFieldOf', { title })}
      >
        {t(path === '' ? 'uploads.openRecord' : 'uploads.openField')}
      </Link>
      {upload.state !== 'cancelled' && (
        <Button
          size="small"
          appearance="transparent"
          className={styles.retry}
          aria-label={t('uploads.retryOf', { title })}
          onClick={() => props.onRetry([item.id])}
        >
          {t('uploads.retryOne')}
        </Button>
      )}
    </span>
  );
}

function Outcome({ item }: { item: UploadItem }) {
  const styles = useStyles();
  const words = t(`uploads.outcome.${item.outcome ?? 'stored'}`);
  if (item.versionId !== null || item.outcome !== 'overwrote') return <span>{words}</span>;
  return (
    <span>
      {words}
      <span className={styles.quiet}>
        {' '}
        · {t(`versions.upload.notKept.${item.keeping === 'left' ? 'left' : 'unknown'}`)}
      </span>
    </span>
  );
}

/** Selects a record whose earlier version is to be restored; nothing if none is stored. */
function Pick(props: { item: UploadItem } & ItemTableProps) {
  const styles = useStyles();
  const { item, picked } = props;
  if (item.versionId === null) return null;
  const outcome = t(`uploads.outcome.${item.outcome ?? 'stored'}`);
  return (
    <Checkbox
      className={styles.pick}
      aria-label={t('versions.upload.pick', { title: item.title || t('article.untitled'), outcome })}
      checked={picked.has(item.id)}
      onChange={(_, { checked }) => props.onPick(item.id, checked === true)}
    />
  );
}
