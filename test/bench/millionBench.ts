import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchRow, runAlone, writeArticles } from './importBench.ts';
import type { MillionResult } from './millionRun.ts';

const count = 1_000_000;
/** Short enough for the file to stay below the limit of an import. */
const abstractWords = 100;

/** Imports, lists, searches, plans, edits and backs up 1,000,000 drafts; measures how long this blocks the main thread. */
export async function millionBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
  try {
    const file = join(folder, 'articles.json');
    await writeArticles(file, count, { abstractWords });
    const results = await runAlone<MillionResult[]>(
      'millionRun.ts',
      file,
      join(folder, 'data'),
      String(count),
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
