import type { DraftFilter, Selection } from '../../../shared/draft/draft.ts';

/** The selection in a list: these rows, or all that match the filter except some. */
export type Picked = { all: false; ids: ReadonlySet<number> } | { all: true; except: ReadonlySet<number> };

export const pickNothing: Picked = { all: false, ids: new Set() };
export const pickAll: Picked = { all: true, except: new Set() };

export function isPicked(picked: Picked, id: number): boolean {
  return picked.all ? !picked.except.has(id) : picked.ids.has(id);
}

/** The number of selected rows out of `total` matches. */
export function countPicked(picked: Picked, total: number): number {
  return picked.all ? Math.max(0, total - picked.except.size) : picked.ids.size;
}

/**
 * What is selected, or all rows if nothing is. `total` null: not known yet, so that all but some is not taken for nothing.
 */
export function pickedOrAll(picked: Picked, total: number | null): Picked {
  return isAnyPicked(picked, total) ? picked : pickAll;
}

/** Returns true if a row is selected; `total` as for `pickedOrAll`. */
export function isAnyPicked(picked: Picked, total: number | null): boolean {
  return (total === null && picked.all) || countPicked(picked, total ?? 0) > 0;
}

/** `picked` with these rows selected or deselected. */
export function pick(picked: Picked, ids: readonly number[], isOn: boolean): Picked {
  const set = new Set(picked.all ? picked.except : picked.ids);
  for (const id of ids) {
    if (isOn === picked.all) set.delete(id);
    else set.add(id);
  }
  return picked.all ? { all: true, except: set } : { all: false, ids: set };
}

/** The rows that are selected in both. */
export function pickedInBoth(one: Picked, other: Picked): Picked {
  if (!one.all) return { all: false, ids: new Set([...one.ids].filter((id) => isPicked(other, id))) };
  return other.all ? pick(one, [...other.except], false) : pickedInBoth(other, one);
}

/** The selection in the form of the contract. */
export function toSelection(picked: Picked, filter: DraftFilter): Selection {
  return picked.all ? { filter, except: [...picked.except] } : { ids: [...picked.ids] };
}
