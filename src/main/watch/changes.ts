import { member } from '../../shared/json.ts';
import { UnreadableHit } from '../remote/answers.ts';
import type { ArticleNotes } from './articles.ts';
import { isWhole, type Page, wholeSecond } from './askDirectory.ts';
import type { CountedJournal, LookParts } from './lookParts.ts';

/** Later than any date of the directory, which takes no open end (reference/directory-changes.md 2.2). */
export const farDate = '2099-12-31';

/** Milliseconds before a look from which the next one begins, since search lags behind. */
const overlap = 60_000;
/** Milliseconds before a look until which articles that were made are sure to be found. */
const indexDelay = 5_000;

/** Up to when a look knows what changed, and which articles it counts: those made until then. By the directory's clock. */
export interface LookedUntil {
  known: string;
  counted: string;
}

/** Reads every article that was made or changed since the last look. */
export async function lookAtChanges(
  parts: LookParts,
  journals: readonly CountedJournal[],
  notes: ArticleNotes,
): Promise<LookedUntil> {
  const since = parts.progress.knownUntil!;
  let until: LookedUntil | null = null;
  await eachBlock(parts, journals, async (block, retries) => {
    let from = since;
    const seen = new Set<string>();
    for (;;) {
      const query = `${articlesOf(block)} AND last_updated:[${from} TO ${farDate}]`;
      const page = await parts.ask.search('articles', query, { sort: 'last_updated:asc', retries });
      until ??= startOf(parts, page);
      notes.see(unseen(page, seen));
      if (isWhole(page)) return;
      const last = wholeSecond(member(page.results.at(-1), 'last_updated'));
      if (last === null || last < from) throw new UnreadableHit();
      from = last === from ? await readSecond(parts, block, from, { notes, seen }) : last;
    }
  });
  return until ?? { known: since, counted: since };
}

/** Reads all articles that were changed within one second; returns the next one. */
async function readSecond(
  parts: LookParts,
  block: readonly CountedJournal[],
  second: string,
  { notes, seen }: { notes: ArticleNotes; seen: Set<string> },
): Promise<string> {
  await readInOrder(parts, `${articlesOf(block)} AND last_updated:[${second} TO ${second}]`, {
    read: (page) => notes.see(unseen(page, seen)),
  });
  return wholeSecond(new Date(Date.parse(second) + 1_000))!;
}

/** Reads all articles of a query in the order of their ids, which do not move (reference/directory-changes.md 2.5). */
export async function readInOrder(
  { ask }: Pick<LookParts, 'ask'>,
  query: string,
  {
    after = '',
    read,
    retries,
  }: { after?: string; read: (page: Page, last: string) => void | Promise<void>; retries?: boolean },
): Promise<void> {
  for (let last = after; ; ) {
    const rest = last === '' ? query : `${query} AND id.exact:{${last} TO g}`;
    const page = await ask.search('articles', rest, retries === undefined ? {} : { retries });
    const isEnd = isWhole(page);
    const next = member(page.results.at(-1), 'id');
    if (
      page.results.length > 0 &&
      (typeof next !== 'string' || !/^[0-9a-f]{1,64}$/.test(next) || next <= last)
    )
      throw new UnreadableHit();
    await read(page, typeof next === 'string' ? next : last);
    if (isEnd) return;
    last = next as string;
  }
}

/** Calls `ask` for as many journals at once as one query takes. */
export function eachBlock(
  { ask }: Pick<LookParts, 'ask'>,
  journals: readonly CountedJournal[],
  work: (block: readonly CountedJournal[], retries: boolean) => Promise<void>,
): Promise<void> {
  return ask.inParts('issns', journals, { weight: ({ asked }) => asked.length, ask: work });
}

/** A query for the articles of journals. */
export function articlesOf(journals: readonly CountedJournal[]): string {
  const issns = journals.flatMap(({ asked }) => asked);
  return `issn:(${issns.join(' OR ')})`;
}

/** What a look that began with this page knows: by the server's clock, or ours if it does not say. */
export function startOf({ clock }: Pick<LookParts, 'clock'>, { at }: Pick<Page, 'at'>): LookedUntil {
  const here = clock.now();
  // A server whose clock is far ahead would hide everything until then.
  const there = at === null ? here : Math.min(Date.parse(at), here + 10 * overlap);
  const before = (ms: number) => wholeSecond(new Date(there - ms))!;
  return { known: before(overlap), counted: before(indexDelay) };
}

function unseen({ results }: Page, seen: Set<string>): unknown[] {
  return results.filter((record) => {
    const id = String(member(record, 'id'));
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}
