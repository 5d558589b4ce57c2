/** Calls `remove` also if the program ends at once: stopped, or when nobody reads its output any more. Returns a function that ends this. */
export function removeAtEnd(remove: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const stopAfterwards = (signal: NodeJS.Signals) => {
    stopRemoving();
    remove();
    process.kill(process.pid, signal);
  };
  const stopRemoving = () => {
    process.off('exit', remove);
    for (const signal of signals) process.off(signal, stopAfterwards);
  };
  process.on('exit', remove);
  for (const signal of signals) process.on(signal, stopAfterwards);
  return stopRemoving;
}
