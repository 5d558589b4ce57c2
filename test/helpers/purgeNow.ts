import { confirmedByColleague } from '../../src/main/platform/plans.ts';
import type { DraftStore } from '../../src/main/store/drafts/draftStore.ts';
import type { Selection } from '../../src/shared/draft/draft.ts';

/** Deletes what the trash has of a selection permanently; returns how many. */
export async function purgeNow(
  drafts: Pick<DraftStore, 'listTrash' | 'purge'>,
  accountId: string,
  selection: Selection,
): Promise<number> {
  const { listed } = await drafts.listTrash(accountId, selection);
  return (await drafts.purge(confirmedByColleague({ accountId, selection, listed }))).count;
}
