import { compareReading } from './formatsBench.ts';
import type { BenchRow } from './importBench.ts';

/** Reads 100,000 articles in JATS. */
export function jatsBench(): Promise<BenchRow[]> {
  return compareReading('jats-zip', 'JATS in zip files of 10,000, against yauzl and saxes');
}
