import { fork } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BareResult } from './bareImport.ts';
import type { ImportResult } from './importRun.ts';
import { randomFrom, variedArticle } from './variedArticles.ts';

export interface BenchRow {
  name: string;
  value: number;
  unit: string;
  goal: number;
  better: 'lower' | 'higher';
  yardstick: string;
}

const count = 100_000;
/** Whatever else the computer does only makes a run slower, so the best of two is nearest to the truth. */
const rounds = 2;

/**
 * Imports 100,000 articles of about 2.5 kB through the calls of the application, from the first piece of the file to the
 * last accepted draft, beside a bare loop without any code of Colophon's; each run in a process and a folder of its own.
 */
export async function importBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
  try {
    const file = join(folder, 'articles.json');
    await pipeline(Readable.from(articleFile(count)), createWriteStream(file));
    const bare: BareResult[] = [];
    const imports: ImportResult[] = [];
    for (let round = 0; round < rounds; round++) {
      bare.push(await runAlone<BareResult>('bareImport.ts', file, join(folder, `bare-${round}`)));
      imports.push(await runAlone<ImportResult>('importRun.ts', file, join(folder, `import-${round}`)));
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
  return [
    {
      name: 'Import of 100,000 articles, against a bare loop',
      value: seconds / bareSeconds,
      unit: 'times',
      goal: 1.5,
      better: 'lower',
      yardstick: `${seconds.toFixed(1)} s from first piece to last draft; ${bareSeconds.toFixed(1)} s for a loop of JSON.parse and plain inserts into an equivalent table and the same full-text table, which checks nothing`,
    },
    {
      name: 'Peak memory of the process while importing',
      value: best(imports.map(({ peakMegabytes }) => peakMegabytes)),
      unit: 'MB',
      goal: 400,
      better: 'lower',
      yardstick: `the file has ${imports[0]!.fileMegabytes.toFixed(0)} MB`,
    },
    {
      name: 'Longest hold of the main event loop while importing',
      value: best(imports.map(({ longestHold }) => longestHold)),
      unit: 'ms',
      goal: 50,
      better: 'lower',
      yardstick: `sampled every 2 ms, with ${saves} drafts saved meanwhile`,
    },
  ];
}

/** Runs a script with these arguments in a process of its own and answers the one message that it sends. */
function runAlone<Result>(script: string, ...args: string[]): Promise<Result> {
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

/** A list of varied articles, a line each. */
function* articleFile(articles: number): Generator<string> {
  const random = randomFrom(20260101);
  for (let n = 0; n < articles; n++) {
    yield `${n === 0 ? '[\n' : ',\n'}${JSON.stringify(variedArticle(n, random))}`;
  }
  yield '\n]\n';
}
