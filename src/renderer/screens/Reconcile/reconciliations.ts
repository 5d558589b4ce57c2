import type { CallInput } from '../../../shared/contract/contract.ts';
import type { Reconciliation } from '../../../shared/reconcile/reconciling.ts';
import { call } from '../../state/data/client.ts';
import { cachedAnswer, storeAnswer } from '../../state/data/queries.ts';
import { withOne } from '../../state/data/staleCalls.ts';

/** Starts a comparison and returns its id. Throws an AppError. */
export async function beginReconciliation(wanted: CallInput<'reconcile.start'>): Promise<number> {
  const begun = await call('reconcile.start', wanted);
  const { accountId } = begun;
  // A short one may have ended, and its event arrived, before this call returns.
  const isKnown = cachedAnswer('reconcile.list', { accountId })?.some(({ id }) => id === begun.id);
  if (!isKnown) storeReconciliation(begun);
  return begun.id;
}

/** Shows a comparison that a call has just returned. */
export function storeReconciliation(changed: Reconciliation): void {
  const { accountId } = changed;
  storeAnswer('reconcile.list', { accountId }, (list) => list && withOne(list, changed));
}

/** Removes a comparison from the list, here and in the store; its drafts stay. Throws an AppError. */
export async function removeReconciliation({ id, accountId }: Reconciliation): Promise<void> {
  await call('reconcile.remove', { id });
  storeAnswer('reconcile.list', { accountId }, (list) => list?.filter((one) => one.id !== id));
}
