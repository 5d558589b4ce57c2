/** Resolves when the process is asked to stop (Ctrl C, or SIGTERM); stops listening once `signal` is aborted. */
export function untilStopped(signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = () => resolve();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, stop);
    signal?.addEventListener('abort', () => process.off(name, stop), { once: true });
  }
  return promise;
}
