import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresCluster } from '../../helpers/postgres.ts';
import { steadyMs } from '../chaosTime.ts';
import type { Member } from './officeWorld.ts';

/** Milliseconds of the real time; `to` null: still. */
export interface Outage {
  from: number;
  to: number | null;
}

/** Watches when each person's application has no connection to the office. */
export interface Reach {
  outages(person: string): readonly Outage[];
  /** Returns true if the person was connected at the last look. */
  isReached(person: string): boolean;
  stop(): Promise<void>;
}

/** Real milliseconds between two looks. */
const every = 300;
/** Connections of an application that follows its office. */
const connections = 2;

export function createReach(cluster: PostgresCluster, database: string, members: readonly Member[]): Reach {
  const all = new Map<string, Outage[]>();
  const stopping = new AbortController();

  async function look(): Promise<Map<string, number>> {
    try {
      const rows = await cluster.sql<{ person: string; n: number }>(
        database,
        `SELECT usename AS person, count(*)::int AS n FROM pg_stat_activity
         WHERE application_name = 'Colophon' GROUP BY 1`,
      );
      return new Map(rows.map(({ person, n }) => [person, n]));
    } catch {
      // PostgreSQL may be down at this moment; a round does not end before everybody was seen again.
      return new Map();
    }
  }

  async function watch(): Promise<void> {
    let before = steadyMs();
    while (!stopping.signal.aborted) {
      const began = steadyMs();
      const seen = await look();
      for (const { person, link, application } of members) {
        const outages = all.get(person) ?? [];
        all.set(person, outages);
        const open = outages.at(-1)?.to === null ? outages.at(-1)! : null;
        const isReached = !link.isBroken && (seen.get(person) ?? 0) >= connections;
        if (!isReached && !open) outages.push({ from: before, to: null });
        // What was permitted without the office may leave a little later.
        else if (isReached && open && application.isRunning) open.to = steadyMs() + 1_000;
      }
      before = began;
      await pause(every);
    }
  }

  const watching = watch();
  return {
    outages: (person) => all.get(person) ?? [],
    isReached: (person) => all.get(person)?.at(-1)?.to !== null,
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}
