import { words } from '../../../shared/i18n/words.ts';
import { announce } from '../../state/announce.ts';
import { asAppError, call } from '../../state/client.ts';
import { draftTotal, idsBetween } from '../../state/draftRows.ts';
import { setPicked, useDraftsView } from '../../state/draftsView.ts';
import { formatNumber } from '../../state/format.ts';
import { showDone, showError } from '../../state/notices.ts';
import {
  countPicked,
  isPicked,
  type Picked,
  pick,
  pickAll,
  pickNothing,
  toSelection,
} from '../../state/picked.ts';
import { draftHref, go } from '../../state/route.ts';
import { getAccount } from '../../state/session.ts';
import { showUndoable } from '../../state/undo.ts';

/** What was picked before the range that is being picked. */
let before: Picked = pickNothing;
/** A range whose rows are still fetched when another one is chosen is dropped. */
let latestRange: object | null = null;

/** Opens a record beside the list. */
export function openDraft(id: number): void {
  go(draftHref(id));
}

/** A range begins: what is picked now stays whatever becomes of the range. */
export function beginRange(): void {
  before = useDraftsView.getState().picked;
}

/** Picks a draft, or lets it go. */
export function togglePick(id: number | undefined): void {
  const { picked } = useDraftsView.getState();
  if (id === undefined) return;
  changePicked(pick(picked, [id], !isPicked(picked, id)));
  beginRange();
}

/** Picks rows `first` to `last` of `total`, and no longer what an earlier end of the range had picked. */
export async function pickRange(first: number, last: number, total: number): Promise<void> {
  const range = {};
  latestRange = range;
  if (first === 0 && last + 1 === total) return pickEverything();
  try {
    const ids = await idsBetween(first, last);
    if (latestRange === range) changePicked(pick(before, ids, true));
  } catch (error) {
    showError(asAppError(error));
  }
}

/** Picks all that match, seen or not. */
export function pickEverything(): void {
  changePicked(pickAll);
}

/** Lets go of everything. */
export function pickNone(): void {
  before = pickNothing;
  changePicked(pickNothing);
}

/** Moves what is picked to the trash, and offers to take that back. */
export async function trashPicked(): Promise<void> {
  await actOnPicked('drafts.trash', ({ count, undoId, wanted }) => {
    const left = wanted - count;
    const done = words.t('drafts.trashed', { count, n: formatNumber(count) });
    showUndoable(
      left > 0 ? `${done} ${words.t('drafts.notTrashed', { count: left, n: formatNumber(left) })}` : done,
      undoId,
    );
  });
}

/** Moves what is picked to the trash, or else this draft. */
export function trashPickedOr(id: number | undefined): void {
  const { picked } = useDraftsView.getState();
  const isNothing = !picked.all && picked.ids.size === 0;
  if (isNothing && id === undefined) return;
  if (isNothing && id !== undefined) setPicked(pick(picked, [id], true));
  void trashPicked();
}

/** Takes what is picked out of the trash. */
export async function restorePicked(): Promise<void> {
  await actOnPicked('drafts.restore', ({ count, undoId }) =>
    showUndoable(words.t('drafts.restored', { count, n: formatNumber(count) }), undoId),
  );
}

/** Removes what is picked for good. */
export async function purgePicked(): Promise<void> {
  await actOnPicked('drafts.purge', ({ count }) =>
    showDone(words.t('drafts.purged', { count, n: formatNumber(count) })),
  );
}

async function actOnPicked(
  name: 'drafts.trash' | 'drafts.restore' | 'drafts.purge',
  tell: (done: { count: number; undoId?: number | null; wanted: number }) => void,
): Promise<void> {
  const accountId = getAccount()?.id;
  const { picked, filter } = useDraftsView.getState();
  if (accountId === undefined) return;
  try {
    const wanted = countPicked(picked, draftTotal());
    const done = await call(name, { accountId, selection: toSelection(picked, filter) });
    setPicked(pickNothing);
    tell({ ...done, wanted });
  } catch (error) {
    showError(asAppError(error));
  }
}

function changePicked(picked: Picked): void {
  setPicked(picked);
  const count = countPicked(picked, draftTotal());
  announce(
    count === 0 ? words.t('drafts.nonePicked') : words.t('drafts.picked', { count, n: formatNumber(count) }),
  );
}
