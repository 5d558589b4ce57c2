import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BulkEdit } from '../../src/shared/article/edits/bulkEdit.ts';
import type { EditResult } from './editRun.ts';
import { type BenchRow, runAlone } from './importBench.ts';

const edits: BulkEdit[] = [
  { do: 'set', field: 'volume', value: 'edited', onlyEmpty: false },
  { do: 'replace', field: 'title', find: '$', with: ' edited', isRegex: true, isCaseSensitive: true },
];
const names = ['set the volume', 'replace in the titles, which search finds'];
/** Seconds. */
const goals = [12, 16];
/** Other load only makes a run slower, so the faster of two is more accurate. */
const rounds = 2;

/**
 * Edits 100,000 drafts of about 2.5 kB through the application's calls, after a preview of all, undoes it, and compares it with a
 * bare loop without Colophon's code. Each run has its own process and folder.
 */
export async function editBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
  const own = (name: string) => mkdtempSync(join(folder, `${name}-`));
  try {
    const bare: number[][] = [];
    const runs: EditResult[][] = [];
    for (let round = 0; round < rounds; round++) {
      bare.push(await runAlone('bareEdit.ts', own('bare')));
      runs.push(await runAlone('editRun.ts', own('edits'), JSON.stringify(edits)));
    }
    return edits.flatMap((_, at) => {
      const best = runs.map((run) => run[at]!).sort((one, other) => one.seconds - other.seconds)[0]!;
      const longestHold = Math.max(...runs.map((run) => run[at]!.longestHold));
      return toRows(at, { ...best, longestHold }, Math.min(...bare.map((run) => run[at]!)));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function toRows(at: number, result: EditResult, bare: number): BenchRow[] {
  const name = names[at]!;
  return [
    {
      name: `Edit 100,000 drafts: ${name}`,
      value: result.seconds,
      unit: 's',
      goal: goals[at]!,
      better: 'lower',
      yardstick: `after a preview of ${result.previewSeconds.toFixed(1)} s; ${bare.toFixed(1)} s for a loop of JSON.parse and plain updates that keeps each old record, which checks nothing`,
      baseline: 'independent',
    },
    {
      name: `Undo an edit of 100,000 drafts, against the edit: ${name}`,
      value: result.undoSeconds / result.seconds,
      unit: 'times',
      goal: 2,
      better: 'lower',
      yardstick: `${result.undoSeconds.toFixed(1)} s after an edit of ${result.seconds.toFixed(1)} s`,
      baseline: 'none',
    },
    {
      name: `Edit 100,000 drafts: ${name}: longest hold of the main event loop`,
      value: result.longestHold,
      unit: 'ms',
      goal: 50,
      better: 'lower',
      yardstick: 'sampled every 2 ms, preview and undo included',
      baseline: 'none',
    },
  ];
}
