import type { CallInput } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { msg } from '../../../shared/message.ts';
import { attempt } from '../attempt.ts';
import { call } from '../data/client.ts';
import { type ChosenDrafts, openDialog } from '../dialogs/dialogs.ts';
import { formatNumber } from '../format.ts';
import { go } from '../navigation/route.ts';
import { chosenDrafts } from './chosenDrafts.ts';
import { replaceFilter } from './draftsView.ts';
import { saveOpenRecords } from './openRecords.ts';
import { showUndoable } from './undo.ts';

export type ReviewChange = Pick<CallInput<'drafts.assign'>, 'review' | 'assignee'>;

/** Asks for the review and assignee of the selected drafts, else of the open one. */
export async function reviewPicked(): Promise<void> {
  const drafts = chosenDrafts();
  if (!drafts) return;
  await attempt(async () => {
    const [id] = 'ids' in drafts.selection && drafts.selection.ids.length === 1 ? drafts.selection.ids : [];
    openDialog('review', { ...drafts, now: id === undefined ? null : await call('drafts.get', { id }) });
  });
}

/** Sets the review or assignee of the selected drafts, else of the open one. */
export async function assignPicked(change: ReviewChange): Promise<void> {
  const drafts = chosenDrafts();
  if (drafts) await attempt(() => assign(drafts, change));
}

/** Saves open drafts first, because an approval means what is on the screen; if that fails, error `state`. */
export async function assign({ accountId, selection }: ChosenDrafts, change: ReviewChange): Promise<void> {
  const ids = 'ids' in selection ? new Set(selection.ids) : null;
  if (!(await saveOpenRecords('draft', ids)))
    throw new AppError('state', msg('sharing.review.unsaved'), { fix: msg('sharing.review.unsavedFix') });
  const { count, undoId } = await call('drafts.assign', { accountId, selection, ...change });
  showUndoable(t('sharing.review.done', { count, n: formatNumber(count) }), undoId);
}

/** Lists the drafts that are assigned to this person. */
export async function showOwn(): Promise<void> {
  await attempt(async () => {
    const { me } = await call('office.status', {});
    replaceFilter({ assignee: [me] });
    go('#/drafts');
  });
}

export async function assignToMe(): Promise<void> {
  await attempt(async () => assignPicked({ assignee: (await call('office.status', {})).me }));
}
