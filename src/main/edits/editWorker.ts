import { parentPort, workerData } from 'node:worker_threads';
import { msg } from '../../shared/message.ts';
import { useSharedPack } from '../platform/rulePack/savedPack.ts';
import { openInThread } from '../store/database.ts';
import { longestLog } from '../store/flush.ts';
import { createWorkerRpc, serveWorkerRpc } from '../store/workerRpc.ts';
import type { EditOrder, EditThreadData, Enough } from './editJob.ts';
import { createEditSlices } from './editSlices.ts';
import { createWorkAhead } from './workAhead.ts';

/** Milliseconds without an order after which the second thread ends; this thread lives longer. */
const idleFor = 10_000;

/** Edits in the order of the table touch the same pages of indexes again and again: they stay cached. */
function openToEdit(file: string) {
  const db = openInThread(file, { durable: false });
  db.pragma('cache_size = -32768');
  db.pragma(`wal_autocheckpoint = ${longestLog}`);
  return db;
}

if (parentPort) {
  useSharedPack();
  const { file, ...signals } = workerData as EditThreadData;
  let slices: ReturnType<typeof createEditSlices> | null = null;
  const enough: Enough = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const second = createWorkerRpc<EditOrder>(new URL(import.meta.url), {
    idleFor,
    workerData: { file, ...signals, enough } satisfies EditThreadData,
    broke: msg('edits.broke'),
  });
  const workAhead = createWorkAhead(second.ask, enough);
  serveWorkerRpc<EditOrder>(parentPort, async (order) => {
    // The main thread flushes all changes to disk when it ends the undo step.
    slices ??= createEditSlices(openToEdit(file), signals);
    if (order.what === 'end') return workAhead.end();
    if (order.what === 'workOut') return slices.workOut(order);
    if (order.what === 'undo') return slices.undo(order);
    // A copy is computed for the other account, which may already have the draft.
    const isEdit = order.what === 'apply' && order.job.edit?.do !== 'copy';
    try {
      return slices.run(order, isEdit ? await workAhead.readyFor(order) : undefined);
    } catch (error) {
      await workAhead.end();
      throw error;
    }
  });
}
