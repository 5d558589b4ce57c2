import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import type { CallOutput } from '../../../shared/contract/contract.ts';
import type { Deletion, DeletionList as Deletions } from '../../../shared/draft/deletion.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { Bar } from '../../parts/Bar.tsx';
import { Callout } from '../../parts/Callout.tsx';
import { stack, thinLine, useCommonStyles, wrappingRow } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { type Action, useOwnAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';
import { useCall } from '../../state/data/queries.ts';
import { openDialog } from '../../state/dialogs/dialogs.ts';
import { formatNumber, formatRecent } from '../../state/format.ts';

const useStyles = makeStyles({
  row: {
    ...wrappingRow,
    gap: tokens.spacingHorizontalS,
    paddingBlock: tokens.spacingVerticalS,
    borderTop: thinLine,
  },
  words: { ...stack, flexGrow: 1, flexBasis: '240px', overflowWrap: 'anywhere' },
});

/** The maximum number of rows shown; older ones are only counted. */
const maxRows = 200;

/** The articles that were deleted from the directory or are being deleted; deleted ones can be restored. */
export function DeletionList(props: {
  accountId: string;
  /** What was left out of the deletions just confirmed, because it was not as the dialog showed it. */
  left: string;
  onClose: () => void;
}) {
  const { accountId, left, onClose } = props;
  const styles = useCommonStyles();
  const { data, error } = useCall('deletions.list', { accountId, offset: 0, limit: maxRows });
  const [asked, setAsked] = useState<RestorePreview | null>(null);
  const restore = async (plan: string) => {
    const { recordIds } = await call('deletions.restore', { plan });
    onClose();
    openDialog('sendPlan', { accountId, selection: { ids: recordIds }, includeDeleted: true });
  };
  const look = useOwnAction(async (id: number) => {
    const preview = await call('deletions.restorePreview', { id });
    // Otherwise the list has said all there is to say.
    if (preview.replaces) setAsked(preview);
    else await restore(preview.id);
  });
  const steer = useOwnAction(async (name: Steering, done: () => void) => {
    await call(name, { accountId });
    done();
  });
  if (asked) return <RestoreDialog preview={asked} restore={restore} onClose={() => setAsked(null)} />;
  const more = data ? data.total - data.deletions.length : 0;
  return (
    <AppDialog
      help="sending"
      title={t('deletion.listTitle')}
      maxWidth="720px"
      error={look.error ?? steer.error ?? error}
      close={t('common.close')}
      onClose={onClose}
    >
      {!data && !error && <Spinner className={styles.justifyStart} label={t('common.loading')} />}
      {left && (
        <Callout intent="warning" role="alert">
          {left}
        </Callout>
      )}
      {data && <Progress list={data} steer={steer} />}
      {data && data.total > 0 && (
        <ul className={styles.listOfRows} aria-label={t('deletion.list')}>
          {data.deletions.map((one) => (
            <Row key={one.id} deletion={one} isBusy={look.isBusy} onRestore={() => look.run(one.id)} />
          ))}
        </ul>
      )}
      {more > 0 && <Text>{t('deletion.more', { count: more, n: formatNumber(more) })}</Text>}
    </AppDialog>
  );
}

type RestorePreview = CallOutput<'deletions.restorePreview'>;

/** Asks before the content of a draft is replaced with that of the deleted article. */
function RestoreDialog(props: {
  preview: RestorePreview;
  restore: (plan: string) => Promise<void>;
  onClose: () => void;
}) {
  const { preview, onClose } = props;
  const { run, isBusy, error } = useOwnAction(props.restore);
  return (
    <AppDialog
      help="sending"
      isAlert
      title={t('deletion.restoreTitle', { title: preview.title || t('common.untitled') })}
      error={error}
      action={{
        label: t('deletion.restore'),
        isBusy,
        isDisabled: error !== null,
        run: () => run(preview.id),
      }}
      onClose={onClose}
    >
      <p>{t('deletion.restoreText')}</p>
    </AppDialog>
  );
}

type Steering = 'deletions.resume' | 'deletions.cancel';

/** The progress of the deletions, why they are paused, and buttons to continue or cancel them. */
function Progress({ list, steer }: { list: Deletions; steer: Action<[Steering, () => void], void> }) {
  const styles = useCommonStyles();
  const status = useRef<HTMLSpanElement>(null);
  // The pressed button disappears.
  const toStatus = () => status.current?.focus();
  const { open, paused, total } = list;
  const words =
    open > 0
      ? t('deletion.open', { count: open, n: formatNumber(open) })
      : t(total === 0 ? 'deletion.none' : 'deletion.finished');
  return (
    <>
      <Text ref={status} role="status" tabIndex={-1}>
        {words}
      </Text>
      {open > 0 && !paused && <Bar aria-label={words} />}
      {paused && open > 0 && (
        <Callout
          intent="warning"
          title={t('deletion.paused')}
          action={{
            label: t('deletion.resume'),
            isBusy: steer.isBusy,
            run: () => steer.run('deletions.resume', toStatus),
          }}
        >
          {describe(paused)}
        </Callout>
      )}
      {open > 0 && (
        <div className={styles.buttonRow}>
          <Button
            size="small"
            disabledFocusable={steer.isBusy}
            onClick={() => steer.run('deletions.cancel', toStatus)}
          >
            {t('deletion.cancel')}
          </Button>
        </div>
      )}
    </>
  );
}

function Row(props: { deletion: Deletion; isBusy: boolean; onRestore: () => void }) {
  const styles = useStyles();
  const own = useCommonStyles();
  const { title, state, at, message, hasSnapshot, person } = props.deletion;
  const name = title || t('common.untitled');
  const isGone = state === 'deleted' || state === 'gone';
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <Text weight="semibold">{name}</Text>
        <Text className={own.secondary}>{t(`deletion.state.${state}`, { when: formatRecent(at) })}</Text>
        {person !== null && <Text className={own.secondary}>{t('deletion.queuedBy', { person })}</Text>}
        {message && <Text>{describe(message)}</Text>}
      </div>
      {isGone && hasSnapshot && (
        <Button
          size="small"
          aria-label={t('deletion.restoreOf', { title: name })}
          disabledFocusable={props.isBusy}
          onClick={props.onRestore}
        >
          {t('deletion.restore')}
        </Button>
      )}
    </li>
  );
}
