/** Time and memory of a run of a benchmark's process. */
export interface RunFacts {
  seconds: number;
  /** Processor time in all threads. */
  cpuSeconds: number;
  peakMegabytes: number;
  records: number;
}

/** Runs `work`, which returns how many records it handled, and sends the facts to the parent process. */
export async function measureRun(work: () => Promise<number>): Promise<void> {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const scale = setInterval(look, 100);
  const { user: userBefore, system: systemBefore } = process.cpuUsage();
  const begun = performance.now();
  const records = await work();
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage();
  const cpuSeconds = (user - userBefore + system - systemBefore) / 1e6;
  look();
  clearInterval(scale);
  process.send?.({ seconds, cpuSeconds, peakMegabytes: peak / 1e6, records } satisfies RunFacts);
}
