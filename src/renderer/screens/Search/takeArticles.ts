import type { CallOutput } from '../../../shared/contract/contract.ts';
import { call } from '../../state/data/client.ts';
import { setDraftIds } from '../../state/data/searches.ts';
import { whenAccount } from '../../state/data/session.ts';

/** Imports articles of the directory into drafts and updates the hits. Throws an AppError. */
export async function takeArticles(remoteIds: string[]): Promise<CallOutput<'drafts.take'>> {
  const { id: accountId } = await whenAccount();
  const taken = await call('drafts.take', { accountId, remoteIds });
  setDraftIds(new Map(taken.drafts.map(({ remoteId, draftId }) => [remoteId, draftId])));
  return taken;
}
