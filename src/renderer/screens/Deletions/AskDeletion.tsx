import { Spinner, Text } from '@fluentui/react-components';
import { useMemo } from 'react';
import type { CallOutput } from '../../../shared/contract/contract.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { sinceText } from '../../../shared/i18n/sinceText.ts';
import { Callout } from '../../parts/Callout.tsx';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { NamedRecords } from '../../parts/dialogs/NamedRecords.tsx';
import { useTypedCount } from '../../parts/dialogs/useTypedCount.tsx';
import { aboutText } from '../../parts/upload/uploadText.ts';
import { useOwnAction } from '../../parts/useAction.ts';
import { call, onEvent } from '../../state/data/client.ts';
import { useCall } from '../../state/data/queries.ts';
import { type DeletionTarget, isDialogOpen, openDialog } from '../../state/dialogs/dialogs.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatNumber } from '../../state/format.ts';

/** Explains the effect on readers and asks for confirmation; for several articles, the user types their number. */
export function AskDeletion(props: {
  accountId: string;
  target: DeletionTarget;
  /** Gets what was left out because it is not as the dialog showed it; empty if nothing was. */
  onStarted: (left: string) => void;
  onClose: () => void;
}) {
  const styles = useCommonStyles();
  const { accountId, target, onClose } = props;
  const of = useMemo(() => ('articles' in target ? { articles: [...target.articles] } : target), [target]);
  const { data: found, error, refetch } = useCall('deletions.preview', { accountId, of }, { gcTime: 0 });
  const start = useOwnAction(async (plan: string) => {
    const { since } = await call('deletions.start', { plan });
    announceEnd(accountId);
    props.onStarted(sinceText(since, 'drafts'));
  });
  const count = found?.count ?? 0;
  const n = formatNumber(count);
  const { field, check } = useTypedCount(count, t('deletion.wrong', { n }));
  const submit = () => {
    if (found && (count === 1 || check())) start.run(found.id);
  };
  const title =
    found && count === 0 ? t('deletion.nothing') : t('deletion.title', { count: Math.max(count, 1), n });
  return (
    <AppDialog
      help="sending"
      isForm
      isAlert
      title={title}
      error={start.error ?? error}
      onRetry={() => {
        start.reset();
        void refetch();
      }}
      close={found && count === 0 ? t('common.close') : t('deletion.keep')}
      action={
        count === 0
          ? undefined
          : {
              label: t('deletion.confirm', { count, n }),
              isPrimary: false,
              isBusy: start.isBusy,
              run: submit,
            }
      }
      onClose={onClose}
    >
      {!found && !error && <Spinner className={styles.justifyStart} label={t('common.loading')} />}
      {found && count > 0 && (
        <>
          {count === 1 ? (
            <Text weight="semibold">{found.titles[0] || t('common.untitled')}</Text>
          ) : (
            <NamedRecords titles={found.titles} count={count} />
          )}
          {'articles' in target && target.stays && target.stays.length > 0 && (
            <div>
              {t('deletion.stays', { count: target.stays.length })}
              <ul className={styles.indentedList}>
                {target.stays.map((name) => (
                  <li key={name}>{name || t('common.untitled')}</li>
                ))}
              </ul>
            </div>
          )}
          <p>{t('deletion.readers', { count })}</p>
          <p>{t('deletion.snapshot', { count })}</p>
        </>
      )}
      {found && <LeftOut {...found} />}
      {found && count > 1 && (
        <>
          <Text className={styles.secondary}>{t('deletion.takes', { time: aboutText(found.seconds) })}</Text>
          {field}
        </>
      )}
    </AppDialog>
  );
}

/** The selected drafts that are not deleted from the directory, and why; and articles that nobody has seen as they are. */
function LeftOut({
  queued,
  unknown,
  uncompared,
  missing,
}: Pick<CallOutput<'deletions.preview'>, 'queued' | 'unknown' | 'uncompared' | 'missing'>) {
  return (
    <>
      {unknown > 0 && <p>{t('deletion.unknown', { count: unknown, n: formatNumber(unknown) })}</p>}
      {missing > 0 && <p>{t('deletion.missing', { count: missing, n: formatNumber(missing) })}</p>}
      {uncompared > 0 && (
        <Callout intent="warning">
          {t('deletion.uncompared', { count: uncompared, n: formatNumber(uncompared) })}
        </Callout>
      )}
      {queued > 0 && <p>{t('deletion.queued', { count: queued, n: formatNumber(queued) })}</p>}
    </>
  );
}

/** Accounts whose deletions are followed. */
const followed = new Set<string>();

/** Says when the deletions of an account have ended, unless their dialog shows it or the user cancelled the rest. */
function announceEnd(accountId: string): void {
  if (followed.has(accountId)) return;
  followed.add(accountId);
  const stop = onEvent('deletions.changed', (changed) => {
    if (changed.accountId === accountId) void look();
  });
  // They may have ended already.
  void look();

  async function look(): Promise<void> {
    const isShown = isDialogOpen('deletion');
    // After a failed call, the next change asks again.
    const list = await call('deletions.list', { accountId, offset: 0, limit: 1 }).catch(() => null);
    if (list?.open !== 0 || !followed.delete(accountId)) return;
    stop();
    if (isShown || list.deletions[0]?.state === 'cancelled') return;
    showDone(t('deletion.ended'), {
      label: t('deletion.show'),
      run: () => openDialog('deletion', { accountId, target: null }),
    });
  }
}
