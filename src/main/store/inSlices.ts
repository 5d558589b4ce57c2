import { setImmediate } from 'node:timers/promises';
import { retryWhileLocked } from './write.ts';

/** So few rows that a transaction over them does not hold the event loop for long. */
export const sliceSize = 250;
/** Milliseconds that a slice should take, and the items that it has at least, however slow the computer is. */
const sliceTime = 12;
const fewest = 20;

/**
 * Works through many items without holding the event loop: calls `work` with slices of them, in order, and lets
 * everything else run before each of them. Slices have `size` items, fewer where these take too long. Stops before the
 * next slice when `signal` is aborted. A slice that finds the database locked is done again when it is free.
 */
export async function inSlices<T>(
  items: readonly T[],
  work: (slice: readonly T[]) => void,
  { size = sliceSize, signal }: { size?: number; signal?: AbortSignal } = {},
): Promise<void> {
  let count = size;
  for (let at = 0; at < items.length; ) {
    await setImmediate();
    if (signal?.aborted) return;
    const slice = items.slice(at, at + count);
    const started = performance.now();
    await retryWhileLocked(() => work(slice));
    at += slice.length;
    count = nextCount(slice.length, performance.now() - started, size);
  }
}

/** How many items the next slice has after one of `count` took so many milliseconds. */
export function nextCount(count: number, took: number, size: number): number {
  const fitting = Math.floor((count * sliceTime) / Math.max(took, 0.01));
  return Math.min(size, Math.max(fewest, fitting));
}
