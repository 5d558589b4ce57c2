import { parentPort, workerData } from 'node:worker_threads';
import { useSharedPack } from '../../platform/rulePack/savedPack.ts';
import { openToRead } from '../database.ts';
import { serveWorkerRpc } from '../workerRpc.ts';
import { createDraftLists, type DraftLists } from './draftLists.ts';
import type { ListOrder } from './draftReading.ts';

// Blocking is fine here: only the caller of an order waits for this thread.
if (parentPort) {
  useSharedPack();
  const { file } = workerData as { file: string };
  let lists: DraftLists | null = null;
  serveWorkerRpc<ListOrder>(parentPort, ({ name, args }) => {
    lists ??= createDraftLists(openToRead(file, { isOpen: true }));
    return (lists[name] as (...given: typeof args) => unknown)(...args);
  });
}
