import { setImmediate } from 'node:timers/promises';
import { retryWhileLocked } from './write.ts';

/** Small enough that a transaction over this many rows does not block the event loop for long. */
export const sliceSize = 250;
/**
 * How long a slice should take, in milliseconds, and the minimum number of items in it, however slow the computer is.
 */
const sliceTime = 12;
const minSize = 20;

/**
 * Calls `work` with slices of up to `size` items, fewer if they take long, and lets other work run before each. Stops
 * before the next slice on `signal`; retries a slice that finds the database locked.
 */
export async function inBatches<T>(
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

/** Returns the size of the next slice, after a slice of `count` items that took `took` milliseconds. */
export function nextCount(count: number, took: number, size: number): number {
  const fitting = Math.floor((count * sliceTime) / Math.max(took, 0.01));
  return Math.min(size, Math.max(minSize, fitting));
}
