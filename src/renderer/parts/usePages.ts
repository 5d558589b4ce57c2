import { useCallback, useRef, useState } from 'react';
import type { AppError } from '../../shared/errors.ts';
import { asAppError } from '../client.ts';

const pageSize = 100;

/** Items of a long list that does not change, fetched by pages as `need` asks for them; another `load` is another list. */
export function usePages<T>(load: (offset: number, limit: number) => Promise<readonly T[]>): {
  itemAt: (index: number) => T | undefined;
  need: (first: number, last: number) => void;
  error: AppError | null;
} {
  const [held, setHeld] = useState<{ load: unknown; pages: ReadonlyMap<number, readonly T[]> }>({
    load,
    pages: new Map(),
  });
  const [error, setError] = useState<AppError | null>(null);
  const asked = useRef<{ load: unknown; pages: Set<number> }>({ load, pages: new Set() });

  const need = useCallback(
    (first: number, last: number) => {
      // Here and not in an effect: the list below asks before an effect of ours would run.
      if (asked.current.load !== load) asked.current = { load, pages: new Set() };
      const { pages } = asked.current;
      for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page++) {
        if (pages.has(page)) continue;
        pages.add(page);
        load(page * pageSize, pageSize).then(
          (items) => {
            if (asked.current.load !== load) return;
            setHeld((before) => ({
              load,
              pages: new Map(before.load === load ? before.pages : []).set(page, items),
            }));
          },
          (cause: unknown) => {
            pages.delete(page);
            setError(asAppError(cause));
          },
        );
      }
    },
    [load],
  );
  const itemAt = useCallback(
    (index: number) =>
      held.load === load ? held.pages.get(Math.floor(index / pageSize))?.[index % pageSize] : undefined,
    [held, load],
  );
  return { itemAt, need, error };
}
