import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  Spinner,
  tokens,
} from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';
import { ReviewAndSend } from '../../parts/application/ReviewAndSend.tsx';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { useReturnOfFocus } from '../../parts/useReturnOfFocus.ts';
import { announce } from '../../state/announce.ts';
import { asAppError, call } from '../../state/client.ts';
import { formatNumber } from '../../state/format.ts';
import { setPickedJournals } from '../../state/journalsView.ts';
import { go } from '../../state/route.ts';
import { useAccount } from '../../state/session.ts';
import { showUndoable } from '../../state/undo.ts';
import { type ChangeDraft, isGoing, type Previews, toBulkChanges } from './bulkChanges.ts';
import { ChangeEditor } from './ChangeEditor.tsx';
import { ManyPreview } from './ManyPreview.tsx';

const useStyles = makeStyles({
  surface: {
    maxWidth: '860px',
    width: 'calc(100vw - 16px)',
    '@media (max-width: 480px)': { padding: tokens.spacingHorizontalM },
  },
  content: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    // If there is no room the content scrolls instead of shrinking.
    gridAutoRows: 'max-content',
    rowGap: tokens.spacingVerticalM,
  },
  text: { margin: 0 },
  add: { justifySelf: 'start' },
  waiting: { justifyContent: 'start' },
  actions: { '@media (max-width: 480px)': { gridColumnStart: 1 } },
});

/** One change for many journals: defined, previewed for each of them, turned into drafts, and sent. */
export function ManyChanges(props: {
  accountId: string;
  journalIds: readonly string[];
  onClose: () => void;
}) {
  const [made, setMade] = useState<readonly number[] | null>(null);
  const { accountId, onClose } = props;
  if (!made) return <ChangesDialog {...props} onMade={setMade} />;
  const leave = () => {
    onClose();
    go('#/update-requests');
  };
  return <ReviewAndSend accountId={accountId} ids={[...made]} onClose={leave} />;
}

function ChangesDialog(props: {
  accountId: string;
  journalIds: readonly string[];
  onClose: () => void;
  onMade: (ids: readonly number[]) => void;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { journalIds, onClose } = props;
  const account = useAccount();
  const [drafts, setDrafts] = useState<readonly ChangeDraft[]>([blank(0)]);
  const work = useWork(props, drafts);
  useReturnOfFocus();
  const count = journalIds.length;
  const going = work.previews?.filter(isGoing).length ?? 0;
  const edit = (next: readonly ChangeDraft[]) => {
    setDrafts(next);
    work.forget();
  };
  if (!account) return null;
  return (
    <Dialog open modalType="alert" onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{t('journals.many.title', { count, n: formatNumber(count) })}</DialogTitle>
          <DialogContent className={styles.content}>
            <p className={styles.text}>{t('journals.many.text')}</p>
            {drafts.map((draft, at) => (
              <ChangeEditor
                key={draft.key}
                account={account}
                change={draft}
                place={at + 1}
                onChange={(next) => edit(drafts.map((one) => (one.key === next.key ? next : one)))}
                onRemove={
                  drafts.length > 1 ? () => edit(drafts.filter(({ key }) => key !== draft.key)) : null
                }
              />
            ))}
            <Button
              size="small"
              className={styles.add}
              icon={<AddRegular />}
              onClick={() => edit([...drafts, blank(Math.max(...drafts.map(({ key }) => key)) + 1)])}
            >
              {t('journals.many.addChange')}
            </Button>
            {work.error && <ErrorPanel error={work.error} />}
            {work.isBusy && <Spinner className={styles.waiting} label={t('journals.many.working')} />}
            {work.previews && !work.isBusy && <ManyPreview previews={work.previews} />}
          </DialogContent>
          <DialogActions className={styles.actions} fluid>
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            {work.previews ? (
              <Button
                appearance="primary"
                disabledFocusable={work.isBusy || going === 0}
                onClick={() => going > 0 && void work.create()}
              >
                {t('journals.many.create', { count: going, n: formatNumber(going) })}
              </Button>
            ) : (
              <Button
                appearance="primary"
                disabledFocusable={work.isBusy || work.changes === null}
                onClick={() => void work.preview()}
              >
                {t('journals.many.preview')}
              </Button>
            )}
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

/** Previews the changes of each journal, and creates the drafts. */
function useWork(
  props: { accountId: string; journalIds: readonly string[]; onMade: (ids: readonly number[]) => void },
  drafts: readonly ChangeDraft[],
) {
  const { t } = useTranslation();
  const { accountId, journalIds } = props;
  const [previews, setPreviews] = useState<Previews | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const changes = toBulkChanges(drafts);
  const run = async (work: (changes: NonNullable<ReturnType<typeof toBulkChanges>>) => Promise<void>) => {
    if (changes === null || isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await work(changes);
    } catch (cause) {
      setError(asAppError(cause));
    }
    setBusy(false);
  };
  return {
    previews,
    error,
    isBusy,
    changes,
    forget: () => setPreviews(null),
    preview: () =>
      run(async (all) => {
        const next = await call('applications.previewMany', {
          accountId,
          journalIds: [...journalIds],
          changes: all,
        });
        setPreviews(next);
        const count = next.filter(isGoing).length;
        announce(t('journals.many.would', { count, n: formatNumber(count) }));
      }),
    create: () =>
      run(async (all) => {
        const going = previews?.filter(isGoing).map(({ journalId }) => journalId) ?? [];
        const input = { accountId, journalIds: going, changes: all };
        const { ids, undoId } = await call('applications.createMany', input);
        setPickedJournals(new Set());
        showUndoable(t('journals.many.made', { count: ids.length, n: formatNumber(ids.length) }), undoId);
        props.onMade(ids);
      }),
  };
}

function blank(key: number): ChangeDraft {
  return { key, path: '', how: 'set', record: {} };
}
