import type { EditOrder } from './editJob.ts';
import type { WorkedOut } from './editSlices.ts';

/** The least and the most milliseconds that the second thread computes at a time: the writing one waits for it. */
const minTime = 50;
const maxTime = 400;

/**
 * Has a second thread compute the next drafts while this one writes those of its order, for about as long as the
 * previous slice took, so that neither thread waits long for the other. Returns the drafts of an order that are ready,
 * by id.
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
      const found = (await ask(order)) as WorkedOut[];
      if (order.job.id !== jobId) return;
      for (const one of found) ready.set(one.id, one);
      // Those for which there was no time can be asked for again.
      for (const id of order.ids) if (!ready.has(id)) asked.delete(id);
    } catch {
      // The writing thread computes them itself, and reports any error that occurs again.
    }
  }

  return async ({ job, ids, following = [] }: EditOrder): Promise<ReadonlyMap<number, WorkedOut>> => {
    if (job.id !== jobId) {
      jobId = job.id;
      ready.clear();
      asked.clear();
      arriving = Promise.resolve();
      sliceBegan = performance.now();
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
