import type { EditOrder, Enough } from './editJob.ts';
import { maxAhead, type WorkedOut } from './editSlices.ts';

/**
 * Has a second thread compute the next drafts while this one writes those of its order: until `enough`, which is set as
 * soon as the next order arrives, so that neither thread waits long for the other. `readyFor` gives the drafts of an order
 * that are ready, by id.
 */
export function createWorkAhead(ask: (order: EditOrder) => Promise<unknown>, enough: Enough) {
  const ready = new Map<number, WorkedOut>();
  const asked = new Set<number>();
  let arriving: Promise<void> = Promise.resolve();
  let jobId = '';

  function forget(): void {
    jobId = '';
    ready.clear();
    asked.clear();
  }

  async function request(order: EditOrder): Promise<void> {
    for (const id of order.ids) asked.add(id);
    try {
      const found = (await ask(order)) as WorkedOut[];
      if (order.job.id !== jobId) return;
      for (const one of found) ready.set(one.id, one);
      // Those that it did not reach can be asked for again.
      for (const id of order.ids) if (!ready.has(id)) asked.delete(id);
    } catch {
      // The writing thread computes them itself, and reports any error that occurs again.
    }
  }

  return {
    async readyFor({ job, ids, following = [] }: EditOrder): Promise<ReadonlyMap<number, WorkedOut>> {
      Atomics.store(enough, 0, 1);
      if (job.id !== jobId) forget();
      jobId = job.id;
      await arriving;
      const wanted = new Set([...ids, ...following]);
      for (const id of asked)
        if (!wanted.has(id)) {
          asked.delete(id);
          ready.delete(id);
        }
      const missing = following.filter((id) => !asked.has(id));
      Atomics.store(enough, 0, 0);
      if (missing.length > 0 && waitingCharacters(ready) <= maxAhead)
        arriving = request({ what: 'workOut', job, ids: missing });
      return ready;
    },
    /** Called when an edit is over, or has failed: what was computed for it is of no use. */
    async end(): Promise<void> {
      Atomics.store(enough, 0, 1);
      forget();
      await arriving;
    },
  };
}

function waitingCharacters(ready: ReadonlyMap<number, WorkedOut>): number {
  let characters = 0;
  for (const { result } of ready.values())
    if (typeof result === 'object') characters += result.draft.json.length;
  return characters;
}
