import { setTimeout as pause } from 'node:timers/promises';
import type { CallInput, CallName, CallOutput } from '../../src/shared/contract/contract.ts';
import type { Message } from '../../src/shared/message.ts';
import { textOf } from '../helpers/textOf.ts';
import type { Application, Outcome } from './application.ts';
import type { ChaosBrowser } from './browser.ts';
import { type ChaosTime, steadyMs } from './chaosTime.ts';
import type { Directories } from './directories.ts';
import type { Disk } from './disk.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { Model, Remembered } from './model.ts';
import type { Problem } from './problem.ts';
import type { Rates } from './rates.ts';
import type { Random } from './seeded.ts';
import { createTrace, type Trace } from './trace.ts';
import type { Window } from './window.ts';

/** One of the users' accounts and its directory. */
export interface ChaosAccount {
  id: string;
  place: number;
  key: string;
}

/** A backup with the model to expect after its restore. */
export interface Backup {
  model: Remembered;
  /** The rates of the accounts, in the order of the directories. */
  rates: number[];
}

/** The context of an action. */
export interface ChaosWorld {
  /** The person whose application it is, if there are several. */
  person?: string;
  application: Application;
  directories: Directories;
  disk: Disk;
  /** A folder outside the application. */
  scratch: string;
  model: Model;
  accounts: ChaosAccount[];
  /** The directory and key of temporary accounts. */
  guest: Omit<ChaosAccount, 'id'>;
  /** The rate of each account, in the order of the directories. */
  rates: Rates[];
  /** The expected data of each backup, by name. */
  backups: Map<string, Backup>;
  time: ChaosTime;
  /** Problems found so far. */
  problems: Problem[];
  /** The last actions, for the report. */
  past: string[];
  trace: Trace;
  count: { actions: number; faults: number; kills: number };
  /** Transitions of items, uploads and applications so far (`countSteps`). */
  steps: Record<string, number>;
  /** Whether the disk was full in this round, so that the log may have errors. */
  wasFull: boolean;
  /** Open windows. */
  windows: Window[];
  /** A real one, if it is asked for. */
  browser?: ChaosBrowser;
  ledger: Ledger;
  /** What somebody else does while a dialog is open. */
  meddle(random: Random): Promise<void>;
  /** Dialogs in which that happens now, and all that there were: the user whose dialog it is may go on meanwhile. */
  meddling: { now: number; ever: number };
  /** How often a state is looked for before the run goes on without it. */
  looks: number;
  /** Calls that are only awaited at the end of the round. */
  background: Set<Promise<unknown>>;
  /** A new number each time, for distinct contents. */
  next(): number;
}

/** The parts of a world that its actions fill, and how long they wait. */
export function emptyHistory() {
  let number = 0;
  return {
    backups: new Map(),
    problems: [],
    past: [],
    trace: createTrace(),
    count: { actions: 0, faults: 0, kills: 0 },
    steps: {},
    wasFull: false,
    background: new Set(),
    windows: [],
    ledger: createLedger(),
    meddle: async () => undefined,
    meddling: { now: 0, ever: 0 },
    looks: 100,
    next: () => ++number,
  } satisfies Partial<ChaosWorld>;
}

/** An action of a user or the directory's staff, or a fault. */
export interface Action {
  name: string;
  weight: number;
  kind: 'action' | 'fault';
  /** What it leads to depends on how long work in the background takes, so that no seed repeats it. */
  isTimed?: boolean;
  run(world: ChaosWorld, random: Random): Promise<void>;
}

/** For lines that each run with a seed has: the ids of previews are random, and greater than any other number. */
const withoutRandom = (_: string, value: unknown) =>
  typeof value === 'number' && value > 1_000_000 ? 'random' : value;

/** Calls the application after starting it if necessary, and records the outcome. */
export async function ask<N extends CallName>(
  world: ChaosWorld,
  name: N,
  input: CallInput<N>,
): Promise<Outcome<CallOutput<N>>> {
  if (!world.application.isRunning) await startIfNeeded(world);
  const outcome = await world.application.call(name, input);
  const words =
    outcome.how === 'refused' ? `${outcome.error.code}: ${textOf(outcome.error.message)}` : outcome.how;
  note(world, `${name} ${JSON.stringify(input, withoutRandom).slice(0, 120)} -> ${words}`);
  if (outcome.how === 'refused' && !isWorded(outcome.error.message)) {
    const text = `${name} was refused with ${JSON.stringify(outcome.error.message)}, which has no words.`;
    world.problems.push({ check: 'message without words', text });
  }
  if (outcome.how === 'refused' && isWrong(name, outcome.error.code)) {
    const text = `${name} was answered with ${words} ${outcome.error.details}`;
    world.problems.push({ check: 'bug reported', text });
  }
  return outcome;
}

/** Returns true if a message has a text in which every parameter is filled in. */
function isWorded(message: Message): boolean {
  const text = textOf(message);
  return text !== '' && text !== message.key && !text.includes('{{');
}

/** Only searches and compliance checks may be called with invalid input, since users can mistype them. */
function isWrong(name: CallName, code: string): boolean {
  const mayBeMistyped = name.startsWith('search.') || name.startsWith('compliance.');
  return code === 'bug' || code === 'unknown_call' || (code === 'input' && !mayBeMistyped);
}

/** The value of a successful call, else null. */
export async function value<N extends CallName>(
  world: ChaosWorld,
  name: N,
  input: CallInput<N>,
): Promise<CallOutput<N> | null> {
  const outcome = await ask(world, name, input);
  return outcome.how === 'ok' ? outcome.value : null;
}

/** Repeats a call until its value is final; null if that takes too long or there is no response. */
export async function until<N extends CallName>(
  world: ChaosWorld,
  name: N,
  input: CallInput<N>,
  isFinal: (value: CallOutput<N>) => boolean,
): Promise<CallOutput<N> | null> {
  for (let left = world.looks; left > 0; left--) {
    const outcome = await world.application.call(name, input);
    if (outcome.how !== 'ok') return null;
    if (isFinal(outcome.value)) return outcome.value;
    await pause(30);
  }
  return null;
}

/** Starts the application; the only permitted failure is a full disk. */
export async function startIfNeeded(world: ChaosWorld): Promise<boolean> {
  if (world.application.isRunning) return true;
  const how = await world.application.start();
  note(world, `start -> ${how.how}${how.how === 'refused' ? ` ${how.code} ${how.words}` : ''}`);
  const isFull = how.how === 'refused' && how.code === 'storage' && world.wasFull;
  if (how.how === 'refused' && !isFull) {
    const text = `The application does not start: ${how.code} ${how.words}`;
    world.problems.push({ check: 'start refused', text });
  }
  return how.how === 'started';
}

/** Continues without awaiting a call, until the round ends. */
export function inBackground(world: ChaosWorld, call: Promise<unknown>): void {
  world.background.add(call);
  call.finally(() => world.background.delete(call));
}

export function note(world: ChaosWorld, text: string): void {
  const seconds = ((steadyMs() - world.time.at) / 1000).toFixed(1).padStart(6);
  const line = world.person ? `${world.person} ${text}` : text;
  world.trace.add(line);
  world.past.push(`${seconds} ${line}`);
  if (world.past.length > 400) world.past.shift();
}
