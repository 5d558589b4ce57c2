import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../shared/errors.ts';
import { asAppError } from '../client.ts';

const pageSize = 100;

/** Items of a long list that does not change, fetched by pages as `need` asks for them; `load` takes offset and limit and must stay the same function. */
export function usePages<T>(load: (offset: number, limit: number) => Promise<readonly T[]>): {
  itemAt: (index: number) => T | undefined;
  need: (first: number, last: number) => void;
  error: AppError | null;
} {
  const [pages, setPages] = useState<ReadonlyMap<number, readonly T[]>>(new Map());
  const [error, setError] = useState<AppError | null>(null);
  const asked = useRef(new Set<number>());

  useEffect(() => {
    if (!load) return;
    asked.current = new Set();
    setPages(new Map());
  }, [load]);

  const need = useCallback(
    (first: number, last: number) => {
      for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page++) {
        if (asked.current.has(page)) continue;
        const ask = asked.current;
        ask.add(page);
        load(page * pageSize, pageSize).then(
          (items) => ask === asked.current && setPages((before) => new Map(before).set(page, items)),
          (cause: unknown) => {
            ask.delete(page);
            setError(asAppError(cause));
          },
        );
      }
    },
    [load],
  );
  const itemAt = useCallback(
    (index: number) => pages.get(Math.floor(index / pageSize))?.[index % pageSize],
    [pages],
  );
  return { itemAt, need, error };
}
