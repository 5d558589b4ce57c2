import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AppError } from '../../shared/errors.ts';
import { asAppError } from '../state/client.ts';
import { createRefresher } from '../state/refresher.ts';

const pageSize = 100;
const refreshMs = 1_000;

type Load<T> = (offset: number, limit: number) => Promise<{ total: number; rows: readonly T[] }>;

interface Pages<T> {
  load: Load<T>;
  /** null until the first answer. */
  total: number | null;
  pages: ReadonlyMap<number, readonly T[]>;
  error: AppError | null;
}

/**
 * A long list fetched page by page as it comes into view; what is in view is fetched anew, at most once a second, when
 * `stamp` changes, never where it is empty. Another `load` is another list.
 */
export function usePages<T>(load: Load<T>, stamp = '') {
  const [held, setHeld] = useState<Pages<T>>(() => emptyPages(load));
  const state = useMemo(() => (held.load === load ? held : emptyPages(load)), [held, load]);
  const wanted = useRef<[number, number]>([0, 0]);
  const asked = useRef({ load, places: new Set<number>() });

  const fetchPages = useCallback(
    async (places: number[], isAnew: boolean) => {
      const isOver = () => asked.current.load !== load;
      if (isOver()) return;
      const under = asked.current.places;
      for (const place of places) under.add(place);
      try {
        const answers = await Promise.all(places.map((place) => load(place * pageSize, pageSize)));
        if (isOver()) return;
        setHeld((last) => {
          const before = last.load === load ? last : emptyPages(load);
          const pages = new Map(isAnew ? [] : before.pages);
          places.forEach((place, at) => {
            pages.set(place, answers[at]!.rows);
          });
          return { load, total: answers[0]?.total ?? before.total, pages, error: null };
        });
      } catch (error) {
        if (isOver()) return;
        setHeld((last) => ({
          ...(last.load === load ? last : emptyPages(load)),
          error: asAppError(error),
        }));
      } finally {
        for (const place of places) under.delete(place);
      }
    },
    [load],
  );

  const refresh = useMemo(
    () => createRefresher(() => fetchPages(range(...wanted.current), true), refreshMs),
    [fetchPages],
  );
  const begin = useCallback(() => {
    if (asked.current.load !== load) asked.current = { load, places: new Set() };
  }, [load]);
  // The stamp is no input of the fetching: its change is what asks for it.
  useEffect(() => {
    begin();
    if (stamp !== '') refresh();
  }, [stamp, refresh, begin]);

  const { pages } = state;
  const need = useCallback(
    (first: number, last: number) => {
      // Not only in the effect above: what is drawn below asks before that runs.
      begin();
      wanted.current = [Math.floor(Math.max(0, first) / pageSize), Math.floor(Math.max(0, last) / pageSize)];
      const missing = range(...wanted.current).filter(
        (place) => !pages.has(place) && !asked.current.places.has(place),
      );
      if (missing.length > 0) void fetchPages(missing, false);
    },
    [pages, begin, fetchPages],
  );
  const row = (index: number): T | undefined => pages.get(Math.floor(index / pageSize))?.[index % pageSize];
  return { total: state.total, error: state.error, row, need, retry: refresh };
}

function emptyPages<T>(load: Load<T>): Pages<T> {
  return { load, total: null, pages: new Map(), error: null };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
