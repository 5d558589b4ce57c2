import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createAccountStore } from '../../src/main/store/accounts/accountStore.ts';
import { addMainTexts } from '../../src/shared/i18n/mainTexts.ts';
import { applicationActions } from './actions/applicationActions.ts';
import { computerActions } from './actions/computerActions.ts';
import { deletionActions } from './actions/deletionActions.ts';
import { draftActions } from './actions/draftActions.ts';
import { editActions } from './actions/editActions.ts';
import { exportActions } from './actions/exportActions.ts';
import { faultActions, killAtStart } from './actions/faultActions.ts';
import { fixingActions } from './actions/fixingActions.ts';
import { folderActions } from './actions/folderActions.ts';
import { hostileActions } from './actions/hostileActions.ts';
import { importActions } from './actions/importActions.ts';
import { linkActions } from './actions/linkActions.ts';
import { networkActions } from './actions/networkActions.ts';
import { otherActions } from './actions/otherActions.ts';
import { overviewActions } from './actions/overviewActions.ts';
import { readActions } from './actions/readActions.ts';
import { restoreActions } from './actions/restoreActions.ts';
import { sendActions } from './actions/sendActions.ts';
import { sourceActions } from './actions/sourceActions.ts';
import { staffActions } from './actions/staffActions.ts';
import { tableActions } from './actions/tableActions.ts';
import { temporaryAccountActions } from './actions/temporaryAccountActions.ts';
import { undoActions } from './actions/undoActions.ts';
import { versionActions } from './actions/versionActions.ts';
import { openAnotherWindow, windowActions } from './actions/windowActions.ts';
import { createApplication } from './application.ts';
import type { Plant } from './applicationChild.ts';
import { openBrowser } from './browser.ts';
import { type ChaosTime, steadyMs } from './chaosTime.ts';
import { checkAll } from './checkAll.ts';
import { directoryWorld } from './contents.ts';
import { createDirectories, type DirectoryState } from './directories.ts';
import { createDisk } from './disk.ts';
import { dataLines } from './fingerprint.ts';
import { finishRound, follow, settle } from './finishRound.ts';
import { watchSteps } from './invariants/checkSteps.ts';
import { createModel } from './model.ts';
import type { Problem } from './problem.ts';
import { createRates } from './rates.ts';
import { actionNamed, drawSteps, type Round, type Script } from './script.ts';
import { type Random, seeded } from './seeded.ts';
import type { Trace } from './trace.ts';
import { type Action, ask, type ChaosWorld, emptyHistory, note, startIfNeeded, value } from './world.ts';

export const actions: readonly Action[] = [
  ...draftActions,
  ...editActions,
  ...fixingActions,
  ...exportActions,
  ...overviewActions,
  ...importActions,
  ...tableActions,
  ...sourceActions,
  ...linkActions,
  ...sendActions,
  ...applicationActions,
  ...otherActions,
  ...versionActions,
  ...deletionActions,
  ...staffActions,
  ...undoActions,
  ...restoreActions,
  ...folderActions,
  ...readActions,
  ...temporaryAccountActions,
  ...networkActions,
  ...faultActions,
  ...computerActions,
  ...windowActions,
  ...hostileActions,
];

export interface ChaosOptions {
  seed: number;
  /** No round begins that would probably end after this time, but the first; without it only `rounds` counts. */
  minutes?: number;
  rounds?: number;
  /** Plays exactly this instead of what the seed draws. */
  script?: Script;
  /** The names of the only actions and faults to use. */
  only?: readonly string[];
  /** Actions per round. */
  steps?: number;
  /** Uses only actions that a seed repeats, and lets everything come to rest after each. */
  isSettled?: boolean;
  say?: (line: string) => void;
  /** The speed of the application's time relative to real time; 20 by default. */
  factor?: number;
  /** Begins without drafts and applications. */
  isBare?: boolean;
  /** A planted fault that the checks must find. */
  plant?: Plant;
  /** Several people in one office (`office/officeChaos.ts`), and how many. */
  office?: boolean;
  people?: number;
  /** Keeps a page open in Chromium and looks at a screen after each action. */
  browser?: boolean;
  /** Where a failed run leaves its data folder; it is removed by default. */
  keep?: string;
}

export interface ChaosResult {
  rounds: number;
  actions: number;
  faults: number;
  kills: number;
  seconds: number;
  /** How often each state transition occurred (`countSteps`): a run without any proves nothing. */
  steps: Record<string, number>;
  /** Failed checks; empty for a clean run. */
  problems: Problem[];
  /** The last actions before the failure. */
  past: string[];
  trace: Trace;
  /** What was played, to be played again. */
  script: Script;
  requests: readonly string[];
  data: readonly string[];
}

/** Initial rates, in requests a second. */
const rates = [0.5, 1, 2];
/** Keys of the two permanent accounts and of the temporary ones, each in its own directory. */
const keys = [
  'c4a05c4a05c4a05c4a05c4a05c4a0501',
  'c4a05c4a05c4a05c4a05c4a05c4a0502',
  'c4a05c4a05c4a05c4a05c4a05c4a0503',
];

/**
 * Plays rounds of random user actions and faults, stops all activity after each, and checks the data. Ends at the first
 * round with a problem. The same seed gives the same script and the same delays, but their interleaving depends on the
 * computer, too (`whatDiffers` in report.ts).
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-chaos-'));
  const disk = createDisk(folder);
  const release = () => disk.remove();
  process.once('exit', release);
  await addMainTexts();
  const began = steadyMs();
  const world = makeWorld(folder, disk, options);
  const script: Script = { seed: options.seed, rounds: [] };
  const most = options.script?.rounds.length ?? options.rounds ?? Number.POSITIVE_INFINITY;
  let rounds = 0;
  let data: string[] = [];
  try {
    const chance = seeded(options.seed);
    await setUp(world, seeded(chance.int(0, 2 ** 31 - 1)), options);
    if (options.browser) world.browser = await openBrowser(world.application);
    while (rounds < most && world.problems.length === 0) {
      const spent = steadyMs() - began;
      const nextEnd = rounds === 0 ? 0 : spent + spent / rounds;
      if (nextEnd > (options.minutes ?? Number.POSITIVE_INFINITY) * 60_000) break;
      rounds += 1;
      const drawn = drawRound(seeded(chance.int(0, 2 ** 31 - 1)), options);
      const round = options.script?.rounds[rounds - 1] ?? drawn;
      script.rounds.push(round);
      await playRound(world, round, { ...options, folder, number: rounds });
    }
    if (options.isSettled) data = dataLines(disk.folder, await statesOf(world));
  } finally {
    await world.browser?.close();
    await world.application.kill();
    await world.directories.kill();
    if (world.problems.length > 0 && options.keep)
      keepFolder(disk.folder, join(folder, 'scratch'), options.keep);
    release();
    process.off('exit', release);
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    rounds,
    ...world.count,
    seconds: Math.round((steadyMs() - began) / 1000),
    steps: world.steps,
    problems: world.problems,
    past: world.past,
    trace: world.trace,
    script,
    requests: keys.flatMap((_, place) => world.directories.network.changes(place)),
    data,
  };
}

async function statesOf({ directories }: ChaosWorld): Promise<DirectoryState[]> {
  const states: DirectoryState[] = [];
  for (const place of keys.keys()) states.push(await directories.state(place));
  return states;
}

function makeWorld(
  folder: string,
  disk: ChaosWorld['disk'],
  { seed, plant, factor = 20 }: ChaosOptions,
): ChaosWorld {
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch, { recursive: true });
  const time: ChaosTime = { factor, wall: Date.parse('2026-03-02T09:00:00Z'), at: steadyMs() };
  const worlds = keys.map((key, place) => directoryWorld(key, place, (seed + place) % 2 === 0));
  const world: ChaosWorld = {
    application: createApplication({ folder: disk.folder, scratch, time, plant, seed }),
    directories: createDirectories({ time, folder: scratch, worlds, keys, seed }),
    disk,
    scratch,
    model: createModel(),
    accounts: [],
    guest: { place: 2, key: keys[2]! },
    rates: [],
    time,
    ...emptyHistory(),
  };
  world.meddle = async (random) => actionNamed(actions, random.pick(meddlers)).run(world, random);
  return world;
}

/** What another window does while a dialog is open. */
const meddlers = [
  'draft',
  'edit',
  'edit',
  'edit many drafts',
  'trash',
  'take',
  'import',
  'accept or cancel import',
];

/** Sets up an account for each version of the API, with key and journals, and starts to record state transitions. */
async function setUp(world: ChaosWorld, random: Random, { isBare = false }: ChaosOptions): Promise<void> {
  await world.directories.start();
  // The first start, which creates the database, may be killed.
  for (let left = random.int(0, 2); left > 0; left--) await killAtStart(world, random);
  await startIfNeeded(world);
  for (const [place, dialect] of (['3.0.1', '4.0'] as const).entries()) {
    const rate = random.pick(rates);
    const base = world.directories.places[place]!.directory[dialect];
    const made = await value(world, 'accounts.create', {
      name: dialect,
      base,
      dialect,
      rate,
      username: 'pub1',
    });
    if (!made)
      throw new Error([...world.past, ...world.application.problems.map(({ text }) => text)].join('\n'));
    world.rates.push(createRates(rate, world.time.factor));
    world.accounts.push({ id: made.id, place, key: keys[place]! });
    await ask(world, 'accounts.setKey', { id: made.id, key: keys[place]! });
    await ask(world, 'journals.refresh', { accountId: made.id });
  }
  openAnotherWindow(world);
  openAnotherWindow(world);
  const { checker } = world.directories.places[0]!;
  await ask(world, 'app.changeSettings', { checker, batchBytes: 10_000, bulkTimeout: 60, followEvery: 1 });
  if (!isBare) await stock(world, random);
  const db = new Database(join(world.disk.folder, 'colophon.db'));
  watchSteps(db);
  // Links are checked for the sandbox's account only, since no other server may be asked.
  const { '3.0.1': base } = world.directories.places[world.guest.place]!.directory;
  const sandbox = {
    name: 'Sandbox',
    base,
    dialect: '3.0.1',
    rate: 2,
    username: 'sandbox',
    createdAt: '2026-03-02T09:00:00.000Z',
  } as const;
  createAccountStore(db).ensureSandbox(sandbox);
  // High ids make the application read lists in a worker, as for very many drafts.
  if (random.percent(50)) db.exec(`UPDATE sqlite_sequence SET seq = 200000 WHERE name = 'drafts'`);
  db.exec('CREATE TABLE chaos_marks (mark INTEGER PRIMARY KEY)');
  db.close();
}

/** Creates drafts and applications for the first round. */
async function stock(world: ChaosWorld, random: Random): Promise<void> {
  for (const [name, times] of [
    ['draft', 12],
    ['create application', 5],
  ] as const) {
    const action = actions.find((one) => one.name === name)!;
    for (let left = times; left > 0; left--) await action.run(world, random);
  }
}

/** Draws the steps of a round and its end. */
export function drawRound(
  random: Random,
  options: Pick<ChaosOptions, 'only' | 'steps' | 'isSettled'>,
): Round {
  const possible = options.isSettled ? actions.filter(({ isTimed }) => !isTimed) : actions;
  return { steps: drawSteps(random, possible, options), end: random.int(0, 2 ** 31 - 1) };
}

/** For requests before an action, in real milliseconds. */
const maxWait = 250;

async function playRound(
  world: ChaosWorld,
  { steps, end }: Round,
  {
    folder,
    number,
    say,
    isSettled,
  }: Pick<ChaosOptions, 'say' | 'isSettled'> & { folder: string; number: number },
): Promise<void> {
  const began = steadyMs();
  const logFile = join(world.disk.folder, 'colophon.log');
  const logFrom = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  note(world, `--- round ${number}`);
  world.wasFull = false;
  await follow(world, 1);
  for (const { action: name, seed, after } of steps) {
    const action = actionNamed(actions, name);
    await world.directories.network.arrive(after, maxWait);
    note(world, `${action.name}:`);
    world.count[action.kind === 'fault' ? 'faults' : 'actions'] += 1;
    await action.run(world, seeded(seed));
    if (isSettled) await settle(world);
    if (world.browser) world.problems.push(...(await world.browser.look(world.model, seeded(seed))));
    if (world.problems.length > 0) break;
  }
  const played = steadyMs();
  const counted = await finishRound(world, seeded(end));
  const found = await checkAll(world, { scratch: join(folder, 'scratch'), counted, logFrom });
  world.problems.push(...found, ...world.application.problems);
  const took = [played - began, steadyMs() - played].map((ms) => (ms / 1000).toFixed(1));
  say?.(`round ${number}: played ${took[0]} s, at rest ${took[1]} s, ${world.problems.length} problems`);
}

/** Keeps the data of a failed run for inspection. */
export function keepFolder(data: string, scratch: string, to: string): void {
  for (const [from, name] of [
    [data, 'data'],
    [scratch, 'scratch'],
  ]) {
    cpSync(from!, join(to, name!), { recursive: true });
  }
}
