import { hoursBench } from './hoursBench.ts';
import type { BenchRow } from './importBench.ts';

/** Two hours of sending at the directory's real limit: 720,000 articles. */
export function twoHoursBench(): Promise<BenchRow[]> {
  return hoursBench(720_000);
}
