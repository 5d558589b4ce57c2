export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** Resolves when the process is asked to stop (Ctrl C, SIGTERM, or the end of its terminal); stops listening once `signal` is aborted. */
export function untilStopped(signal?: AbortSignal): Promise<StopSignal> {
  const { promise, resolve } = Promise.withResolvers<StopSignal>();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const stop = () => resolve(name);
    process.once(name, stop);
    signal?.addEventListener('abort', () => process.off(name, stop), { once: true });
  }
  return promise;
}
