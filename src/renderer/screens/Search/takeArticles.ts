import type { CallOutput } from '../../../shared/contract.ts';
import { asAppError, call } from '../../client.ts';
import { showError } from '../../state/notices.ts';
import { setDraftIds } from '../../state/searches.ts';
import { useSession } from '../../state/session.ts';

export type Taken = CallOutput<'drafts.take'>['drafts'];

/** Takes articles of the directory into drafts and says so of the hits; null where it failed, which is then shown. */
export async function takeArticles(remoteIds: string[]): Promise<Taken | null> {
  const accountId = useSession.getState().account?.id;
  if (accountId === undefined) return null;
  try {
    const { drafts } = await call('drafts.take', { accountId, remoteIds });
    setDraftIds(new Map(drafts.map(({ remoteId, draftId }) => [remoteId, draftId])));
    return drafts;
  } catch (error) {
    showError(asAppError(error));
    return null;
  }
}
