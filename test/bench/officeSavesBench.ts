import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOfficeWorld } from '../helpers/officeWorld.ts';
import { postgresPrograms } from '../helpers/postgres.ts';
import type { BenchRow } from './importBench.ts';
import type { OfficeSaves } from './officeSavesRun.ts';

const editors = 20;

/** Twenty Colophons of one office, each a process with its own data folder, that save a draft once a second. */
export async function officeSavesBench(): Promise<BenchRow[]> {
  if (postgresPrograms === null) {
    console.error('PostgreSQL is not installed: the office is not measured.');
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
  const world = await startOfficeWorld();
  const children: ChildProcess[] = [];
  try {
    await world.ensurePerson('ben');
    const office = await world.createOffice();
    const open = async (person: string, place: number) => {
      const { cluster } = world;
      const address = cluster.address(person, office.database);
      const script = join(import.meta.dirname, 'officeSavesRun.ts');
      const given = [join(folder, String(place)), address, cluster.passwordOf(person), `editor${place}`];
      const child = fork(script, given);
      children.push(child);
      const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
      if (message !== 'joined') throw new Error(`${script} ended with ${message}.`);
    };
    // The owner of the tables sees every row without a check; the others do not.
    await open('anna', 0);
    await office.permit('ben');
    await Promise.all(Array.from({ length: editors - 1 }, (_, n) => open('ben', n + 1)));
    const results = await Promise.all(
      children.map(async (child) => {
        child.send('go');
        const [result] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
        if (typeof result !== 'object') throw new Error(`An editor ended with ${result}.`);
        return result as OfficeSaves;
      }),
    );
    const pushes = results.flatMap((one) => one.pushes);
    const arrivals = results.flatMap((one) => one.arrivals);
    const measured = `${pushes.length} saves by ${editors} editors, once a second each`;
    return [
      row('the office has it', 100, pushes, measured),
      row('another editor has it', 1_000, arrivals, `${measured}; ${arrivals.length} arrivals`),
    ];
  } finally {
    for (const child of children) child.kill('SIGKILL');
    world.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function row(what: string, goal: number, times: readonly number[], measured: string): BenchRow {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.POSITIVE_INFINITY;
  return {
    name: `A save in an office until ${what}, 95th percentile`,
    value: at(0.95),
    unit: 'ms',
    goal,
    better: 'lower',
    yardstick: `${measured}; median ${at(0.5).toFixed(0)} ms, longest ${at(1).toFixed(0)} ms`,
    baseline: 'none',
  };
}
