import { create } from 'zustand';
import type { AppError } from '../../shared/errors.ts';
import type { Hit, SavedSearch, SearchKind, SearchPage } from '../../shared/search/searching.ts';
import { asAppError, call, onEvent } from './client.ts';
import { useSession } from './session.ts';

/** What was asked of the directory last: paging and export go by it, whatever has been typed since. */
export interface Asked {
  accountId: string;
  kind: SearchKind;
  query: string;
  sort: string;
  pageSize: number;
  page: number;
}

interface Searches {
  accountId: string | null;
  kind: SearchKind;
  /** The query as it is typed. */
  text: string;
  /** As the directory takes it, `field:desc`; empty: best match first. */
  sort: string;
  pageSize: number;
  asked: Asked | null;
  result: SearchPage | null;
  isBusy: boolean;
  error: AppError | null;
  /** 0-based places on the page: the row with the focus, and the one whose record is open. */
  active: number;
  open: number | null;
  /** Ids of the articles that are picked on this page. */
  picked: ReadonlySet<string>;
  saved: SavedSearch[];
  recent: SavedSearch[];
  listError: AppError | null;
}

const blank: Searches = {
  accountId: null,
  kind: 'journal',
  text: '',
  sort: '',
  pageSize: 25,
  asked: null,
  result: null,
  isBusy: false,
  error: null,
  active: 0,
  open: null,
  picked: new Set(),
  saved: [],
  recent: [],
  listError: null,
};
const noResult = { asked: null, result: null, isBusy: false, error: null, active: 0, open: null } as const;

export const useSearches = create<Searches>(() => blank);

/** Answers to older questions are dropped. */
let epoch = 0;

/** Shows the searches of an account and keeps their list fresh; returns a function that stops it. */
export function followSearches(accountId: string): () => void {
  if (useSearches.getState().accountId !== accountId) {
    epoch++;
    const { kind, pageSize } = useSearches.getState();
    useSearches.setState({ ...blank, accountId, kind, pageSize });
  }
  void loadSearches();
  return onEvent('searches.changed', (event) => {
    if (event.accountId === accountId) void loadSearches();
  });
}

/** Searches for another kind of record; what was typed stays, what was found goes. */
export function chooseKind(kind: SearchKind): void {
  if (useSearches.getState().kind === kind) return;
  epoch++;
  useSearches.setState({ ...noResult, kind, sort: '', picked: new Set() });
}

/** Sets the query. */
export function setText(text: string): void {
  useSearches.setState({ text });
}

/** Runs the query as it is typed, from its first page. */
export function runSearch(): Promise<void> {
  const { kind, text, sort, pageSize } = useSearches.getState();
  return ask({ kind, query: text.trim(), sort, pageSize, page: 1 });
}

/** Shows another page, order or length of page of what was asked last. */
export function askAgain(changes: Partial<Pick<Asked, 'page' | 'sort' | 'pageSize'>> = {}): Promise<void> {
  const { asked } = useSearches.getState();
  if (changes.sort !== undefined) useSearches.setState({ sort: changes.sort });
  if (changes.pageSize !== undefined) useSearches.setState({ pageSize: changes.pageSize });
  if (!asked) return Promise.resolve();
  return ask({ ...asked, page: 1, ...changes });
}

/** Asks once more for what did not come. */
export function tryAgain(): Promise<void> {
  const { asked } = useSearches.getState();
  return asked ? ask(asked) : Promise.resolve();
}

/** Runs a saved or recent search. */
export function runSaved({ kind, query, sort }: SavedSearch): Promise<void> {
  const { pageSize } = useSearches.getState();
  useSearches.setState({ kind, text: query, sort });
  return ask({ kind, query, sort, pageSize, page: 1 });
}

/** Opens the record of a hit beside the list; null closes it. */
export function openHit(open: number | null): void {
  useSearches.setState(open === null ? { open } : { open, active: open });
}

/** Sets the row that has the focus. */
export function setActiveHit(active: number): void {
  useSearches.setState({ active });
}

/** Sets which articles are picked. */
export function setPickedHits(picked: ReadonlySet<string>): void {
  useSearches.setState({ picked });
}

/** Says of hits which draft here belongs to them. */
export function setDraftIds(draftIds: ReadonlyMap<string, number>): void {
  useSearches.setState(({ result }) => {
    if (!result) return {};
    const hits = result.hits.map((hit): Hit => ({ ...hit, draftId: draftIds.get(hit.id) ?? hit.draftId }));
    return { result: { ...result, hits } };
  });
}

/** Fetches saved and recent searches again. */
export async function loadSearches(): Promise<void> {
  const { accountId } = useSearches.getState();
  if (accountId === null) return;
  try {
    const lists = await call('search.list', { accountId });
    if (useSearches.getState().accountId === accountId) useSearches.setState({ ...lists, listError: null });
  } catch (error) {
    useSearches.setState({ listError: asAppError(error) });
  }
}

async function ask(question: Omit<Asked, 'accountId'>): Promise<void> {
  const accountId = useSession.getState().account?.id;
  if (accountId === undefined || question.query === '') return;
  const mine = ++epoch;
  const asked = { ...question, accountId };
  useSearches.setState({ asked, isBusy: true, error: null });
  try {
    const result = await call('search.run', asked);
    if (mine !== epoch) return;
    useSearches.setState({ result, isBusy: false, active: 0, open: null, picked: new Set() });
  } catch (error) {
    // What was found before does not answer this question.
    if (mine === epoch) useSearches.setState({ ...noResult, asked, error: asAppError(error) });
  }
}
