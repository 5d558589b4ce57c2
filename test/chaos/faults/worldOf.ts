import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { goodKey } from '../../helpers/testDirectory.ts';
import type { Application } from '../application.ts';
import { steadyMs } from '../chaosTime.ts';
import type { DirectoryState } from '../directories.ts';
import type { Passage } from '../invariants/checkLimit.ts';
import type { SentRequest } from '../ledger.ts';
import type { Model } from '../model.ts';
import { createRates } from '../rates.ts';
import { type ChaosWorld, emptyHistory } from '../world.ts';

export interface FaultyWorld extends ChaosWorld {
  /** The application's database. */
  rows: Database.Database;
  /** The content of the directory and the requests that arrived there. */
  stored: DirectoryState;
  arrived: Passage[];
  requests: SentRequest[];
}

/** A world with one account whose every part a planted fault can replace; `data` is the data folder. */
export function worldOf(given: {
  data: string;
  scratch: string;
  rows: Database.Database;
  accountId: string;
  model: Model;
  application: Application;
  directory?: DirectoryState;
}): FaultyWorld {
  const { data, scratch } = given;
  writeFileSync(join(scratch, 'left.jsonl'), '');
  const time = { factor: 1, wall: Date.now(), at: steadyMs() };
  const origin = 'http://127.0.0.1:9';
  const place = { port: 9, directory: { '3.0.1': origin, '4.0': origin }, checker: origin };
  const nothing = async () => undefined;
  const world: FaultyWorld = {
    rows: given.rows,
    application: given.application,
    directories: {
      places: [place],
      isUp: true,
      network: {
        problems: [],
        open: async () => [],
        close: nothing,
        spoil: () => undefined,
        arrive: nothing,
        behave: () => undefined,
        requests: () => world.arrived.length,
        changes: () => [],
        arrived: () => world.arrived,
        sent: () => world.requests,
        stored: () => [],
      },
      start: nothing,
      kill: nothing,
      stall: nothing,
      staff: async () => false,
      steer: nothing,
      state: async () => world.stored,
    },
    disk: {
      folder: data,
      isReal: false,
      fill: () => undefined,
      free: () => undefined,
      remove: () => undefined,
    },
    scratch,
    model: given.model,
    accounts: [{ id: given.accountId, place: 0, key: goodKey }],
    guest: { place: 0, key: 'the key of a guest' },
    rates: [createRates(2, time.factor)],
    time,
    ...emptyHistory(),
    // A fault is missed if what it changes is not waited for, however busy the computer is.
    looks: 10_000,
    stored: given.directory ?? { articles: [], applications: [] },
    arrived: [],
    requests: [],
  };
  return world;
}

/** An application that is never called. */
export const idleApplication: Application = {
  isRunning: false,
  problems: [],
  start: async () => ({ how: 'started' }),
  call: async () => ({ how: 'died' }),
  memory: async () => ({ how: 'died' }),
  kill: async () => undefined,
  killAt: () => undefined,
  diedAsPlanned: false,
  suspend: async () => undefined,
  listen: () => () => undefined,
  stop: async () => undefined,
  set: () => undefined,
};
