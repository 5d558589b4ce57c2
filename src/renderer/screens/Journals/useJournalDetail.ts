import { useQuery } from '@tanstack/react-query';
import type { JournalDetail } from '../../../shared/contract/contract.ts';
import type { AppError } from '../../../shared/errors.ts';
import { callQuery, queryClient, storeAnswer, useCall } from '../../state/queries.ts';
import { useAccount } from '../../state/session.ts';

/** A journal with its record and its local articles and requests. `refresh` asks the directory, and returns true if it answered. */
export function useJournalDetail(journalId: string): {
  detail: JournalDetail | null;
  error: AppError | null;
  isBusy: boolean;
  refresh: () => Promise<boolean>;
} {
  const accountId = useAccount()?.id ?? '';
  const stored = { accountId, id: journalId, fresh: false };
  const { data, error, isLoading, dataUpdatedAt } = useCall('journals.get', accountId === '' ? null : stored);
  const fromDirectory = callQuery('journals.get', { ...stored, fresh: true });
  const asked = useQuery({ ...fromDirectory, enabled: false });
  const isBusy = isLoading || asked.isFetching;
  const askError = asked.errorUpdatedAt > dataUpdatedAt ? asked.error : null;
  return {
    detail: data ?? null,
    error: asked.isFetching ? null : (askError ?? error),
    isBusy,
    refresh: async () => {
      try {
        const detail = await queryClient.fetchQuery({ ...fromDirectory, staleTime: 0 });
        storeAnswer('journals.get', stored, () => detail);
        return true;
      } catch {
        return false;
      }
    },
  };
}
