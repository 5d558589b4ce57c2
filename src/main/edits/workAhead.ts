import type { EditOrder, WorkedOut } from './editSlices.ts';

/** The least and the most milliseconds that the second thread computes at a time: the writing one waits for it. */
const minTime = 50;
const maxTime = 400;

/**
 * Has a second thread compute the next drafts while this one writes those of its order, for as long as the previous
 * slice took: both threads are busy all the time. Returns the drafts of an order that are ready, by id.
 */
export function createWorkAhead(ask: (order: EditOrder) => Promise<unknown>) {
  const ready = new Map<number, WorkedOut>();
  const asked = new Set<number>();
  let arriving: Promise<void> = Promise.resolve();
  let jobId = '';
  let sliceBegan = 0;

  async function request(order: EditOrder): Promise<void> {
    for (const id of order.ids) asked.add(id);
    try {
      for (const one of (await ask(order)) as WorkedOut[]) if (order.job.id === jobId) ready.set(one.id, one);
    } catch {
      // The writing thread computes them itself, and reports any error that occurs again.
    }
    // The rest can be asked for again.
    if (order.job.id === jobId) for (const id of order.ids) if (!ready.has(id)) asked.delete(id);
  }

  return async ({ job, ids, following = [] }: EditOrder): Promise<ReadonlyMap<number, WorkedOut>> => {
    if (job.id !== jobId) {
      jobId = job.id;
      ready.clear();
      asked.clear();
    }
    const sliceTook = performance.now() - sliceBegan;
    await arriving;
    const wanted = new Set([...ids, ...following]);
    for (const id of asked)
      if (!wanted.has(id)) {
        asked.delete(id);
        ready.delete(id);
      }
    const missing = following.filter((id) => !asked.has(id));
    const time = Math.min(Math.max(sliceTook, minTime), maxTime);
    if (missing.length > 0) arriving = request({ what: 'workOut', job, ids: missing, time });
    sliceBegan = performance.now();
    return ready;
  };
}
