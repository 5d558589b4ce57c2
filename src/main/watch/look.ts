import { member } from '../../shared/json.ts';
import { isOfOneRecord } from '../remote/answers.ts';
import { everyApplication } from '../remote/searchRequest.ts';
import type { UnsettledArticle } from '../store/watch/ledgerStore.ts';
import { createArticleNotes } from './articles.ts';
import { wholeSecond } from './askDirectory.ts';
import { lookAtChanges } from './changes.ts';
import { lookForUncounted, takeInventory } from './inventory.ts';
import { lookAtJournals, noteFormer, type OwnJournals } from './journals.ts';
import type { LookParts } from './lookParts.ts';
import { lookForVanished } from './vanished.ts';

export interface LookOptions {
  own: OwnJournals;
  /** Articles that others of the office may have sent, without anybody knowing what became of that. */
  unsettled: readonly UnsettledArticle[];
  /** Reads every article, instead of those that changed. */
  isInventory: boolean;
  /** Called if the directory has newer applications than at the last look. */
  followApplications: () => Promise<unknown>;
}

/**
 * One look at an account: its journals, its applications, what changed, and what is not there any more
 * (reference/directory-changes.md 2.6). Each step stores what it found, so that a look that is interrupted is only
 * repeated in part. Throws AppError if the directory cannot be asked.
 */
export async function look(
  parts: LookParts,
  { own, unsettled, isInventory, followApplications }: LookOptions,
): Promise<void> {
  const { accountId, store, ledger, now } = parts;
  const journals = await lookAtJournals(parts, own);
  await lookAtApplications(parts, followApplications);
  const inventory = parts.progress.inventory + 1;
  const held = isInventory ? (parts.progress.unfinished?.held ?? null) : null;
  const notes = createArticleNotes(parts, journals, {
    inventory: isInventory ? inventory : 0,
    unsettled,
    held,
  });
  /** The next look reads what nobody can judge yet once more. */
  const upTo = (known: string) => [known, notes.heldSince() ?? known].sort()[0]!;
  if (isInventory) {
    const { known } = await takeInventory(parts, journals, { notes, inventory });
    await notes.confirm();
    store.setProgress(accountId, {
      knownUntil: upTo(known),
      inventory,
      inventoryAt: now(),
      unfinished: null,
    });
  } else {
    const { known, counted } = await lookAtChanges(parts, journals, notes);
    await notes.confirm();
    await lookForUncounted(parts, { notes, until: counted });
    await lookForVanished(parts, journals, { notes, until: counted });
    await notes.confirm();
    store.setProgress(accountId, { knownUntil: upTo(known) });
  }
  await noteFormer(parts);
  store.setDay(accountId, now().slice(0, 10), ledger.present(accountId));
}

async function lookAtApplications(
  { accountId, ask, store, progress }: LookParts,
  follow: () => Promise<unknown>,
): Promise<void> {
  const page = await ask.search('applications', everyApplication, { size: 1, sort: 'last_updated:desc' });
  const newest = wholeSecond(member(page.results[0], 'last_updated'));
  if (newest === null || newest === progress.applicationsUntil) return;
  try {
    if (progress.applicationsUntil !== null) await follow();
  } catch (error) {
    if (!isOfOneRecord(error)) throw error;
    // The next look follows them again.
    return;
  }
  store.setProgress(accountId, { applicationsUntil: newest });
}
