import { QueriesObserver, type QueryObserverResult } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '../../../shared/contract/contract.ts';
import type { AppError } from '../../../shared/errors.ts';
import { callQuery, queryClient } from './queries.ts';

export const pageSize = 100;
/** Rows beyond those in view that are fetched before they scroll into it, so that they are not rendered empty first. */
const rowsAhead = 60;
/** Pages out of view are kept for this long. */
const keptMs = 60_000;

export type PagedCall =
  | 'edits.previewRows'
  | 'drafts.list'
  | 'fixing.records'
  | 'imports.problems'
  | 'imports.rows'
  | 'comparisons.rows'
  | 'uploads.attempts'
  | 'uploads.items'
  | 'watch.findings';

/** The input of a paged call without the page. */
export type PagedInput<N extends PagedCall> = Omit<CallInput<N>, 'offset' | 'limit'>;

/** The rows of a long list as far as they are known. */
export interface ShownPages<T> {
  /** null until the first answer. */
  total: number | null;
  error: AppError | null;
  /** By number, 0-based, those in view and next to it. */
  pages: ReadonlyMap<number, readonly T[]>;
}

/** A long list whose pages are fetched as they come into view, and again when they are invalidated. */
export interface Pages<T> {
  subscribe: (listener: () => void) => () => void;
  shown: () => ShownPages<T>;
  /** Fetches rows `first` to `last` (0-based, inclusive) and those around them. */
  need: (first: number, last: number) => void;
  row: (index: number) => T | undefined;
  /** Retries pages that could not be fetched. */
  retry: () => void;
}

export function pageQuery<N extends PagedCall>(name: N, input: PagedInput<N>, page: number) {
  const whole = { ...input, offset: page * pageSize, limit: pageSize } as CallInput<N>;
  return { ...callQuery(name, whole), gcTime: keptMs };
}

/** The pages of one list; a null input fetches nothing. */
export function createPages<N extends PagedCall, T>(
  name: N,
  input: PagedInput<N> | null,
  rowsOf: (answer: CallOutput<N>) => readonly T[],
): Pages<T> {
  let view = { first: 0, last: 0 };
  /** The pages needed once the pending ones have arrived: after scrolling past many rows only those in view at the end are fetched. */
  let waiting: [first: number, last: number] | null = null;
  let shown: ShownPages<T> = { total: null, error: null, pages: new Map() };
  const observer = new QueriesObserver<QueryObserverResult<CallOutput<N>, AppError>[]>(
    queryClient,
    queries(),
  );

  function queries() {
    if (input === null) return [];
    const count = view.last - view.first + 1;
    return Array.from({ length: count }, (_, at) => pageQuery(name, input, view.first + at));
  }

  function update(): void {
    const results = observer.getCurrentResult();
    const answers = results.map(({ data }) => data as CallOutput<N> | undefined);
    const pages = new Map(
      answers.flatMap((answer, at) => (answer ? [[view.first + at, rowsOf(answer)] as const] : [])),
    );
    // While other pages are fetched the list keeps its length.
    const total = answers.findLast((answer) => answer !== undefined)?.total ?? shown.total;
    const error = (results.find((result) => result.error !== null)?.error ?? null) as AppError | null;
    if (total !== shown.total || error !== shown.error || !isSame(pages, shown.pages))
      shown = { total, error, pages };
    if (waiting && !isLoading()) show(...waiting);
  }

  function isLoading(): boolean {
    return observer.getCurrentResult().some((result) => result.isLoading);
  }

  function show(first: number, last: number): void {
    waiting = null;
    const end = Math.max(0, Math.min(last + rowsAhead, (shown.total ?? 1) - 1));
    const next = { first: pageOf(Math.min(first - rowsAhead, end)), last: pageOf(end) };
    if (next.first === view.first && next.last === view.last) return;
    view = next;
    observer.setQueries(queries());
    update();
  }

  update();
  return {
    subscribe: (listener) => {
      const stop = observer.subscribe(() => {
        const before = shown;
        update();
        if (shown !== before) listener();
      });
      update();
      return stop;
    },
    shown: () => shown,
    need: (first, last) => {
      if (isLoading()) waiting = [first, last];
      else show(first, last);
    },
    row: (index) => {
      if (input === null) return undefined;
      const page = pageOf(index);
      const known = shown.pages.get(page);
      if (known) return known[index % pageSize];
      const cached = queryClient.getQueryData<CallOutput<N>>(pageQuery(name, input, page).queryKey);
      return cached && rowsOf(cached)[index % pageSize];
    },
    retry: () => {
      for (const { isError, refetch } of observer.getCurrentResult()) if (isError) void refetch();
    },
  };
}

/** The 0-based index of a row among the loaded pages, or null. */
export function findRow<T>({ pages }: ShownPages<T>, isIt: (row: T) => boolean): number | null {
  for (const [page, rows] of pages) {
    const at = rows.findIndex(isIt);
    if (at >= 0) return page * pageSize + at;
  }
  return null;
}

function isSame<T>(one: ReadonlyMap<number, T>, other: ReadonlyMap<number, T>): boolean {
  return one.size === other.size && [...one].every(([page, rows]) => other.get(page) === rows);
}

function pageOf(index: number): number {
  return Math.max(0, Math.floor(index / pageSize));
}
