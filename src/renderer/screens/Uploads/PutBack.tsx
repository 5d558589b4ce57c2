import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { RestorePreview } from '../../../shared/draft/earlierVersions.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { sinceText } from '../../../shared/i18n/sinceText.ts';
import type { Upload } from '../../../shared/upload/upload.ts';
import { Callout } from '../../parts/Callout.tsx';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { NamedRecords } from '../../parts/dialogs/NamedRecords.tsx';
import { isOver } from '../../parts/upload/uploadText.ts';
import { useOwnAction } from '../../parts/useAction.ts';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/data/client.ts';
import { useCall } from '../../state/data/queries.ts';
import { openDialog } from '../../state/dialogs/dialogs.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatNumber } from '../../state/format.ts';
import type { UploadActions } from './useUploadActions.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    paddingInline: tokens.spacingHorizontalM,
    paddingBlock: tokens.spacingVerticalXS,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

/** Restores the records that an upload replaced: all of them, or the selected ones. */
export function PutBackBar(props: { upload: Upload; picked: ReadonlySet<number> }) {
  const styles = useStyles();
  const [asked, setAsked] = useState<{ itemIds: number[] | null } | null>(null);
  const { upload, picked } = props;
  if (!isOver(upload) || upload.replaced === 0) return null;
  return (
    <div className={styles.bar}>
      <Button size="small" onClick={() => setAsked({ itemIds: null })}>
        {t('versions.upload.all', { count: upload.replaced, n: formatNumber(upload.replaced) })}
      </Button>
      <Button
        size="small"
        disabledFocusable={picked.size === 0}
        onClick={() => picked.size > 0 && setAsked({ itemIds: [...picked] })}
      >
        {picked.size === 0
          ? t('versions.upload.pickedNone')
          : t('versions.upload.picked', { n: formatNumber(picked.size) })}
      </Button>
      {asked && <PutBackDialog upload={upload} itemIds={asked.itemIds} onClose={() => setAsked(null)} />}
    </div>
  );
}

/** Lists the articles whose versions are restored; a draft that is changed before the user confirms is left out and named. */
function PutBackDialog(props: { upload: Upload; itemIds: number[] | null; onClose: () => void }) {
  const styles = useCommonStyles();
  const { upload, itemIds, onClose } = props;
  const input = { uploadId: upload.id, ...(itemIds === null ? {} : { itemIds }) };
  const { data, error: unread, refetch } = useCall('versions.putBackUploadPreview', input, { gcTime: 0 });
  const { run, isBusy, error, reset } = useOwnAction(async (plan: string) => {
    const done = await call('versions.putBackUpload', { plan });
    const restored = done.recordIds.length;
    onClose();
    const words = t('versions.upload.done', { count: restored, n: formatNumber(restored) });
    const left = sinceText(done.since, 'drafts');
    if (left) showDone(`${words} ${left}`);
    else announce(words);
    if (restored > 0)
      openDialog('sendPlan', { accountId: done.accountId, selection: { ids: done.recordIds } });
  });
  const count = data?.count ?? 0;
  const counted = count || (itemIds?.length ?? upload.replaced);
  return (
    <AppDialog
      help="backups"
      isForm
      title={
        data && count === 0
          ? t('versions.upload.nothing')
          : t('versions.upload.title', { count: counted, n: formatNumber(counted) })
      }
      error={error ?? unread}
      onRetry={() => {
        reset();
        void refetch();
      }}
      action={
        data && count === 0
          ? undefined
          : { label: t('versions.putBack'), isBusy, isDisabled: !data, run: () => data && run(data.id) }
      }
      onClose={onClose}
    >
      {!data && !unread && <Spinner className={styles.justifyStart} label={t('common.loading')} />}
      {data && <Listed preview={data} />}
    </AppDialog>
  );
}

function Listed({ preview }: { preview: RestorePreview }) {
  const styles = useCommonStyles();
  const { count, titles, created, unkept, left, leftCount } = preview;
  const more = leftCount - left.length;
  return (
    <>
      <NamedRecords titles={titles} count={count} />
      {count > 0 && <p>{t('versions.upload.text', { count, n: formatNumber(count) })}</p>}
      {created > 0 && <p>{t('versions.upload.created', { count: created, n: formatNumber(created) })}</p>}
      {unkept > 0 && <p>{t('versions.upload.unkept', { count: unkept, n: formatNumber(unkept) })}</p>}
      {leftCount > 0 && (
        <div>
          {t('versions.upload.left', { count: leftCount })}
          <ul className={styles.indentedList}>
            {left.map(({ recordId, title, message }) => (
              <li key={recordId}>
                {t('common.labelled', { label: title || t('article.untitled') })} {describe(message)}
              </li>
            ))}
            {more > 0 && <li>{t('drafts.purgeDialog.more', { count: more })}</li>}
          </ul>
        </div>
      )}
    </>
  );
}

/** If an upload cannot fetch the records that it would overwrite, the user may send without keeping them. */
export function KeepingNotice(props: { upload: Upload; actions: UploadActions }) {
  const { upload, actions } = props;
  if (upload.state !== 'running' || !upload.isKeeping || upload.message === null) return null;
  return (
    <Callout
      intent="warning"
      title={t('versions.upload.waiting')}
      action={{ label: t('versions.upload.without'), isBusy: actions.isBusy, run: actions.sendUnkept }}
    >
      {describe(upload.message)}
    </Callout>
  );
}
