import { QueryClient, type QueryKey, skipToken, useQuery } from '@tanstack/react-query';
import type { CallInput, CallName, CallOutput } from '../../../shared/contract/contract.ts';
import type { AppError } from '../../../shared/errors.ts';
import { asAppError, call } from './client.ts';
import { isAskedOutside, isKeptFresh, type ShownCall } from './staleCalls.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: AppError;
  }
}

/** The window's only cache of main's data. Colophon answers without a network, so nothing is paused in an offline browser. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
    mutations: { networkMode: 'always' },
  },
});

/** The query of a call; events refresh some answers and the user external ones, others are always stale. */
export function callQuery<N extends ShownCall>(name: N, input: CallInput<N>) {
  return {
    queryKey: [name, input] as const,
    queryFn: () => ask(name, input),
    staleTime: isKeptFresh(name) || isAskedOutside(name) ? Number.POSITIVE_INFINITY : 0,
  };
}

/** The answer of a call; a null input fetches nothing. `keepsPrevious` only applies within one account. */
export function useCall<N extends ShownCall>(
  name: N,
  input: CallInput<N> | null,
  { keepsPrevious = false, gcTime }: { keepsPrevious?: boolean; gcTime?: number } = {},
) {
  return useQuery<CallOutput<N>>({
    ...callQuery(name, input as CallInput<N>),
    ...(input === null && { queryFn: skipToken }),
    ...(gcTime !== undefined && { gcTime }),
    ...(keepsPrevious && {
      placeholderData: (before, query) =>
        (query && isSameAccount(query.queryKey, [name, input]) ? before : undefined) as never,
    }),
  });
}

/** Returns true if two keys are for records of the same account, and of the same kind if they name one. */
export function isSameAccount(one: QueryKey, other: QueryKey): boolean {
  const [a, b] = [one, other].map(([, input]) => input as { accountId?: string; kind?: string } | null);
  return a?.accountId === b?.accountId && a?.kind === b?.kind;
}

/** The cached answer of a call; undefined if there is none. */
export function cachedAnswer<N extends CallName>(name: N, input: CallInput<N>): CallOutput<N> | undefined {
  return queryClient.getQueryData<CallOutput<N>>([name, input]);
}

/**
 * For another database: clears every answer except those that the window cannot do without, and refetches what is
 * shown.
 */
export function forgetAll(): void {
  const kept: readonly unknown[] = ['app.info', 'app.settings', 'accounts.list'] satisfies CallName[];
  void queryClient.resetQueries({
    predicate: ({ queryKey: [name] }) => !kept.includes(name) && !isAskedOutside(name as CallName),
  });
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => kept.includes(queryKey[0]) });
}

async function ask<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  try {
    return await call(name, input);
  } catch (error) {
    throw asAppError(error);
  }
}

/** Refetches the matching answers that are shown, at once; resolves when they have arrived or failed. */
export function fetchAgain(name: CallName, input: object = {}): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [name, input] });
}
