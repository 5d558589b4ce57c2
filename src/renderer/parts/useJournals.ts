import { useCallback, useEffect, useState } from 'react';
import type { Journal } from '../../shared/contract/contract.ts';
import type { AppError } from '../../shared/errors.ts';
import { asAppError, call, onEvent } from '../state/client.ts';

export interface Journals {
  list: Journal[];
  /** ISO time at which the directory gave them; null: never. */
  fetchedAt: string | null;
  /** What the rules may count on; null while not all of the account's journals are known. */
  known: Journal[] | null;
  /** What is kept on this computer has been read. */
  isLoaded: boolean;
  isBusy: boolean;
  error: AppError | null;
  refresh(): Promise<void>;
}

/** The account's journals as they are kept for work without a connection, and a way to ask the directory again. */
export function useJournals(accountId: string): Journals {
  const [kept, setKept] = useState<Pick<Journals, 'list' | 'fetchedAt' | 'known' | 'isLoaded'>>({
    list: [],
    fetchedAt: null,
    known: null,
    isLoaded: false,
  });
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);

  const load = useCallback(
    async (name: 'journals.list' | 'journals.refresh') => {
      try {
        const { journals, fetchedAt, isPartial } = await call(name, { accountId });
        const known = fetchedAt === null || isPartial ? null : journals;
        setKept({ list: journals, fetchedAt, known, isLoaded: true });
        setError(null);
      } catch (thrown) {
        setKept((before) => ({ ...before, isLoaded: true }));
        setError(asAppError(thrown));
      }
    },
    [accountId],
  );

  useEffect(() => {
    void load('journals.list');
    return onEvent('journals.changed', (event) => {
      if (event.accountId === accountId) void load('journals.list');
    });
  }, [accountId, load]);

  const refresh = useCallback(async () => {
    setBusy(true);
    await load('journals.refresh');
    setBusy(false);
  }, [load]);

  return { ...kept, isBusy, error, refresh };
}
