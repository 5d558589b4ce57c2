import { create } from 'zustand';
import type { AppError } from '../../../shared/errors.ts';
import type { Hit, SavedSearch, SearchKind, SearchPage } from '../../../shared/search/searching.ts';
import { storeAnswer } from './invalidation.ts';
import { cachedAnswer, callQuery, queryClient, useCall } from './queries.ts';
import { getAccount } from './session.ts';

/** The last search that was run: paging and export use it, even if the text has been edited since. */
export interface Asked {
  accountId: string;
  kind: SearchKind;
  query: string;
  sort: string;
  pageSize: number;
  page: number;
}

/** Result pages are kept for this long while another screen is open. */
const keptMs = 3_600_000;

interface Searches {
  accountId: string | null;
  kind: SearchKind;
  text: string;
  /** As the directory expects it, `field:desc`; empty: best match first. */
  sort: string;
  pageSize: number;
  asked: Asked | null;
  /** 0-based indexes on the page: the row with the focus, and the one whose record is open. */
  active: number;
  open: number | null;
  /** Ids of the articles selected on this page. */
  picked: ReadonlySet<string>;
}

const nothingChosen = { active: 0, open: null, picked: new Set<string>() };
const blank: Searches = {
  accountId: null,
  kind: 'journal',
  text: '',
  sort: '',
  pageSize: 25,
  asked: null,
  ...nothingChosen,
};

/** The window's search: the typed query, the last search, and the selection among its results. */
export const useSearches = create<Searches>(() => blank);

/** The answer to the last search; `result` is null before it, and after an error. */
export function useSearchResult(): { result: SearchPage | null; isBusy: boolean; error: AppError | null } {
  const asked = useSearches((state) => state.asked);
  const { data, error, isFetching } = useCall('search.run', asked, { keepsPrevious: true, gcTime: keptMs });
  if (error && !isFetching) return { result: null, isBusy: false, error };
  return { result: (asked && data) || null, isBusy: isFetching, error: null };
}

/** Resets the search for another account; the kind of record and the page length stay. */
export function showSearchesOf(accountId: string): void {
  const { accountId: before, kind, pageSize } = useSearches.getState();
  if (before !== accountId) useSearches.setState({ ...blank, accountId, kind, pageSize });
}

/** Searches for another kind of record; the typed query stays, the results are cleared. */
export function chooseKind(kind: SearchKind): void {
  if (useSearches.getState().kind === kind) return;
  useSearches.setState({ asked: null, kind, sort: '', ...nothingChosen });
}

export function setText(text: string): void {
  useSearches.setState({ text });
}

/** Runs the typed query, from its first page. */
export function runSearch(): Promise<void> {
  const { kind, text, sort, pageSize } = useSearches.getState();
  return ask({ kind, query: text.trim(), sort, pageSize, page: 1 });
}

/** Shows another page, order or page length of the last search. */
export function askAgain(changes: Partial<Pick<Asked, 'page' | 'sort' | 'pageSize'>> = {}): Promise<void> {
  const { asked } = useSearches.getState();
  if (changes.sort !== undefined) useSearches.setState({ sort: changes.sort });
  if (changes.pageSize !== undefined) useSearches.setState({ pageSize: changes.pageSize });
  if (!asked) return Promise.resolve();
  return ask({ ...asked, page: 1, ...changes });
}

export function tryAgain(): Promise<void> {
  const { asked } = useSearches.getState();
  return asked ? ask(asked) : Promise.resolve();
}

export function runSaved({ kind, query, sort }: SavedSearch): Promise<void> {
  const { pageSize } = useSearches.getState();
  useSearches.setState({ kind, text: query, sort });
  return ask({ kind, query, sort, pageSize, page: 1 });
}

/** Opens the record of a hit beside the list; null closes it. */
export function openHit(open: number | null): void {
  useSearches.setState(open === null ? { open } : { open, active: open });
}

export function setActiveHit(active: number): void {
  useSearches.setState({ active });
}

export function setPickedHits(picked: ReadonlySet<string>): void {
  useSearches.setState({ picked });
}

export function setDraftIds(draftIds: ReadonlyMap<string, number>): void {
  const { asked } = useSearches.getState();
  if (!asked) return;
  storeAnswer('search.run', asked, (result) => {
    const withDraft = (hit: Hit): Hit => ({ ...hit, draftId: draftIds.get(hit.id) ?? hit.draftId });
    return result && { ...result, hits: result.hits.map(withDraft) };
  });
}

/** The records of a page that was read before. */
function idsOf(asked: Asked): string | undefined {
  return cachedAnswer('search.run', asked)
    ?.hits.map(({ id }) => id)
    .join();
}

async function ask(question: Omit<Asked, 'accountId'>): Promise<void> {
  const accountId = getAccount()?.id;
  if (accountId === undefined || question.query === '') return;
  const asked = { ...question, accountId };
  // What was chosen is of the page before, which stays until the answer comes, unless this one was read before.
  const before = idsOf(asked);
  useSearches.setState({ asked, ...nothingChosen });
  // Errors are in `useSearchResult`.
  await queryClient.prefetchQuery({ ...callQuery('search.run', asked), staleTime: 0 });
  // What was chosen stays if the same records are in the same places.
  if (useSearches.getState().asked === asked && before !== idsOf(asked)) useSearches.setState(nothingChosen);
}
