import type { CallInput, CallName, CallOutput } from '../../src/shared/contract/contract.ts';
import { textOf } from '../helpers/textOf.ts';
import type { Application, Outcome } from './application.ts';
import { type ChaosTime, steadyMs } from './chaosTime.ts';
import type { Directories } from './directories.ts';
import type { Disk } from './disk.ts';
import type { Model, Remembered } from './model.ts';
import type { Rates } from './rates.ts';
import type { Random } from './seeded.ts';

/** One of the editors' accounts and the directory behind it. */
export interface ChaosAccount {
  id: string;
  place: number;
  key: string;
}

/** A backup that can be restored by a model. */
export interface Backup {
  model: Remembered;
  /** The rates of the accounts, in the order of the directories. */
  rates: number[];
}

/** What an action has to work with. */
export interface ChaosWorld {
  application: Application;
  directories: Directories;
  disk: Disk;
  /** A folder for what does not belong to the application. */
  scratch: string;
  model: Model;
  accounts: ChaosAccount[];
  /** The directory and key of accounts that come and go. */
  guest: Omit<ChaosAccount, 'id'>;
  /** How fast each account may ask, in the order of the directories. */
  rates: Rates[];
  /** What the editors counted on when a backup was made, by its name. */
  backups: Map<string, Backup>;
  time: ChaosTime;
  /** What went wrong so far, in words. */
  problems: string[];
  /** What was done last, for the report. */
  past: string[];
  count: { actions: number; faults: number; kills: number };
  /** Steps of items, uploads and applications so far (`countSteps`). */
  steps: Record<string, number>;
  /** Whether the disk was full in this round, so that the log may say so. */
  wasFull: boolean;
  /** Calls that nobody waits for until the round ends. */
  loose: Set<Promise<unknown>>;
  /** Another number each time, for contents that can be told apart. */
  next(): number;
}

/** Something that an editor, the directory's staff or fate does. */
export interface Action {
  name: string;
  weight: number;
  kind: 'action' | 'fault';
  run(world: ChaosWorld, random: Random): Promise<void>;
}

/** Calls the application, starting it where it is not running; notes what came of it. */
export async function ask<N extends CallName>(
  world: ChaosWorld,
  name: N,
  input: CallInput<N>,
): Promise<Outcome<CallOutput<N>>> {
  if (!world.application.isRunning) await begin(world);
  const outcome = await world.application.call(name, input);
  const words =
    outcome.how === 'refused' ? `${outcome.error.code}: ${textOf(outcome.error.message)}` : outcome.how;
  note(world, `${name} ${JSON.stringify(input).slice(0, 120)} -> ${words}`);
  if (outcome.how === 'refused' && isWrong(name, outcome.error.code)) {
    world.problems.push(`${name} was answered with ${words} ${outcome.error.details}`);
  }
  return outcome;
}

/** An editor may only mistype a search, and ask the checker for what it does not know. */
function isWrong(name: CallName, code: string): boolean {
  const mayBeMistyped = name.startsWith('search.') || name.startsWith('compliance.');
  return code === 'bug' || code === 'unknown_call' || (code === 'input' && !mayBeMistyped);
}

/** The value of a call that was answered, else null. */
export async function value<N extends CallName>(
  world: ChaosWorld,
  name: N,
  input: CallInput<N>,
): Promise<CallOutput<N> | null> {
  const outcome = await ask(world, name, input);
  return outcome.how === 'ok' ? outcome.value : null;
}

/** Starts the application; it may say that the disk is full, and nothing else. */
export async function begin(world: ChaosWorld): Promise<boolean> {
  if (world.application.isRunning) return true;
  const how = await world.application.start();
  note(world, `start -> ${how.how}${how.how === 'refused' ? ` ${how.code} ${how.words}` : ''}`);
  const isFull = how.how === 'refused' && how.code === 'storage' && world.wasFull;
  if (how.how === 'refused' && !isFull) world.problems.push(`It does not start: ${how.code} ${how.words}`);
  return how.how === 'started';
}

/** Goes on without waiting for a call, until the round ends. */
export function loosely(world: ChaosWorld, call: Promise<unknown>): void {
  world.loose.add(call);
  call.finally(() => world.loose.delete(call));
}

export function note(world: ChaosWorld, text: string): void {
  const seconds = ((steadyMs() - world.time.at) / 1000).toFixed(1).padStart(6);
  world.past.push(`${seconds} ${text}`);
  if (world.past.length > 400) world.past.shift();
}
