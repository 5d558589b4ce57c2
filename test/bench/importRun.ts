import { statSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { keepSaving, openBenchServices, watchHolds } from './benchServices.ts';

export interface ImportResult {
  seconds: number;
  cpuSeconds: number;
  peakMegabytes: number;
  fileMegabytes: number;
  /** Milliseconds. */
  longestHold: number;
  /** Drafts that the main thread saved during the import. */
  saves: number;
}

const [file, folder, count] = process.argv.slice(2) as [string, string, string];
const services = await openBenchServices(folder);
let peak = 0;
const scale = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 25);
const saving = await keepSaving(services);
const holds = watchHolds();
const { user: userBefore, system: systemBefore } = process.cpuUsage();
const begun = performance.now();
await services.importFiles([file], Number(count));
const seconds = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage();
const longestHold = holds.end();
clearInterval(scale);
const { saves } = await saving.end();
await services.stop();
process.send?.({
  seconds,
  cpuSeconds: (user - userBefore + system - systemBefore) / 1e6,
  peakMegabytes: peak / 1e6,
  fileMegabytes: statSync(file).size / 1e6,
  longestHold,
  saves,
} satisfies ImportResult);
