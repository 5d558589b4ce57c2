import { setImmediate } from 'node:timers/promises';

/** So few rows that a transaction over them does not hold the event loop for long. */
export const sliceSize = 250;

/**
 * Works through many items without holding the event loop: calls `work` with slices of them, in order, and lets
 * everything else run before each of them. Stops before the next slice when `signal` is aborted.
 */
export async function inSlices<T>(
  items: readonly T[],
  work: (slice: readonly T[]) => void,
  { size = sliceSize, signal }: { size?: number; signal?: AbortSignal } = {},
): Promise<void> {
  for (let at = 0; at < items.length; at += size) {
    await setImmediate();
    if (signal?.aborted) return;
    work(items.slice(at, at + size));
  }
}
