import { setImmediate } from 'node:timers/promises';
import { termsAtOnce } from '../../shared/search/query/paging.ts';
import type { UnfinishedInventory } from '../store/watch/watchStore.ts';
import type { ArticleNotes } from './articles.ts';
import { articlesOf, eachBlock, type LookedUntil, readInOrder, startOf } from './changes.ts';
import type { CountedJournal, LookParts } from './lookParts.ts';

/** Pages after which what differs is read again at the latest: an interrupted inventory repeats them. */
const pagesAtOnce = 50;

/**
 * Reads every article of the journals, goes on with an inventory that was interrupted, and then looks for those that were
 * not there. Returns until when changes are known now, by the directory's clock.
 */
export async function takeInventory(
  parts: LookParts,
  journals: readonly CountedJournal[],
  { notes, inventory }: { notes: ArticleNotes; inventory: number },
): Promise<LookedUntil> {
  const { accountId, store } = parts;
  const unfinished = parts.progress.unfinished;
  const issnsOf = (block: readonly CountedJournal[]) => block.flatMap(({ asked }) => asked);
  const done = new Set(unfinished?.done);
  const left = journals.filter(({ asked }) => asked.some((issn) => !done.has(issn)));
  let began = unfinished?.began ?? null;
  let read = 0;
  let pages = 0;
  let total = parts.ledger.present(accountId);
  await eachBlock(parts, left, async (block, retries) => {
    const issns = issnsOf(block);
    const isResumed = unfinished !== null && unfinished.block.join() === issns.join();
    let first = true;
    await readInOrder(parts, articlesOf(block), {
      after: isResumed ? unfinished.after : '',
      retries,
      async read(page, last) {
        began ??= startOf(parts, page);
        if (first) total = Math.max(total, read + page.total);
        first = false;
        notes.see(page.results);
        read += page.results.length;
        parts.report(read, Math.max(total, read));
        pages += 1;
        if (notes.doubtful() >= termsAtOnce || pages >= pagesAtOnce) await notes.confirm();
        // What nobody read a second time would be forgotten with this run.
        if (notes.doubtful() > 0) return;
        pages = 0;
        const held = notes.heldSince();
        const state: UnfinishedInventory = { began, done: [...done], block: issns, after: last, held };
        store.setProgress(accountId, { unfinished: state });
      },
    });
    for (const issn of issns) done.add(issn);
  });
  const until = began ?? startOf(parts, { at: null });
  await notes.confirm();
  await lookForUnseen(parts, notes, { inventory, until: until.counted });
  return until;
}

/** Looks up every article that should be there and was not seen. */
async function lookForUnseen(
  { accountId, ledger, ask, clock, confirmAfter, signal }: LookParts,
  notes: ArticleNotes,
  about: { inventory: number; until: string },
): Promise<void> {
  for (let after = 0, isFirst = true; ; isFirst = false) {
    const rows = ledger.unseen(accountId, { ...about, after, limit: termsAtOnce });
    if (rows.length === 0) return;
    if (isFirst) await clock.sleep(confirmAfter, signal);
    const found = await ask.byIds(rows.map(({ remoteId }) => remoteId));
    notes.see([...found.values()]);
    await notes.confirm();
    for (const row of rows) if (!found.has(row.remoteId)) await notes.missing(row);
    after = rows.at(-1)!.id;
    await setImmediate();
  }
}

/**
 * Looks up the articles that no count covers: those that were sent and that nothing has shown since, and those that were
 * made just now. They may be gone already.
 */
export async function lookForUncounted(
  { accountId, ledger, ask, clock, confirmAfter, signal }: LookParts,
  { notes, until }: { notes: ArticleNotes; until: string },
): Promise<void> {
  const rows = ledger.uncounted(accountId, until);
  if (rows.length === 0) return;
  await clock.sleep(confirmAfter, signal);
  const found = await ask.byIds(rows.map(({ remoteId }) => remoteId));
  notes.see([...found.values()]);
  for (const row of rows) if (!found.has(row.remoteId)) await notes.missing(row);
}
