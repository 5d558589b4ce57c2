import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchRow, runAlone, writeArticles } from './importBench.ts';
import type { MillionResult } from './millionRun.ts';

const count = 1_000_000;
/** As many as one file of an import may have. */
const inOneFile = 100_000;
const abstractWords = 100;

/** Imports, lists, searches, plans, edits and backs up 1,000,000 drafts; measures how long this blocks the main thread. */
export async function millionBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
  try {
    const files: string[] = [];
    for (let first = 0; first < count; first += inOneFile) {
      const file = join(folder, `articles-${first}.json`);
      await writeArticles(file, inOneFile, { first, abstractWords });
      files.push(file);
    }
    const results = await runAlone<MillionResult[]>(
      'millionRun.ts',
      join(folder, 'data'),
      String(count),
      ...files,
    );
    return results.map(toRow);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function toRow({ name, calls, seconds, longestHold, longestSave }: MillionResult): BenchRow {
  const time = `${seconds.toFixed(seconds < 10 ? 3 : 0)} s`;
  return {
    name: `1,000,000 drafts, ${name}: longest hold of the main event loop`,
    value: longestHold,
    unit: 'ms',
    goal: 50,
    better: 'lower',
    yardstick: `${calls === 1 ? `it takes ${time}` : `the slowest of ${calls} calls takes ${time}`}; the slowest save of a draft meanwhile ${longestSave.toFixed(0)} ms`,
    baseline: 'none',
  };
}
