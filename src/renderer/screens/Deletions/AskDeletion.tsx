import { Spinner, Text } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import { AppDialog } from '../../parts/AppDialog.tsx';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { aboutText } from '../../parts/upload/uploadText.ts';
import { useOwnAction } from '../../parts/useAction.ts';
import { useTypedCount } from '../../parts/useTypedCount.tsx';
import { call } from '../../state/client.ts';
import type { DeletionTarget } from '../../state/deletion.ts';
import { formatNumber } from '../../state/format.ts';
import { useCall } from '../../state/queries.ts';
import { announceEnd } from './announceEnd.ts';

/** Explains the effect on readers and asks for confirmation; for several articles, the user types their number. */
export function AskDeletion(props: {
  accountId: string;
  target: DeletionTarget;
  onStarted: () => void;
  onClose: () => void;
}) {
  const styles = useCommonStyles();
  const { accountId, target, onClose } = props;
  const { found, error } = useFound(accountId, target);
  const start = useOwnAction(async () => {
    const of = 'articles' in target ? { articles: [...target.articles] } : target;
    await call('deletions.start', { accountId, of });
    announceEnd(accountId);
    props.onStarted();
  });
  const count = found?.count ?? 0;
  const n = formatNumber(count);
  const { field, check } = useTypedCount(count, t('deletion.wrong', { n }));
  const submit = () => {
    if (count === 1 || check()) start.run();
  };
  const title =
    found && count === 0 ? t('deletion.nothing') : t('deletion.title', { count: Math.max(count, 1), n });
  return (
    <AppDialog
      isForm
      isAlert
      title={title}
      error={start.error ?? error}
      close={found && count === 0 ? t('common.close') : t('deletion.keep')}
      action={
        count === 0
          ? undefined
          : {
              label: t('deletion.confirm', { count, n }),
              isPrimary: false,
              isDisabled: start.isBusy,
              run: submit,
            }
      }
      onClose={onClose}
    >
      {!found && !error && <Spinner className={styles.justifyStart} label={t('common.loading')} />}
      {found && count > 0 && (
        <>
          {count === 1 && <Text weight="semibold">{found.title || t('common.untitled')}</Text>}
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

interface Found {
  count: number;
  title: string;
  queued: number;
  unknown: number;
  seconds: number;
}

function useFound(accountId: string, target: DeletionTarget) {
  const input = 'selection' in target ? { accountId, selection: target.selection } : null;
  const { data, error } = useCall('deletions.preview', input, { gcTime: 0 });
  if ('selection' in target) return { found: data, error };
  const [first] = target.articles;
  const found: Found = {
    count: target.articles.length,
    title: first?.title ?? '',
    queued: 0,
    unknown: 0,
    seconds: target.articles.length,
  };
  return { found, error: null };
}

/** The selected drafts that are not deleted from the directory, and why. */
function LeftOut({ queued, unknown }: Found) {
  return (
    <>
      {unknown > 0 && <p>{t('deletion.unknown', { count: unknown, n: formatNumber(unknown) })}</p>}
      {queued > 0 && <p>{t('deletion.queued', { count: queued, n: formatNumber(queued) })}</p>}
    </>
  );
}
