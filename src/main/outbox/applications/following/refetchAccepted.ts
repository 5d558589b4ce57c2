import { AppError } from '../../../../shared/errors.ts';
import type { AskOptions } from '../../../remote/directoryClient.ts';
import type { ApplicationParts } from '../applicationParts.ts';

/**
 * Fetches the stored journals that were changed by an acceptance since they were fetched. Those that cannot be fetched
 * now stay due for the next check.
 */
export async function refetchAccepted(
  { store, journalRecords, publish }: Pick<ApplicationParts, 'store' | 'journalRecords' | 'publish'>,
  accountId: string,
  ask: AskOptions,
): Promise<void> {
  const due = store.journalsBeforeAcceptance(accountId);
  try {
    for (const id of due) await journalRecords.get(accountId, id, { fresh: true, ...ask });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  } finally {
    if (due.length > 0) publish('journals.changed', { accountId });
  }
}
