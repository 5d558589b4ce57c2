import { msg } from '../../../shared/message.ts';
import type { Db } from '../database.ts';
import { createWorkerRpc } from '../workerRpc.ts';
import { needsValues } from './draftIndex.ts';
import type { DraftLists } from './draftLists.ts';
import { staleWith } from './draftOrder.ts';

type Awaitable<T> = T | Promise<T>;

/** Lists of drafts, read in this thread or another one. */
export type DraftReading = {
  [N in keyof DraftLists]: (...args: Parameters<DraftLists[N]>) => Awaitable<ReturnType<DraftLists[N]>>;
};

export type ListOrder = {
  [N in keyof DraftLists]: { name: N; args: Parameters<DraftLists[N]> };
}[keyof DraftLists];

/** Lists of at least this many drafts are read in a thread; fewer take tens of milliseconds. */
const many = 150_000;
/** The same for reads that need facet values, which take longer the first time a facet is read. */
const manyWithValues = 10_000;
/** Milliseconds without an order after which the thread ends and frees its memory. */
const idleFor = 300_000;

/** Reads lists in the thread `worker` if there are many drafts; it sees what was committed before. */
export function createDraftReading(
  db: Db,
  lists: DraftLists,
  options: { worker: URL; file: string; many?: number },
): DraftReading & { end(): Promise<void> } {
  const thread = createWorkerRpc<ListOrder>(options.worker, {
    idleFor,
    workerData: { file: options.file },
    broke: msg('drafts.broke'),
  });
  // The cost depends on the id range of all accounts; each query reads one end of the table.
  const reach = db
    .prepare<[], number | null>('SELECT (SELECT max(id) FROM drafts) - (SELECT min(id) FROM drafts) + 1')
    .pluck();
  let isOver = false;
  const hasAtLeast = (count: number) => !isOver && (reach.get() ?? 0) >= (options.many ?? count);
  function read<N extends keyof DraftLists>(
    name: N,
    isWithValues: (...args: Parameters<DraftLists[N]>) => boolean,
  ): DraftReading[N] {
    const ask = (...args: Parameters<DraftLists[N]>) =>
      hasAtLeast(isWithValues(...args) ? manyWithValues : many)
        ? thread.ask({ name, args } as ListOrder)
        : (lists[name] as (...given: unknown[]) => unknown)(...args);
    return ask as DraftReading[N];
  }
  return {
    list: read('list', (_, filter, sort) => needsValues(filter) || staleWith(sort.by) === 'values'),
    place: read('place', (_, filter, sort) => needsValues(filter) || staleWith(sort.by) === 'values'),
    facets: read('facets', (_, filter) => needsValues(filter)),
    facetValues: read('facetValues', () => true),
    overview: read('overview', () => true),
    previewRows: read('previewRows', (_, filter) => filter.finding !== undefined),
    previewPositions: read('previewPositions', (_, filter) => filter.finding !== undefined),
    count: read('count', (_, filter) => needsValues(filter)),
    select: read('select', (_, selection) => 'filter' in selection && needsValues(selection.filter)),
    // No list is on screen meanwhile, so starting the thread delays nothing.
    selectInOrder: read('selectInOrder', () => true),
    async end() {
      isOver = true;
      await thread.end();
    },
  };
}
