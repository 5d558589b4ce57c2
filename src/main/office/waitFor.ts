import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves with what happens first: `event`, the end of `ms`, or an abort of `signal`; leaves no timer behind. */
export async function waitFor(event: Promise<unknown>, ms: number, signal?: AbortSignal): Promise<void> {
  const done = new AbortController();
  const either = signal ? AbortSignal.any([signal, done.signal]) : done.signal;
  await Promise.race([event, sleep(ms, undefined, { signal: either }).catch(() => undefined)]);
  done.abort();
}
