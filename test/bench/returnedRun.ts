import { performance } from 'node:perf_hooks';
import { openBenchServices, watchHolds } from './benchServices.ts';

export interface ReturnedResult {
  seconds: number;
  /** Of the process, which imported the table before. */
  peakMegabytes: number;
  /** Milliseconds. */
  longestHold: number;
  rows: number;
}

const [file, folder, count] = process.argv.slice(2) as [string, string, string];
const { handlers, importFile, stop } = await openBenchServices(folder);
const importId = await importFile(file, Number(count));
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
