import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchFormat, writeFormatFiles } from './formatFiles.ts';
import { type BenchRow, runAlone } from './importBench.ts';
import type { RunFacts } from './runFacts.ts';

const count = 100_000;
/** Other load only makes a run slower, so the fastest of three is more accurate. */
const rounds = 3;

const tables = { csv: 'CSV, against csv-parse', xlsx: 'Excel workbooks, against read-excel-file' } as const;
const writing = {
  csv: 'CSV, against JSON of the same records',
  xlsx: 'Excel workbooks, against compressed JSON of the same records',
} as const;

/** Reads and writes 100,000 articles in tables, and compares it with the libraries alone on the same files. */
export async function formatsBench(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [format, name] of entriesOf(tables)) rows.push(...(await compareReading(format, name)));
  for (const [format, name] of entriesOf(writing))
    rows.push(
      ...(await inFolder(async (folder) => {
        const [from] = await writeFormatFiles('jsonl', folder, count);
        const to = join(folder, 'written');
        return compare(`Write 100,000 articles in ${name}`, {
          run: () => runAlone<RunFacts>('writeRun.ts', format, from!, to),
          bare: () => runAlone<RunFacts>('bareWrite.ts', format, from!, to),
        });
      })),
    );
  return rows;
}

/** Reads 100,000 articles in a format, and compares it with the libraries alone on the same files. */
export function compareReading(format: BenchFormat, name: string): Promise<BenchRow[]> {
  return inFolder(async (folder) => {
    const files = await writeFormatFiles(format, folder, count);
    return compare(`Read 100,000 articles in ${name}`, {
      run: () => runAlone<RunFacts>('readRun.ts', ...files),
      bare: () => runAlone<RunFacts>('bareRead.ts', format, ...files),
    });
  });
}

function entriesOf<Format extends BenchFormat>(names: Record<Format, string>): [Format, string][] {
  return Object.entries(names) as [Format, string][];
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(
  name: string,
  { run, bare }: Record<'run' | 'bare', () => Promise<RunFacts>>,
): Promise<BenchRow[]> {
  const runs: RunFacts[] = [];
  const bares: RunFacts[] = [];
  for (let round = 0; round < rounds; round++) {
    bares.push(await bare());
    runs.push(await run());
  }
  if (![...runs, ...bares].every(({ records }) => records === count))
    throw new Error(`${name}: not all records were handled.`);
  const best = (facts: RunFacts[]) => Math.min(...facts.map(({ seconds }) => seconds));
  const processorTime = (facts: RunFacts[]) =>
    Math.min(...facts.map(({ cpuSeconds }) => cpuSeconds)).toFixed(1);
  return [
    {
      name,
      value: best(runs) / best(bares),
      unit: 'times',
      goal: 2,
      better: 'lower',
      yardstick: `${best(runs).toFixed(1)} s against ${best(bares).toFixed(1)} s; processor time ${processorTime(runs)} s against ${processorTime(bares)} s`,
      baseline: 'independent',
    },
    {
      name: `${name}: peak memory of the process`,
      value: Math.max(...runs.map(({ peakMegabytes }) => peakMegabytes)),
      unit: 'MB',
      goal: 400,
      better: 'lower',
      yardstick: `${Math.max(...bares.map(({ peakMegabytes }) => peakMegabytes)).toFixed(0)} MB for the bare loop`,
      baseline: 'none',
    },
  ];
}
