import { foldTitle } from '../text/isSameTitle.ts';

/**
 * The probable journal of articles without an ISSN: the one whose title most of them name, or the only one. Null if
 * titles name no journal, or several equally often.
 */
export function guessJournal<T extends { title: string }>(
  titles: Readonly<Record<string, number>>,
  journals: readonly T[],
): T | null {
  const counts = new Map<string, number>();
  for (const [title, count] of Object.entries(titles))
    counts.set(foldTitle(title), (counts.get(foldTitle(title)) ?? 0) + count);
  const rated = journals
    .map((journal) => ({ journal, count: counts.get(foldTitle(journal.title)) ?? 0 }))
    .sort((a, b) => b.count - a.count);
  const [first, second] = rated;
  if (first && first.count > 0) return first.count > (second?.count ?? 0) ? first.journal : null;
  return journals.length === 1 && counts.size === 0 ? journals[0]! : null;
}
