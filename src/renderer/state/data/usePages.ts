import { hashKey } from '@tanstack/react-query';
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { CallOutput } from '../../../shared/contract/contract.ts';
import { createPages, type PagedCall, type PagedInput, type Pages, type ShownPages } from './pages.ts';

export type UsedPages<T> = ShownPages<T> & Pick<Pages<T>, 'need' | 'row' | 'retry'>;

/** A long list, fetched page by page as it comes into view; a null input fetches nothing. Another input is another list. */
export function usePages<N extends PagedCall, T>(
  name: N,
  input: PagedInput<N> | null,
  rowsOf: (answer: CallOutput<N>) => readonly T[],
): UsedPages<T> {
  const key = hashKey([name, input]);
  const [made, setMade] = useState(() => ({ key, pages: createPages(name, input, rowsOf) }));
  const current = made.key === key ? made : { key, pages: createPages(name, input, rowsOf) };
  if (current !== made) setMade(current);
  const { pages } = current;
  const shown = useSyncExternalStore(pages.subscribe, pages.shown);
  return useMemo(() => ({ ...shown, need: pages.need, row: pages.row, retry: pages.retry }), [shown, pages]);
}
