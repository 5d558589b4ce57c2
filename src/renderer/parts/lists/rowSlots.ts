import { useLayoutEffect, useRef } from 'react';

/** Slots of the rows in view (0-based, in order), reused: updating a row is cheaper than creating one. */
export function useRowSlots(places: readonly number[]): {
  /** By slot, which is the order in the page. */
  places: readonly { slot: number; index: number }[];
  /** The slots in the order of their positions. */
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

/** Slots by position: the slot that the position already has, else the first free one. */
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
