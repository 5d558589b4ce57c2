import { useLayoutEffect, useRef } from 'react';

/**
 * The rows in view, each in a slot that it keeps while it is in view: what comes into view is drawn into what was left
 * by what went, since drawing a row anew costs a fraction of making one. The places are 0-based and in order.
 */
export function useRowSlots(places: readonly number[]): {
  /** By slot, which is the order in the page. */
  places: readonly { slot: number; index: number }[];
  /** The slots in the order of their places. */
  inOrder: readonly number[];
} {
  const before = useRef<ReadonlyMap<number, number>>(new Map());
  const slots = assignSlots(before.current, places);
  useLayoutEffect(() => {
    before.current = slots;
  });
  return {
    places: [...slots].map(([index, slot]) => ({ slot, index })).sort((one, other) => one.slot - other.slot),
    inOrder: places.map((place) => slots.get(place)!),
  };
}

/** Slots by place: the one that a place had, else the first that nobody has. */
export function assignSlots(
  before: ReadonlyMap<number, number>,
  places: readonly number[],
): Map<number, number> {
  const kept = places.flatMap((place) => {
    const slot = before.get(place);
    return slot === undefined ? [] : [[place, slot] as const];
  });
  const slots = new Map(kept);
  const taken = new Set(slots.values());
  let free = 0;
  for (const place of places) {
    if (slots.has(place)) continue;
    while (taken.has(free)) free++;
    slots.set(place, free++);
  }
  return slots;
}
