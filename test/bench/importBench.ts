import { fork } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BareResult } from './bareImport.ts';
import type { ImportResult } from './importRun.ts';
import { type ArticleOptions, randomFrom, variedArticle } from './variedArticles.ts';

export interface BenchRow {
  name: string;
  value: number;
  unit: string;
  goal: number;
  better: 'lower' | 'higher';
  yardstick: string;
  /** The origin of the figure in `yardstick`. */
  baseline: Baseline;
}

/**
 * `independent` of Colophon's code; statements of its own over `our tables`; arithmetic from the directory's `limit`; or
 * none, where only the goal counts.
 */
export type Baseline = 'independent' | 'our tables' | 'limit' | 'none';

const count = 100_000;
/** Other load only makes a run slower, so the faster of two is more accurate. */
const rounds = 2;

/**
 * Imports 100,000 articles of about 2.5 kB through the application's calls, from the first piece of the file to the last
 * accepted draft, and compares it with a bare loop without Colophon's code. Each run has its own process and folder.
 */
export async function importBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
  try {
    const file = join(folder, 'articles.json');
    await writeArticles(file, count);
    const bare: BareResult[] = [];
    const imports: ImportResult[] = [];
    for (let round = 0; round < rounds; round++) {
      bare.push(await runAlone<BareResult>('bareImport.ts', file, join(folder, `bare-${round}`)));
      imports.push(
        await runAlone<ImportResult>('importRun.ts', file, join(folder, `import-${round}`), String(count)),
      );
    }
    return toRows(bare, imports);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function toRows(bare: BareResult[], imports: ImportResult[]): BenchRow[] {
  const best = (values: number[]) => Math.min(...values);
  const bareSeconds = best(bare.map(({ seconds }) => seconds));
  const seconds = best(imports.map((one) => one.seconds));
  const saves = imports[0]!.saves;
  const processorTime = (runs: { cpuSeconds: number }[]) =>
    best(runs.map(({ cpuSeconds }) => cpuSeconds)).toFixed(1);
  return [
    {
      name: 'Import of 100,000 articles, against a bare loop',
      value: seconds / bareSeconds,
      unit: 'times',
      goal: 1.5,
      better: 'lower',
      yardstick: `${seconds.toFixed(1)} s from first piece to last draft; ${bareSeconds.toFixed(1)} s for a loop of JSON.parse and plain inserts into an equivalent table and the same full-text table, which checks nothing; processor time ${processorTime(imports)} s in all threads against ${processorTime(bare)} s`,
      baseline: 'independent',
    },
    {
      name: 'Peak memory of the process while importing',
      value: best(imports.map(({ peakMegabytes }) => peakMegabytes)),
      unit: 'MB',
      goal: 400,
      better: 'lower',
      yardstick: `the file has ${imports[0]!.fileMegabytes.toFixed(0)} MB`,
      baseline: 'none',
    },
    {
      name: 'Longest hold of the main event loop while importing',
      value: best(imports.map(({ longestHold }) => longestHold)),
      unit: 'ms',
      goal: 50,
      better: 'lower',
      yardstick: `sampled every 2 ms, with ${saves} drafts saved meanwhile`,
      baseline: 'none',
    },
  ];
}

/** Runs a script with these arguments in its own process and returns the message that it sends. */
export function runAlone<Result>(script: string, ...args: string[]): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, script), args);
    let result: Result | undefined;
    child.on('message', (message) => {
      result = message as Result;
    });
    child.on('error', reject);
    child.on('exit', (code) =>
      result === undefined
        ? reject(new Error(`${script} ended with ${code} and no result.`))
        : resolve(result),
    );
  });
}

/** Writes a list of varied articles, one per line, to a file; `first` is the number of the first one. */
export function writeArticles(
  file: string,
  articles: number,
  { first = 0, ...options }: ArticleOptions & { first?: number } = {},
): Promise<void> {
  return pipeline(Readable.from(articleFile(first, articles, options)), createWriteStream(file));
}

function* articleFile(first: number, articles: number, options: ArticleOptions): Generator<string> {
  const random = randomFrom(20260101 + first);
  for (let n = 0; n < articles; n++) {
    yield `${n === 0 ? '[\n' : ',\n'}${JSON.stringify(variedArticle(first + n, random, options))}`;
  }
  yield '\n]\n';
}
