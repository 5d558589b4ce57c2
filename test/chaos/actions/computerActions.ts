import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Random } from '../seeded.ts';
import { type Action, type ChaosWorld, loosely, note } from '../world.ts';
import { fillDisk, makeRoom } from './faultActions.ts';
import { importActions } from './importActions.ts';
import { restoreActions } from './restoreActions.ts';
import { undoActions } from './undoActions.ts';

/** What needs room on the disk for longer than a moment. */
const writing = [...importActions, ...restoreActions, ...undoActions];

/** What the editor's computer does: it sleeps, other programs use its files, its disk fills up in the middle of something. */
export const computerActions: Action[] = [
  {
    name: 'the computer sleeps',
    weight: process.platform === 'win32' ? 0 : 3,
    kind: 'fault',
    // In the application's fast time up to two minutes: longer than any of its time-outs.
    run: async (world, random) => loosely(world, world.application.suspend(random.int(200, 6000))),
  },
  {
    name: 'another program locks the data file',
    weight: 3,
    kind: 'fault',
    run: async (world, random) =>
      loosely(world, holdLock(world, random.pick([20, 400, 4000]), random.percent(20))),
  },
  {
    name: 'the disk fills up meanwhile',
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

/** Holds SQLite's write lock for so many real milliseconds, as a program that backs up or inspects files may. */
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
