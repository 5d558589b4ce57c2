import { randomUUID } from 'node:crypto';
import type { AppError } from '../../shared/errors.ts';
import { fail } from './failures.ts';

/** How many plans of a kind are remembered: each open dialog of each window needs one. */
const most = 8;

/** Keeps what previews listed until it is carried out, once; the latest of each kind are remembered. */
export function createPlans<T>() {
  const plans = new Map<string, T>();
  return {
    /** Returns the plan's id. */
    keep(listed: T): string {
      const id = randomUUID();
      plans.set(id, listed);
      for (const oldest of plans.keys()) if (plans.size > most) plans.delete(oldest);
      return id;
    },
    /** What it lists, while it waits; AppErrors as `take`. */
    look(id: string): T {
      const listed = plans.get(id);
      if (listed === undefined) throw planGone();
      return listed;
    },
    has: (id: string) => plans.has(id),
    /** AppError `not_found` if it was used, is too old, or was made by another process. */
    take(id: string): Confirmed<T> {
      const listed = plans.get(id);
      if (listed === undefined) throw planGone();
      plans.delete(id);
      return new ConfirmedPlan(listed);
    },
  };
}

/**
 * What a person saw and confirmed. Work that cannot be undone, or that changes the records of another computer, takes
 * only this type, so that it cannot be reached without a plan.
 */
export type Confirmed<T> = ConfirmedPlan<T>;

/** Work that a colleague confirmed on their computer, and that the office passes on to this one. */
export function confirmedByColleague<T>(listed: T): Confirmed<T> {
  return new ConfirmedPlan(listed);
}

/** The private member keeps other objects from having this type. */
class ConfirmedPlan<T> {
  readonly #listed: T;

  constructor(listed: T) {
    this.#listed = listed;
  }

  get listed(): T {
    return this.#listed;
  }
}

function planGone(): AppError {
  return fail('plan.gone');
}
