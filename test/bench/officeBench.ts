import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { startOfficeWorld } from '../helpers/officeWorld.ts';
import { type PostgresCluster, postgresPrograms } from '../helpers/postgres.ts';
import { type BenchRow, runAlone } from './importBench.ts';
import type { OfficeResult } from './officeRun.ts';

const count = 100_000;

/**
 * One data folder with 100,000 drafts of about 2.5 kB joins an empty office, then an empty folder gets them; both
 * against `COPY` and a plain insert of the same rows into a table with the same indexes, on the same server.
 */
export async function officeBench(): Promise<BenchRow[]> {
  if (postgresPrograms === null) {
    console.error('PostgreSQL is not installed: the office is not measured.');
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
  const world = await startOfficeWorld();
  const { cluster } = world;
  try {
    const { database } = await world.createOffice();
    const run = (name: string, drafts: number) =>
      runAlone<OfficeResult>(
        'officeRun.ts',
        join(folder, name),
        cluster.address('anna', database),
        cluster.passwordOf('anna'),
        String(drafts),
      );
    const shared = await run('first', count);
    const bare = await copyBare(cluster, database, join(cluster.folder, 'rows'));
    const fetched = await run('second', 0);
    if (fetched.drafts !== count) throw new Error(`Only ${fetched.drafts} drafts arrived.`);
    return [
      {
        name: 'Join an office with 100,000 drafts, against COPY and insert',
        value: shared.seconds / bare,
        unit: 'times',
        goal: 1.5,
        better: 'lower',
        yardstick: `${shared.seconds.toFixed(1)} s; ${bare.toFixed(1)} s for COPY from a file into a temporary table and INSERT into one with the same columns and indexes`,
        baseline: 'independent',
      },
      seconds('Join an office with 100,000 drafts', shared.seconds),
      seconds('Join an office that has 100,000 drafts', fetched.seconds),
      {
        name: 'Join an office: longest hold of the main event loop',
        value: Math.max(shared.longestHold, fetched.longestHold),
        unit: 'ms',
        goal: 50,
        better: 'lower',
        yardstick: 'sampled every 2 ms, in both folders',
        baseline: 'none',
      },
    ];
  } finally {
    world.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function seconds(name: string, value: number): BenchRow {
  return {
    name,
    value,
    unit: 's',
    goal: 60,
    better: 'lower',
    yardstick: 'until the first contact after it',
    baseline: 'none',
  };
}

/** Copies the office's rows from a file into a table like its own, by PostgreSQL alone; returns the seconds. */
async function copyBare(cluster: PostgresCluster, database: string, file: string): Promise<number> {
  const columns = 'id, kind, account_id, version, seq, record, deleted, changed_by, changed_at';
  await cluster.sql(database, `COPY (SELECT ${columns} FROM colophon.records) TO '${file}'`);
  await cluster.sql(
    database,
    `CREATE TABLE bare (id uuid PRIMARY KEY, kind text NOT NULL, account_id uuid NOT NULL, version integer NOT NULL,
       seq bigint NOT NULL, record json NOT NULL, deleted boolean NOT NULL, changed_by name NOT NULL,
       changed_at timestamptz NOT NULL);
     CREATE UNIQUE INDEX ON bare (account_id, seq);
     CREATE UNIQUE INDEX ON bare ((record ->> 'base'), (record ->> 'username')) WHERE kind = 'account' AND NOT deleted;
     CREATE UNIQUE INDEX ON bare (account_id, (record ->> 'remote_id'))
       WHERE kind = 'application' AND NOT deleted AND (record ->> 'remote_id') IS NOT NULL`,
  );
  const begun = performance.now();
  await cluster.sql(
    database,
    `CREATE TEMPORARY TABLE given (LIKE bare); COPY given FROM '${file}'; INSERT INTO bare SELECT * FROM given`,
  );
  return (performance.now() - begun) / 1000;
}
