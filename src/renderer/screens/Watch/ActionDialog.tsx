import { Button, Spinner, Text } from '@fluentui/react-components';
import type { CallInput, CallOutput } from '../../../shared/contract/contract.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { sinceText } from '../../../shared/i18n/sinceText.ts';
import { Callout } from '../../parts/Callout.tsx';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { NamedRecords } from '../../parts/dialogs/NamedRecords.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';
import { useDecidesAlone } from '../../state/data/office.ts';
import { useCall } from '../../state/data/queries.ts';
import { openDialog } from '../../state/dialogs/dialogs.ts';
import { formatNumber } from '../../state/format.ts';
import { showUndoable } from '../../state/records/undo.ts';

/** Says what an action would do, to which articles and to which not, and does it; what it sends is planned in a dialog of its own. */
export function ActionDialog(
  props: CallInput<'watch.preview'> & { onCheckLinks: () => void; onClose: () => void; onDone: () => void },
) {
  const styles = useCommonStyles();
  const { accountId, kind, which, action, onClose } = props;
  const {
    data: found,
    error,
    refetch,
  } = useCall('watch.preview', { accountId, kind, which, action }, { gcTime: 0 });
  const isAlone = useDecidesAlone(accountId);
  const apply = useOwnAction(async (plan: string) => {
    const { count, toSend, since, undoId } = await call('watch.apply', { plan });
    onClose();
    const done = t(`watchScreen.action.${action}.done`, { count, n: formatNumber(count) });
    const alone = isAlone ? t('watchScreen.alone') : '';
    showUndoable([done, sinceText(since, 'drafts'), alone].filter(Boolean).join(' '), undoId);
    props.onDone();
    // It asks the directory what it has now, and for a confirmation.
    if (toSend !== null)
      openDialog('sendPlan', { accountId, selection: toSend, includeDeleted: action === 'sendAgain' });
  });
  const count = found?.count ?? 0;
  const n = formatNumber(count);
  const isNothing = found !== undefined && count === 0;
  const counted = Math.max(count, 1);
  return (
    <AppDialog
      help="watching"
      title={
        isNothing
          ? t('watchScreen.preview.nothing')
          : t(`watchScreen.action.${action}.title`, { count: counted, n: formatNumber(counted) })
      }
      error={apply.error ?? error}
      onRetry={() => {
        apply.reset();
        void refetch();
      }}
      close={isNothing ? t('common.close') : t('common.cancel')}
      action={
        isNothing
          ? undefined
          : {
              label: t(found?.isSent ? 'watchScreen.preview.toPlan' : 'watchScreen.preview.apply', {
                count,
                n,
              }),
              isBusy: apply.isBusy,
              isDisabled: !found,
              run: () => found && apply.run(found.id),
            }
      }
      onClose={onClose}
    >
      {!found && !error && (
        <Spinner className={styles.justifyStart} label={t('watchScreen.preview.asking')} />
      )}
      {found && count > 0 && (
        <>
          <p>{t(`watchScreen.action.${action}.text`, { count })}</p>
          {action === 'sendAgain' && (
            <Callout
              intent="info"
              actions={
                <Button
                  size="small"
                  onClick={() => {
                    onClose();
                    props.onCheckLinks();
                  }}
                >
                  {t('watchScreen.checkLinks')}
                </Button>
              }
            >
              {t('watchScreen.preview.links')}
            </Callout>
          )}
          <NamedRecords titles={found.titles} count={count} />
          {found.isSent && <p>{t('watchScreen.preview.sent')}</p>}
        </>
      )}
      {found && <LeftOut {...found} />}
    </AppDialog>
  );
}

/** The findings that the action cannot help, with the reasons. */
function LeftOut({ left, leftCount }: Pick<CallOutput<'watch.preview'>, 'left' | 'leftCount'>) {
  const styles = useCommonStyles();
  if (leftCount === 0) return null;
  const more = leftCount - left.length;
  return (
    <section aria-label={t('watchScreen.preview.leftList')}>
      <Text weight="semibold">
        {t('watchScreen.preview.left', { count: leftCount, n: formatNumber(leftCount) })}
      </Text>
      <ul className={styles.indentedList}>
        {left.map(({ title, reason }, at) => (
          <li key={at}>
            {t('common.labelled', { label: title || t('common.untitled') })} {describe(reason)}
          </li>
        ))}
        {more > 0 && <li>{t('drafts.purgeDialog.more', { count: more })}</li>}
      </ul>
    </section>
  );
}
