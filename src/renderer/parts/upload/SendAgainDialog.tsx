import { Spinner } from '@fluentui/react-components';
import type { CallInput } from '../../../shared/contract/contract.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { sinceText } from '../../../shared/i18n/sinceText.ts';
import type { Since } from '../../../shared/plan.ts';
import { useCall } from '../../state/data/queries.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatNumber } from '../../state/format.ts';
import { useCommonStyles } from '../commonStyles.ts';
import { AppDialog } from '../dialogs/AppDialog.tsx';
import { NamedRecords } from '../dialogs/NamedRecords.tsx';
import { useOwnAction } from '../useAction.ts';

/** The records of an upload to send again, or records to send without storing what they replace. */
export type SendingAgain =
  | { name: 'uploads.retryPreview'; input: CallInput<'uploads.retryPreview'> }
  | { name: 'fixing.retryPreview'; input: CallInput<'fixing.retryPreview'> }
  | { name: 'uploads.unkeptPreview'; input: CallInput<'uploads.unkeptPreview'> }
  | { name: 'applications.unkeptPreview'; input: CallInput<'applications.unkeptPreview'> };

const kinds = {
  'uploads.retryPreview': 'again',
  'fixing.retryPreview': 'again',
  'uploads.unkeptPreview': 'unkept',
  'applications.unkeptPreview': 'requests',
} as const;

function titleOf(count: number | undefined, kind: (typeof kinds)[keyof typeof kinds]): string {
  if (count === undefined) return t(kind === 'again' ? 'uploads.retry' : 'versions.upload.without');
  if (count === 0) return t('uploads.confirm.nothing');
  return t(`uploads.confirm.${kind}.title`, { count, n: formatNumber(count) });
}

/** Lists the records before they are sent; what is new or changed by then is left out, and named afterwards. */
export function SendAgainDialog(props: {
  sending: SendingAgain;
  send: (plan: string) => Promise<{ since: Since }>;
  onClose: () => void;
}) {
  const styles = useCommonStyles();
  const { name, input } = props.sending;
  const kind = kinds[name];
  const { data, error: unread, refetch } = useCall(name, input, { gcTime: 0 });
  const { run, isBusy, error, reset } = useOwnAction(async (plan: string) => {
    const { since } = await props.send(plan);
    props.onClose();
    const left = sinceText(since, kind === 'requests' ? 'requests' : 'drafts');
    if (left) showDone(left);
  });
  const count = data?.count ?? 0;
  const n = formatNumber(count);
  return (
    <AppDialog
      help="refused"
      isForm
      title={titleOf(data?.count, kind)}
      error={error ?? unread}
      onRetry={() => {
        reset();
        void refetch();
      }}
      action={
        count === 0
          ? undefined
          : { label: t(`uploads.confirm.${kind}.go`, { count, n }), isBusy, run: () => data && run(data.id) }
      }
      onClose={props.onClose}
    >
      {!data && !unread && <Spinner className={styles.justifyStart} label={t('common.loading')} />}
      {data && <NamedRecords titles={data.titles} count={count} />}
      {data && count > 0 && <p>{t(`uploads.confirm.${kind}.text`, { count })}</p>}
    </AppDialog>
  );
}
