import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Random } from '../seeded.ts';
import { type Action, type ChaosWorld, inBackground, note } from '../world.ts';
import { editActions } from './editActions.ts';
import { exportActions } from './exportActions.ts';
import { fillDisk, makeRoom } from './faultActions.ts';
import { importActions } from './importActions.ts';
import { restoreActions } from './restoreActions.ts';
import { sourceActions } from './sourceActions.ts';
import { tableActions } from './tableActions.ts';
import { undoActions } from './undoActions.ts';

/** Actions that need disk space for some time. */
const writing = [
  ...importActions,
  ...restoreActions,
  ...undoActions,
  ...editActions,
  ...exportActions,
  ...tableActions,
  ...sourceActions,
];

/** Faults of the user's computer: it sleeps, other programs use its files, its disk fills up during an action. */
export const computerActions: Action[] = [
  {
    name: 'the computer sleeps',
    isTimed: true,
    weight: process.platform === 'win32' ? 0 : 3,
    kind: 'fault',
    // Up to two minutes in the application's fast time, longer than any of its timeouts.
    run: async (world, random) => inBackground(world, world.application.suspend(random.int(200, 6000))),
  },
  {
    name: 'another program locks the data file',
    isTimed: true,
    weight: 3,
    kind: 'fault',
    run: async (world, random) =>
      inBackground(world, holdLock(world, random.pick([20, 400, 4000]), random.percent(20))),
  },
  {
    name: 'the disk fills up during an action',
    isTimed: true,
    weight: 6,
    kind: 'fault',
    async run(world, random) {
      const action = random.pick(writing);
      note(world, `the disk fills up during "${action.name}"`);
      await Promise.all([action.run(world, random), fillSoon(world, random)]);
      if (random.percent(70)) makeRoom(world);
    },
  },
];

async function fillSoon(world: ChaosWorld, random: Random): Promise<void> {
  await pause(random.int(0, 200));
  fillDisk(world, random);
}

/** Holds SQLite's write lock for some real milliseconds, as a backup program may. */
async function holdLock({ disk }: ChaosWorld, ms: number, isReader: boolean): Promise<void> {
  const db = new Database(join(disk.folder, 'colophon.db'), { timeout: 2000 });
  try {
    db.exec(isReader ? 'BEGIN' : 'BEGIN IMMEDIATE');
    db.prepare('SELECT count(*) FROM drafts').get();
    await pause(ms);
    db.exec('ROLLBACK');
  } catch (error) {
    // The application holds the lock itself, or the disk is full.
    if (!(error instanceof Database.SqliteError)) throw error;
  } finally {
    db.close();
  }
}
