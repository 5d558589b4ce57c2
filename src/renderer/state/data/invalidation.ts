import { partialMatchKey, type Query, type QueryKey } from '@tanstack/react-query';
import type {
  CallInput,
  CallName,
  CallOutput,
  EventData,
  EventName,
} from '../../../shared/contract/contract.ts';
import { onEvent } from './client.ts';
import { queryClient } from './queries.ts';
import { changesBy, changingEvents, isAskedOutside } from './staleCalls.ts';

/** A call is not repeated sooner than this after its last answer, however many events arrive. */
const pauseMs = 250;
const longerPauseMs: { readonly [N in CallName]?: number } = {
  'drafts.facets': 500,
  'drafts.facetValues': 500,
  'journals.get': 500,
  'drafts.lists': 500,
  'matrix.cells': 500,
  'harvest.sources': 1_000,
  'links.checks': 1_000,
  'uploads.items': 1_000,
  'uploads.attempts': 1_000,
  'comparisons.rows': 1_000,
};

/** Applies main's events to the cached answers; returns a function that stops it. */
export function startInvalidation(): () => void {
  const stops = changingEvents.map((name) => onEvent(name, (data) => applyEvent(name, data)));
  return () => {
    for (const stop of stops) stop();
  };
}

/** Refetches the matching answers that are shown, and the others when they are shown next. */
export function invalidate(name: CallName, input: object = {}): void {
  const entry = pending.get(name) ?? { keys: [], isBusy: false };
  pending.set(name, entry);
  entry.keys.push([name, input]);
  void refetch(name);
}

/** Does the same for every answer, after the connection was lost. */
export function invalidateAll(): void {
  const names = queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey[0] as CallName);
  for (const name of new Set(names)) if (!isAskedOutside(name)) invalidate(name);
}

function applyEvent<E extends EventName>(event: E, data: EventData<E>): void {
  for (const { call, input: inputOf, update } of changesBy(event)) {
    const input = inputOf(data);
    if (update) updateAnswers([call, input], (before) => update(before as never, data));
    else invalidate(call, input);
  }
}

/** Changes the cached answer of a call at once, for example after an action of the user. */
export function storeAnswer<N extends CallName>(
  name: N,
  input: CallInput<N>,
  update: (before: CallOutput<N> | undefined) => CallOutput<N> | undefined,
): void {
  const queryKey: [CallName, object] = [name, input];
  const store = () => queryClient.setQueryData<CallOutput<N>>(queryKey, update as never);
  if (isAskedOutside(name)) store();
  else overPending({ queryKey, exact: true }, store);
}

function updateAnswers(queryKey: [CallName, object], update: (before: unknown) => unknown): void {
  overPending({ queryKey }, () =>
    queryClient.setQueriesData({ queryKey }, (before: unknown) =>
      before === undefined ? undefined : update(before),
    ),
  );
}

/** Stores answers. A pending one may be older, and must not replace them: it is cancelled and asked for again. */
function overPending(filter: { queryKey: [CallName, object]; exact?: true }, store: () => unknown): void {
  const isPending = queryClient.isFetching(filter) > 0;
  if (isPending) void queryClient.cancelQueries({ ...filter, predicate: hasAnswer });
  store();
  if (isPending) invalidate(...filter.queryKey);
}

/** A first fetch is not cancelled, because a window may be waiting for it. */
const hasAnswer = ({ state }: Query) => state.data !== undefined;

const pending = new Map<CallName, { keys: QueryKey[]; isBusy: boolean }>();

/** Events arrive several times a second: a call is repeated once for all that arrived meanwhile. */
async function refetch(name: CallName): Promise<void> {
  const entry = pending.get(name);
  if (!entry || entry.isBusy) return;
  entry.isBusy = true;
  const cache = queryClient.getQueryCache();
  const filters = {
    queryKey: [name],
    predicate: ({ queryKey }: { queryKey: QueryKey }) => keys.some((key) => partialMatchKey(queryKey, key)),
  };
  const keys = entry.keys.splice(0);
  // A pending answer may be older than the event, and a first fetch cannot be repeated before it ends.
  await Promise.allSettled(
    cache.findAll({ ...filters, fetchStatus: 'fetching' }).map(({ promise }) => promise),
  );
  // Pages out of view would no longer match those in view.
  queryClient.removeQueries({
    ...filters,
    type: 'inactive',
    predicate: (query) => filters.predicate(query) && isLaterPage(query.queryKey[1]),
  });
  await queryClient.invalidateQueries(filters);
  setTimeout(() => {
    entry.isBusy = false;
    if (entry.keys.length > 0) void refetch(name);
  }, longerPauseMs[name] ?? pauseMs);
}

function isLaterPage(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'offset' in input && input.offset !== 0;
}
