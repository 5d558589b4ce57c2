import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { checkAcknowledged } from './invariants/checkAcknowledged.ts';
import { checkCanaries } from './invariants/checkCanaries.ts';
import { type Counted, checkCounts } from './invariants/checkCounts.ts';
import { checkDirectory } from './invariants/checkDirectory.ts';
import { checkFixings } from './invariants/checkFixings.ts';
import { checkLimit, type Passage } from './invariants/checkLimit.ts';
import { checkOverview } from './invariants/checkOverview.ts';
import { checkFile, checkStates, checkSteps, countSteps } from './invariants/checkSteps.ts';
import { checkLog, checkSecrets } from './invariants/checkTexts.ts';
import { checkWatch } from './invariants/checkWatch.ts';
import { checkConfirmed, checkKept } from './ledger.ts';
import type { Problem } from './problem.ts';
import type { ChaosWorld } from './world.ts';

/** Runs all checks while the application is closed and the directories are idle; returns what fails. */
export async function checkAll(
  world: ChaosWorld,
  { scratch, counted, logFrom }: { scratch: string; counted: readonly Counted[]; logFrom: number },
): Promise<Problem[]> {
  const { disk, model, accounts, directories, rates } = world;
  const db = new Database(join(disk.folder, 'colophon.db'), { readonly: true });
  try {
    world.steps = countSteps(db);
    const problems = [
      ...checkFile(db),
      ...checkSteps(db, model.restores > 0),
      ...checkStates(db),
      ...checkAcknowledged(db, model),
      ...checkFixings(db, model.fixings),
      ...counted.flatMap((one) => [...checkCounts(db, one), ...checkOverview(db, one)]),
      ...checkSecrets(
        disk.folder,
        model.exported,
        [...accounts, world.guest].map(({ key }) => key),
      ),
      ...checkLog(join(disk.folder, 'colophon.log'), { wasFull: world.wasFull, from: logFrom }),
    ];
    const states = await Promise.all([...directories.places.keys()].map((place) => directories.state(place)));
    problems.push(...checkCanaries(db, states));
    for (const place of directories.places.keys()) {
      const sent = directories.network.sent(place);
      problems.push(...checkConfirmed(world.ledger, sent, place));
      // A backup lacks the versions that were stored later.
      if (model.restores === 0) problems.push(...checkKept(db, world.ledger, sent));
    }
    const departures = readDepartures(join(scratch, 'left.jsonl'));
    for (const { id, place } of accounts) {
      problems.push(
        ...checkDirectory(db, id, states[place]!, { ...model, deleted: [...model.staff.deleted] }),
        ...checkWatch(db, id, states[place]!, model),
      );
      const { port } = directories.places[place]!;
      const left = departures.filter((one) => one.port === port && one.path.startsWith('/directory/'));
      const limit = rates[place]!.supply();
      problems.push(
        ...checkLimit(left, limit, { check: 'limit at departure', name: `left for directory ${place}` }),
        ...checkLimit(directories.network.arrived(place), limit, {
          check: 'limit at arrival',
          name: `arrived at directory ${place}`,
        }),
      );
    }
    return [...problems, ...directories.network.problems];
  } finally {
    db.close();
  }
}

export interface Departure extends Passage {
  port: number;
  path: string;
  method: string;
}

export function readDepartures(file: string): Departure[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Departure];
      } catch {
        // The incomplete last line of a killed program.
        return [];
      }
    });
}
