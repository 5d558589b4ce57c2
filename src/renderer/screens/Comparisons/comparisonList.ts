import type { Comparison } from '../../../shared/comparisons/comparison.ts';
import type { CallInput } from '../../../shared/contract/contract.ts';
import { call } from '../../state/data/client.ts';
import { storeAnswer } from '../../state/data/invalidation.ts';
import { cachedAnswer } from '../../state/data/queries.ts';
import { withOne } from '../../state/data/staleCalls.ts';

/** Starts a comparison and returns its id. Throws an AppError. */
export async function beginComparison(wanted: CallInput<'comparisons.start'>): Promise<number> {
  const begun = await call('comparisons.start', wanted);
  const { accountId } = begun;
  // A short one may have ended, and its event arrived, before this call returns.
  const isKnown = cachedAnswer('comparisons.list', { accountId })?.some(({ id }) => id === begun.id);
  if (!isKnown) storeComparison(begun);
  return begun.id;
}

/** Shows a comparison that a call has just returned. */
export function storeComparison(changed: Comparison): void {
  const { accountId } = changed;
  storeAnswer('comparisons.list', { accountId }, (list) => list && withOne(list, changed));
}

/** Removes a comparison from the list, here and in the store; its drafts stay. Throws an AppError. */
export async function removeComparison({ id, accountId }: Comparison): Promise<void> {
  await call('comparisons.remove', { id });
  storeAnswer('comparisons.list', { accountId }, (list) => list?.filter((one) => one.id !== id));
}
