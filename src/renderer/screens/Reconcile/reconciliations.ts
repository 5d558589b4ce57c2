import { create } from 'zustand';
import type { CallInput } from '../../../shared/contract/contract.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Reconciliation } from '../../../shared/reconcile/reconciling.ts';
import { asAppError, call, callAndListen, onEvent } from '../../state/client.ts';

interface Reconciliations {
  accountId: string | null;
  /** Newest first; null before the first answer. */
  list: readonly Reconciliation[] | null;
  error: AppError | null;
}

const nothing: Reconciliations = { accountId: null, list: null, error: null };

/** Comparisons of the account in use with the directory. */
export const useReconciliations = create<Reconciliations>(() => nothing);

/** Shows the comparisons of an account and keeps them live; returns a function that stops it. */
export function followReconciliations(accountId: string): () => void {
  if (useReconciliations.getState().accountId !== accountId) {
    useReconciliations.setState({ ...nothing, accountId });
  }
  void loadReconciliations();
  return onEvent('reconcile.changed', (changed) => {
    if (changed.accountId === useReconciliations.getState().accountId) takeReconciliation(changed);
  });
}

/** Fetches the list again. */
export async function loadReconciliations(): Promise<void> {
  const { accountId } = useReconciliations.getState();
  if (accountId === null) return;
  try {
    const { answer, told } = await callAndListen('reconcile.list', { accountId }, 'reconcile.changed');
    if (useReconciliations.getState().accountId !== accountId) return;
    const mine = told.filter((one) => one.accountId === accountId);
    useReconciliations.setState({ list: [...answer, ...mine].reduce(merge, []), error: null });
  } catch (error) {
    useReconciliations.setState({ error: asAppError(error) });
  }
}

/** Begins a comparison and answers its id; a short one may be over before the answer is here, and what was told of it counts. Throws an AppError. */
export async function beginReconciliation(wanted: CallInput<'reconcile.start'>): Promise<number> {
  const { answer, told } = await callAndListen('reconcile.start', wanted, 'reconcile.changed');
  takeReconciliation(told.findLast(({ id }) => id === answer.id) ?? answer);
  return answer.id;
}

/** Takes what main says of one comparison. */
export function takeReconciliation(changed: Reconciliation): void {
  useReconciliations.setState(({ list }) => ({ list: merge(list ?? [], changed) }));
}

/** Removes a comparison from the list, here and in the store; its drafts stay. Throws an AppError. */
export async function removeReconciliation(id: number): Promise<void> {
  await call('reconcile.remove', { id });
  useReconciliations.setState(({ list }) => ({ list: (list ?? []).filter((one) => one.id !== id) }));
}

function merge(list: readonly Reconciliation[], changed: Reconciliation): Reconciliation[] {
  return [changed, ...list.filter((one) => one.id !== changed.id)].sort((a, b) => b.id - a.id);
}
