import type { ApplicationRow } from '../../../shared/application/applicationDraft.ts';
import { hasLeft } from '../../../shared/application/applicationStatus.ts';
import { i18n } from '../../../shared/i18n/i18n.ts';
import { sinceText } from '../../../shared/i18n/sinceText.ts';
import { attempt } from '../attempt.ts';
import { readApplications, shownApplications } from '../data/applications.ts';
import { call } from '../data/client.ts';
import { fetchAgain } from '../data/queries.ts';
import { getAccount, whenAccount } from '../data/session.ts';
import { showDone } from '../dialogs/notices.ts';
import { formatNumber } from '../format.ts';
import { go } from '../navigation/route.ts';
import { openFixing } from './fixing.ts';
import { useRequestsView } from './requestsView.ts';
import { showUndoable } from './undo.ts';

/** Creates an empty application and opens it. */
export async function createApplication(): Promise<void> {
  const account = await whenAccount();
  await attempt(async () => {
    const { id } = await call('applications.create', { accountId: account.id, journalId: null });
    go({ screen: 'update-requests', applicationId: id, field: null });
  });
}

/** Starts fixing mode with the selected applications, or else with the list that is shown, in its order. */
export async function fixRequests(): Promise<void> {
  const accountId = getAccount()?.id;
  const { list, picked } = useRequestsView.getState();
  if (accountId === undefined || list === 'trash') return;
  const ids = shownApplications(accountId).map(({ id }) => id);
  const wanted = picked.size > 0 ? ids.filter((id) => picked.has(id)) : ids;
  await attempt(async () => openFixing(await call('fixing.startRequests', { accountId, list, ids: wanted })));
}

/** Moves applications to the trash, or asks first if an editor at the directory may still decide on one. */
export async function askToTrash(ids: readonly number[]): Promise<void> {
  const accountId = getAccount()?.id;
  if (accountId === undefined) return;
  await attempt(async () => {
    // The open one may be in another list than the one that is shown.
    const rows = (await readApplications(accountId)).filter(({ id }) => ids.includes(id));
    if (rows.some(isUndecided)) useRequestsView.setState({ trashing: rows });
    else await trash(ids);
  });
}

/** Returns true if the directory has the application and has not decided on it. */
export function isUndecided({ remoteId, status }: ApplicationRow): boolean {
  return remoteId !== null && !hasLeft(status) && status !== 'accepted' && status !== 'rejected';
}

/** Moves applications to the trash; can be undone at once. */
export async function trash(ids: readonly number[]): Promise<void> {
  await move('applications.trash', ids, ({ count, undoId }) =>
    showUndoable(
      i18n.t('requests.trashed', { count, n: formatNumber(count) }) + leftText(ids.length - count),
      undoId,
    ),
  );
}

export async function restore(ids: readonly number[]): Promise<void> {
  await move('applications.restore', ids, ({ count, undoId }) =>
    showUndoable(i18n.t('requests.restored', { count, n: formatNumber(count) }), undoId),
  );
}

/** Deletes applications from the trash permanently: those of the plan that the user confirmed. */
export async function purge(ids: readonly number[], plan: string): Promise<void> {
  await attempt(async () => {
    const { count, since } = await call('applications.purge', { plan });
    leave(ids);
    const done = i18n.t('requests.purged', { count, n: formatNumber(count) });
    showDone(`${done} ${sinceText(since, 'requests')}`.trim());
  });
}

export async function cancelSending(ids: readonly number[]): Promise<void> {
  const accountId = getAccount()?.id;
  if (accountId === undefined) return;
  await attempt(async () => {
    const { count } = await call('applications.cancel', { accountId, ids: [...ids] });
    showDone(i18n.t('requests.cancelled', { count, n: formatNumber(count) }));
  });
}

/** Asks the directory for the state of an application whose outcome is unknown. */
export async function lookUp(id: number): Promise<void> {
  await attempt(async () => {
    await call('applications.lookUp', { id });
    showDone(i18n.t('requests.lookedUp'));
  });
}

/** Asks the directory for the state of some applications, or of all including those not known here yet. */
export async function askDirectory(ids?: readonly number[]): Promise<void> {
  const accountId = getAccount()?.id;
  if (accountId === undefined) return;
  await attempt(async () => {
    const { asked, changed, found } = await call('applications.refresh', {
      accountId,
      ...(ids && { ids: [...ids] }),
    });
    const parts = [
      i18n.t('requests.asked', { count: asked, n: formatNumber(asked) }),
      (changed > 0 || found === 0) &&
        i18n.t('requests.changed', { count: changed, n: formatNumber(changed) }),
      found > 0 && i18n.t('requests.foundMore', { count: found, n: formatNumber(found) }),
    ];
    showDone(parts.filter(Boolean).join(' '));
  });
}

async function move(
  name: 'applications.trash' | 'applications.restore',
  ids: readonly number[],
  report: (done: { count: number; undoId?: number | null }) => void,
): Promise<void> {
  const accountId = getAccount()?.id;
  if (accountId === undefined) return;
  await attempt(async () => {
    const done = await call(name, { accountId, ids: [...ids] });
    leave(ids);
    report(done);
  });
}

/** Ends the selection after its applications were moved. */
function leave(ids: readonly number[]): void {
  useRequestsView.setState(({ openId }) => ({
    picked: new Set(),
    openId: openId !== null && ids.includes(openId) ? null : openId,
  }));
  void fetchAgain('applications.list');
}

/** An application that is being sent cannot be trashed. */
function leftText(left: number): string {
  return left > 0 ? ` ${i18n.t('requests.notTrashed', { count: left, n: formatNumber(left) })}` : '';
}
