import { Text } from '@fluentui/react-components';
import { useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { sinceText } from '../../../shared/i18n/sinceText.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { useWatchedAction } from '../../parts/useWatchedAction.ts';
import { Working } from '../../parts/Working.tsx';
import { call } from '../../state/data/client.ts';
import { useCall } from '../../state/data/queries.ts';
import type { DialogProps, DialogRequests } from '../../state/dialogs/dialogs.ts';
import { formatNumber } from '../../state/format.ts';
import { useDraftsView } from '../../state/records/draftsView.ts';
import { markFixed } from '../../state/records/fixing.ts';
import { showUndoable } from '../../state/records/undo.ts';
import { EditChoice } from './EditChoice.tsx';
import { EditedRows } from './EditedRows.tsx';
import { firstInput, toEdit } from './editInput.ts';
import { edits, useEditPreview } from './useEditPreview.ts';

/** Edits many drafts at once: the operation, a preview of each change with a box to leave it out, and the progress. */
export function BulkEditDialog({ request, onClose }: DialogProps<'bulkEdit'>) {
  const { accountId, selection, fix } = request;
  const [input, setInput] = useState(() => firstInput(fix && { do: 'fix', ...fix }));
  const sort = useDraftsView((view) => view.sort);
  const edit = toEdit(input);
  const shown = useEditPreview({ accountId, selection, sort }, edit);
  const { preview, isCurrent } = shown;
  const [left, setLeft] = useState<{ preview: number; ids: ReadonlySet<number> }>();
  const except = left && left.preview === preview?.id ? left.ids : none;
  const applying = useApply(onClose);
  const selected = useSelectedCount(request);
  const count = isCurrent && preview ? preview.changed - except.size : 0;
  return (
    <AppDialog
      isAlert
      help="editing"
      title={t('edits.title')}
      maxWidth="960px"
      error={applying.error ?? (shown.isBusy ? null : shown.error)}
      close={applying.isBusy ? t('edits.stop') : t('common.cancel')}
      action={{
        label:
          isCurrent && preview ? t('edits.apply', { count, n: formatNumber(count) }) : t('edits.applyNone'),
        isDisabled: count === 0 || applying.isBusy,
        run: () => preview && applying.run(preview.id, [...except]),
      }}
      onClose={() => (applying.isBusy ? applying.stop() : onClose())}
    >
      <EditChoice accountId={accountId} input={input} isLocked={applying.isBusy} onChange={setInput} />
      <Summary {...shown} selected={selected} isAsked={edit !== null} left={except.size} />
      {applying.isBusy ? (
        <Working label={t('edits.working')} progress={applying.progress} />
      ) : (
        shown.isBusy && <Working label={t('edits.previewing')} progress={shown.progress} />
      )}
      {preview && preview.changed > 0 && (
        <EditedRows
          preview={preview}
          except={except}
          isLocked={applying.isBusy || !isCurrent}
          onExcept={(ids) => setLeft({ preview: preview.id, ids })}
        />
      )}
    </AppDialog>
  );
}

const none: ReadonlySet<number> = new Set();

/** How many drafts are selected; null until that is known. */
function useSelectedCount({ accountId, selection }: DialogRequests['bulkEdit']): number | null {
  const sort = useDraftsView((view) => view.sort);
  const input =
    'ids' in selection ? null : { accountId, filter: selection.filter, sort, offset: 0, limit: 1 };
  const { data } = useCall('drafts.list', input);
  if ('ids' in selection) return selection.ids.length;
  return data ? data.total - selection.except.length : null;
}

/** How many drafts are selected or change, in a status that screen readers announce. */
function Summary(
  props: Pick<ReturnType<typeof useEditPreview>, 'preview' | 'isCurrent'> & {
    selected: number | null;
    isAsked: boolean;
    left: number;
  },
) {
  const { preview, selected, left } = props;
  return (
    <div role="status">
      {!props.isAsked &&
        selected !== null &&
        t('edits.selected', { count: selected, n: formatNumber(selected) })}{' '}
      {!props.isAsked && t('edits.enter')}
      {props.isAsked && props.isCurrent && preview && (
        <Text>
          {[
            t('edits.changed', {
              count: preview.selected,
              changed: formatNumber(preview.changed),
              n: formatNumber(preview.selected),
            }),
            left > 0 && t('edits.left', { count: left, n: formatNumber(left) }),
            preview.tooLarge > 0 &&
              t('edits.tooLarge', { count: preview.tooLarge, n: formatNumber(preview.tooLarge) }),
            preview.unreadable > 0 &&
              t('edits.unreadable', { count: preview.unreadable, n: formatNumber(preview.unreadable) }),
          ]
            .filter(Boolean)
            .join(' ')}
        </Text>
      )}
    </div>
  );
}

/** Applies a preview, and reports the result with an offer to undo it. */
function useApply(onClose: () => void) {
  return useWatchedAction(edits, async (watch, preview: number, except: number[]) => {
    const { changed, tooLarge, unreadable, since, isCancelled, undoId } = await call('edits.apply', {
      preview,
      except,
      watch,
    });
    onClose();
    void markFixed();
    const parts = [
      t(isCancelled ? 'edits.stopped' : 'edits.done', { count: changed, n: formatNumber(changed) }),
      tooLarge > 0 && t('edits.tooLarge', { count: tooLarge, n: formatNumber(tooLarge) }),
      unreadable > 0 && t('edits.unreadable', { count: unreadable, n: formatNumber(unreadable) }),
      sinceText(since, 'drafts'),
    ];
    showUndoable(parts.filter(Boolean).join(' '), undoId);
  });
}
