import { i18n } from '../../../shared/i18n/i18n.ts';
import { sinceText } from '../../../shared/i18n/sinceText.ts';
import { announce } from '../../state/announce.ts';
import { attempt } from '../../state/attempt.ts';
import { call } from '../../state/data/client.ts';
import { getAccount } from '../../state/data/session.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatNumber } from '../../state/format.ts';
import { draftHref, go } from '../../state/navigation/route.ts';
import { draftTotal, idsBetween } from '../../state/records/draftRows.ts';
import { setPicked, useDraftsView } from '../../state/records/draftsView.ts';
import {
  countPicked,
  isAnyPicked,
  isPicked,
  type Picked,
  pick,
  pickAll,
  pickedInBoth,
  pickNothing,
  toSelection,
} from '../../state/records/picked.ts';
import { showUndoable } from '../../state/records/undo.ts';

/** The selection before the range that is being selected. */
let before: Picked = pickNothing;
/** If another range is chosen, or nothing or everything, while rows are being fetched, the earlier range is dropped. */
let latestRange: object | null = null;

export function openDraft(id: number): void {
  go(draftHref(id));
}

/** Starts a range; the current selection stays whatever happens to the range. */
export function beginRange(): void {
  before = useDraftsView.getState().picked;
}

export function togglePick(id: number | undefined): void {
  const { picked } = useDraftsView.getState();
  if (id === undefined) return;
  changePicked(pick(picked, [id], !isPicked(picked, id)));
  beginRange();
}

/**
 * Selects rows `first` to `last` of `total`, and deselects those that only an earlier end of the range had selected;
 * nothing if another list is shown before the rows are known.
 */
export async function pickRange(first: number, last: number, total: number): Promise<void> {
  if (first === 0 && last + 1 === total) return pickEverything();
  const range = {};
  latestRange = range;
  const { filter, sort } = useDraftsView.getState();
  await attempt(async () => {
    const ids = await idsBetween(first, last);
    const now = useDraftsView.getState();
    if (latestRange !== range || now.filter !== filter || now.sort !== sort) return;
    // What is no longer selected was deselected with another list, or by an action.
    changePicked(pick(pickedInBoth(before, now.picked), ids, true));
  });
}

/** Selects all matching drafts, loaded or not. */
export function pickEverything(): void {
  latestRange = null;
  changePicked(pickAll);
}

export function pickNone(): void {
  latestRange = null;
  before = pickNothing;
  changePicked(pickNothing);
}

/** Moves the selected drafts to the trash, and offers to undo it. */
export async function trashPicked(): Promise<void> {
  await actOnPicked('drafts.trash', ({ count, undoId, wanted }) => {
    const left = wanted - count;
    const done = i18n.t('drafts.trashed', { count, n: formatNumber(count) });
    showUndoable(
      left > 0 ? `${done} ${i18n.t('drafts.notTrashed', { count: left, n: formatNumber(left) })}` : done,
      undoId,
    );
  });
}

/** Moves the selected drafts to the trash, or this draft if none is selected. */
export function trashPickedOr(id: number | undefined): void {
  const { picked } = useDraftsView.getState();
  if (!isAnyPicked(picked, draftTotal())) {
    if (id === undefined) return;
    setPicked(pick(pickNothing, [id], true));
  }
  void trashPicked();
}

export async function restorePicked(): Promise<void> {
  await actOnPicked('drafts.restore', ({ count, undoId }) =>
    showUndoable(i18n.t('drafts.restored', { count, n: formatNumber(count) }), undoId),
  );
}

/** Deletes permanently what the user confirmed. */
export async function purgePicked(plan: string): Promise<void> {
  await attempt(async () => {
    const { count, since } = await call('drafts.purge', { plan });
    setPicked(pickNothing);
    const done = i18n.t('drafts.purged', { count, n: formatNumber(count) });
    showDone(`${done} ${sinceText(since, 'drafts')}`.trim());
  });
}

async function actOnPicked(
  name: 'drafts.trash' | 'drafts.restore',
  report: (done: { count: number; undoId?: number | null; wanted: number }) => void,
): Promise<void> {
  const accountId = getAccount()?.id;
  const { picked, filter } = useDraftsView.getState();
  if (accountId === undefined) return;
  await attempt(async () => {
    const wanted = countPicked(picked, draftTotal() ?? 0);
    const done = await call(name, { accountId, selection: toSelection(picked, filter) });
    setPicked(pickNothing);
    report({ ...done, wanted });
  });
}

function changePicked(picked: Picked): void {
  setPicked(picked);
  const count = countPicked(picked, draftTotal() ?? 0);
  announce(
    count === 0 ? i18n.t('drafts.nonePicked') : i18n.t('drafts.picked', { count, n: formatNumber(count) }),
  );
}
