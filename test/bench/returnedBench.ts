import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFormatFiles } from './formatFiles.ts';
import { type BenchRow, runAlone } from './importBench.ts';
import type { ReturnedResult } from './returnedRun.ts';
import type { RunFacts } from './runFacts.ts';

const count = 100_000;

/** Imports a table of 100,000 articles, and returns it whole with the problems of its rows in another process. */
export async function returnedBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
  try {
    const [file = ''] = await writeFormatFiles('csv', folder, count);
    const bare = await runAlone<RunFacts>('bareRead.ts', 'csv', file);
    const data = join(folder, 'data');
    const importId = await runAlone<number>('importTable.ts', file, data, String(count));
    const run = await runAlone<ReturnedResult>('returnedRun.ts', data, String(importId));
    if (run.rows !== count) throw new Error('Not all rows were returned.');
    const name = 'Return an imported CSV table of 100,000 articles with its problems';
    return [
      {
        name: `${name}: peak memory of the process`,
        value: run.peakMegabytes,
        unit: 'MB',
        goal: 400,
        better: 'lower',
        yardstick: `${run.seconds.toFixed(1)} s; csv-parse alone reads the table in ${bare.seconds.toFixed(1)} s`,
        baseline: 'none',
      },
      {
        name: `${name}: longest hold of the main event loop`,
        value: run.longestHold,
        unit: 'ms',
        goal: 50,
        better: 'lower',
        yardstick: 'sampled every 2 ms',
        baseline: 'none',
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
