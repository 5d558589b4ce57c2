import { Field, Radio, RadioGroup, Text } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { CallOutput } from '../../../shared/contract/contract.ts';
import type { AppError } from '../../../shared/errors.ts';
import { accountName } from '../../../shared/i18n/accountName.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { sinceText } from '../../../shared/i18n/sinceText.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { NumberTiles } from '../../parts/upload/NumberTiles.tsx';
import { useWatchedAction } from '../../parts/useWatchedAction.ts';
import { type Progress, Working } from '../../parts/Working.tsx';
import { asAppError, call } from '../../state/data/client.ts';
import { useAccounts } from '../../state/data/session.ts';
import type { DialogProps, DialogRequests } from '../../state/dialogs/dialogs.ts';
import { formatNumber } from '../../state/format.ts';
import { setPicked } from '../../state/records/draftsView.ts';
import { pickNothing } from '../../state/records/picked.ts';
import { showUndoable } from '../../state/records/undo.ts';
import { cancelEdit, edits, watchProgress } from './useEditPreview.ts';

/** Copies drafts to another account: the account, how many it has already, and the progress. */
export function CopyDialog({ request, onClose }: DialogProps<'copyDrafts'>) {
  const accounts = useAccounts().filter(({ id }) => id !== request.accountId);
  const [chosen, setChosen] = useState<string | null>(null);
  const to = accounts.find(({ id }) => id === chosen) ?? accounts[0];
  const { preview, progress, error } = useCopyPreview(request, to?.id ?? null);
  const copying = useCopying(onClose);
  const count = preview?.fresh ?? 0;
  return (
    <AppDialog
      help="accounts"
      title={t('copy.title')}
      error={copying.error ?? error}
      close={copying.isBusy ? t('edits.stop') : t('common.cancel')}
      action={
        to && {
          label: preview ? t('copy.go', { count, n: formatNumber(count) }) : t('copy.goLater'),
          isDisabled: count === 0 || copying.isBusy,
          run: () => preview && copying.run(preview.id, accountName(to)),
        }
      }
      onClose={() => (copying.isBusy ? copying.stop() : onClose())}
    >
      {!to && <p>{t('copy.noAccount')}</p>}
      {to && (
        <Field label={t('copy.to')}>
          <RadioGroup value={to.id} disabled={copying.isBusy} onChange={(_, { value }) => setChosen(value)}>
            {accounts.map((account) => (
              <Radio key={account.id} value={account.id} label={accountName(account)} />
            ))}
          </RadioGroup>
        </Field>
      )}
      {to && <p>{t('copy.about')}</p>}
      {preview && !copying.isBusy && <Counts preview={preview} />}
      {to && !error && (copying.isBusy || !preview) && (
        <Working
          label={t(copying.isBusy ? 'copy.working' : 'copy.previewing')}
          progress={copying.isBusy ? copying.progress : progress}
        />
      )}
    </AppDialog>
  );
}

type Preview = CallOutput<'edits.copyPreview'>;

function Counts({ preview: { fresh, known, tooLarge, unreadable, selected } }: { preview: Preview }) {
  const styles = useCommonStyles();
  return (
    <div role="status" className={styles.stackOfRows}>
      <NumberTiles
        tiles={[
          { key: 'fresh', value: fresh, label: t('copy.fresh'), tone: 'good' },
          { key: 'known', value: known, label: t('copy.known'), tone: 'plain' },
        ]}
      />
      {tooLarge > 0 && <Text>{t('edits.tooLarge', { count: tooLarge, n: formatNumber(tooLarge) })}</Text>}
      {unreadable > 0 && (
        <Text>{t('edits.unreadable', { count: unreadable, n: formatNumber(unreadable) })}</Text>
      )}
      {selected > 0 && fresh === 0 && <Text>{t('copy.nothing')}</Text>}
    </div>
  );
}

/** A preview of copying to an account; choosing another account makes a new one. */
function useCopyPreview({ accountId, selection }: DialogRequests['copyDrafts'], to: string | null) {
  const [state, setState] = useState<{
    to: string | null;
    preview: Preview | null;
    progress: Progress | null;
    error: AppError | null;
  }>({ to: null, preview: null, progress: null, error: null });
  useEffect(() => {
    if (to === null) return;
    const watch = crypto.randomUUID();
    let isLeft = false;
    const set = (change: { preview?: Preview; progress?: Progress; error?: AppError }) => {
      if (!isLeft) setState({ to, preview: null, progress: null, error: null, ...change });
    };
    set({});
    const stop = watchProgress(watch, (progress) => set({ progress }));
    call('edits.copyPreview', { accountId, selection, to, watch })
      .then((preview) => set({ preview }))
      .catch((error) => set({ error: asAppError(error) }))
      .finally(stop);
    return () => {
      isLeft = true;
      cancelEdit(watch);
    };
  }, [accountId, selection, to]);
  return state.to === to ? state : { preview: null, progress: null, error: null };
}

/** Copies the drafts of a preview, and reports the result with an offer to undo it. */
function useCopying(onClose: () => void) {
  return useWatchedAction(edits, async (watch, preview: number, account: string) => {
    const result = await call('edits.copy', { preview, watch });
    const { copied, known, tooLarge, unreadable, since, isCancelled, undoId } = result;
    // What is left can be copied with the same selection.
    if (!isCancelled) setPicked(pickNothing);
    onClose();
    const parts = [
      t(isCancelled ? 'copy.stopped' : 'copy.done', { count: copied, n: formatNumber(copied), account }),
      known > 0 && t('copy.left', { count: known, n: formatNumber(known), account }),
      tooLarge > 0 && t('edits.tooLarge', { count: tooLarge, n: formatNumber(tooLarge) }),
      unreadable > 0 && t('edits.unreadable', { count: unreadable, n: formatNumber(unreadable) }),
      sinceText(since, 'drafts'),
    ];
    showUndoable(parts.filter(Boolean).join(' '), undoId);
  });
}
