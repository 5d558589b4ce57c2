import { performance } from 'node:perf_hooks';
import { openBenchServices, watchHolds } from './benchServices.ts';

export interface ReturnedResult {
  seconds: number;
  peakMegabytes: number;
  /** Milliseconds. */
  longestHold: number;
  rows: number;
}

const [folder, id] = process.argv.slice(2) as [string, string];
const { handlers, stop } = await openBenchServices(folder);
const importId = Number(id);
let peak = 0;
const scale = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 25);
const holds = watchHolds();
const begun = performance.now();
const { written } = await handlers['exports.returned']({
  source: { importId },
  table: { importId, file: 0 },
  rows: 'all',
});
const seconds = (performance.now() - begun) / 1000;
const longestHold = holds.end();
clearInterval(scale);
await stop();
process.send?.({ seconds, peakMegabytes: peak / 1e6, longestHold, rows: written } satisfies ReturnedResult);
