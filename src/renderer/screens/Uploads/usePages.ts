import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import { asAppError } from '../../client.ts';
import { createRefresher } from '../../state/refresher.ts';

const pageSize = 100;
const refreshMs = 1_000;

interface Pages<T> {
  /** null until the first answer. */
  total: number | null;
  pages: ReadonlyMap<number, readonly T[]>;
  error: AppError | null;
}

/** A long list fetched page by page as it comes into view; what is in view is fetched anew, at most once a second, when `stamp` changes. `load` must keep its identity. */
export function usePages<T>(
  load: (offset: number, limit: number) => Promise<{ total: number; rows: T[] }>,
  stamp: string,
) {
  const [state, setState] = useState<Pages<T>>({ total: null, pages: new Map(), error: null });
  const wanted = useRef<[number, number]>([0, 0]);
  const asked = useRef(new Set<number>());

  const fetchPages = useCallback(
    async (places: number[], isAnew: boolean) => {
      for (const place of places) asked.current.add(place);
      try {
        const answers = await Promise.all(places.map((place) => load(place * pageSize, pageSize)));
        setState((before) => {
          const pages = new Map(isAnew ? [] : before.pages);
          places.forEach((place, at) => {
            pages.set(place, answers[at]!.rows);
          });
          return { total: answers[0]?.total ?? before.total, pages, error: null };
        });
      } catch (error) {
        setState((before) => ({ ...before, error: asAppError(error) }));
      } finally {
        for (const place of places) asked.current.delete(place);
      }
    },
    [load],
  );

  const refresh = useMemo(
    () => createRefresher(() => fetchPages(range(...wanted.current), true), refreshMs),
    [fetchPages],
  );
  // The stamp is no input of the fetching: its change is what asks for it.
  useEffect(() => {
    if (stamp !== '') refresh();
  }, [stamp, refresh]);

  const { pages } = state;
  const need = useCallback(
    (first: number, last: number) => {
      wanted.current = [Math.floor(Math.max(0, first) / pageSize), Math.floor(Math.max(0, last) / pageSize)];
      const missing = range(...wanted.current).filter(
        (place) => !pages.has(place) && !asked.current.has(place),
      );
      if (missing.length > 0) void fetchPages(missing, false);
    },
    [pages, fetchPages],
  );
  const row = (index: number): T | undefined => pages.get(Math.floor(index / pageSize))?.[index % pageSize];
  return { total: state.total, error: state.error, row, need, retry: refresh };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
