import type { CallOutput } from '../../../shared/contract/contract.ts';
import { asAppError, call } from '../../state/client.ts';
import { showError } from '../../state/notices.ts';
import { setDraftIds } from '../../state/searches.ts';
import { getAccount } from '../../state/session.ts';

/** The result for each article, and the step that undoes the import. */
export type Taken = CallOutput<'drafts.take'>;

/** Imports articles of the directory into drafts and updates the hits; null if it failed, and the error is shown. */
export async function takeArticles(remoteIds: string[]): Promise<Taken | null> {
  const accountId = getAccount()?.id;
  if (accountId === undefined) return null;
  try {
    const taken = await call('drafts.take', { accountId, remoteIds });
    setDraftIds(new Map(taken.drafts.map(({ remoteId, draftId }) => [remoteId, draftId])));
    return taken;
  } catch (error) {
    showError(asAppError(error));
    return null;
  }
}
