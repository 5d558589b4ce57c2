import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { Message } from '../../../shared/message.ts';
import type { Upload } from '../../../shared/upload/upload.ts';
import { AppDialog } from '../../parts/AppDialog.tsx';
import { Callout } from '../../parts/Callout.tsx';
import { isOver } from '../../parts/upload/uploadText.ts';
import { useOwnAction } from '../../parts/useAction.ts';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/client.ts';
import { formatNumber } from '../../state/format.ts';
import { openSendPlan } from '../../state/sendPlan.ts';
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

/** If some records cannot be restored, it lists them; pressing the button again continues with the others. */
function PutBackDialog(props: { upload: Upload; itemIds: number[] | null; onClose: () => void }) {
  const { upload, itemIds, onClose } = props;
  const [left, setLeft] = useState<{ recordId: number; title: string; message: Message }[]>([]);
  const { run, isBusy, error } = useOwnAction(async () => {
    const done = await call('versions.putBackUpload', {
      uploadId: upload.id,
      ...(itemIds === null ? {} : { itemIds }),
    });
    const isNews = done.left.length > 0 && left.length === 0;
    if (isNews || done.recordIds.length === 0) return setLeft(done.left);
    announce(
      t('versions.upload.done', { count: done.recordIds.length, n: formatNumber(done.recordIds.length) }),
    );
    onClose();
    openSendPlan(done.accountId, { ids: done.recordIds });
  });
  const count = itemIds?.length ?? upload.replaced;
  const { created, overwrote, stored } = upload.counts;
  const unkept = Math.max(0, overwrote + stored - upload.replaced);
  return (
    <AppDialog
      title={t('versions.upload.title', { count, n: formatNumber(count) })}
      error={error}
      action={{ label: t('versions.putBack'), isDisabled: isBusy, run }}
      onClose={onClose}
    >
      <p>{t('versions.upload.text', { count, n: formatNumber(count) })}</p>
      {itemIds === null && created > 0 && (
        <p>{t('versions.upload.created', { count: created, n: formatNumber(created) })}</p>
      )}
      {itemIds === null && unkept > 0 && (
        <p>{t('versions.upload.unkept', { count: unkept, n: formatNumber(unkept) })}</p>
      )}
      {left.length > 0 && (
        <>
          <p>{t('versions.upload.left', { count: left.length })}</p>
          <ul>
            {left.map(({ recordId, title, message }) => (
              <li key={recordId}>
                {title || t('article.untitled')}: {describe(message)}
              </li>
            ))}
          </ul>
        </>
      )}
    </AppDialog>
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
