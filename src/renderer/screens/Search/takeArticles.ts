import type { CallOutput } from '../../../shared/contract/contract.ts';
import { asAppError, call } from '../../state/client.ts';
import { showError } from '../../state/notices.ts';
import { setDraftIds } from '../../state/searches.ts';
import { getAccount } from '../../state/session.ts';

/** What became of each article, and the step that takes it back. */
export type Taken = CallOutput<'drafts.take'>;

/** Takes articles of the directory into drafts and says so of the hits; null where it failed, which is then shown. */
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
