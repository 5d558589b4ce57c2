import type { DraftFilter, Selection } from '../../shared/draft/draft.ts';

/** What is picked in a list: these rows, or all that match the filter except some. */
export type Picked = { all: false; ids: ReadonlySet<number> } | { all: true; except: ReadonlySet<number> };

export const pickNothing: Picked = { all: false, ids: new Set() };
export const pickAll: Picked = { all: true, except: new Set() };

/** Whether a row is picked. */
export function isPicked(picked: Picked, id: number): boolean {
  return picked.all ? !picked.except.has(id) : picked.ids.has(id);
}

/** How many rows are picked of `total` that match. */
export function countPicked(picked: Picked, total: number): number {
  return picked.all ? Math.max(0, total - picked.except.size) : picked.ids.size;
}

/** `picked` with these rows picked, or not. */
export function pick(picked: Picked, ids: readonly number[], isOn: boolean): Picked {
  const set = new Set(picked.all ? picked.except : picked.ids);
  for (const id of ids) {
    if (isOn === picked.all) set.delete(id);
    else set.add(id);
  }
  return picked.all ? { all: true, except: set } : { all: false, ids: set };
}

/** As the contract takes it. */
export function toSelection(picked: Picked, filter: DraftFilter): Selection {
  return picked.all ? { filter, except: [...picked.except] } : { ids: [...picked.ids] };
}
