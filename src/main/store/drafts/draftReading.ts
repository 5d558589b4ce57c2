import { msg } from '../../../shared/message.ts';
import type { Db } from '../database.ts';
import { createWorkerRpc } from '../workerRpc.ts';
import type { DraftLists } from './draftLists.ts';

type Awaitable<T> = T | Promise<T>;

/** Lists of drafts, read in this thread or another one. */
export type DraftReading = {
  [N in keyof DraftLists]: (...args: Parameters<DraftLists[N]>) => Awaitable<ReturnType<DraftLists[N]>>;
};

export type ListOrder = {
  [N in keyof DraftLists]: { name: N; args: Parameters<DraftLists[N]> };
}[keyof DraftLists];

/** From so many drafts on lists are read in a thread; fewer take tens of milliseconds. */
const many = 150_000;
/** After so many milliseconds without an order, the thread ends and frees its memory. */
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
  // The cost depends on the range of ids of all accounts; each query reads one end of the table.
  const reach = db
    .prepare<[], number | null>('SELECT (SELECT max(id) FROM drafts) - (SELECT min(id) FROM drafts) + 1')
    .pluck();
  let isOver = false;
  const hasMany = () => !isOver && (reach.get() ?? 0) >= (options.many ?? many);
  function read<N extends keyof DraftLists>(name: N): DraftReading[N] {
    const ask = (...args: unknown[]) =>
      hasMany()
        ? thread.ask({ name, args } as ListOrder)
        : (lists[name] as (...given: unknown[]) => unknown)(...args);
    return ask as DraftReading[N];
  }
  return {
    list: read('list'),
    facets: read('facets'),
    select: read('select'),
    async end() {
      isOver = true;
      await thread.end();
    },
  };
}
