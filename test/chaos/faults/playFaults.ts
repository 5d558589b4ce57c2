import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backupName } from '../../../src/main/backups/backupNames.ts';
import type { CallName } from '../../../src/shared/contract/contract.ts';
import type { ExportResult } from '../../../src/shared/contract/exports.ts';
import type { FixingStatus } from '../../../src/shared/contract/fixing.ts';
import type { WireError } from '../../../src/shared/errors.ts';
import { literal, type Message, msg } from '../../../src/shared/message.ts';
import { draftActions } from '../actions/draftActions.ts';
import { editActions, fixAll } from '../actions/editActions.ts';
import { exportActions } from '../actions/exportActions.ts';
import { fixOne } from '../actions/fixingActions.ts';
import { checkFirst, commandLine, secondApplication } from '../actions/folderActions.ts';
import { moveAway } from '../actions/hostileActions.ts';
import { checkLinks } from '../actions/linkActions.ts';
import { restoreActions, restoreForeign, restoreNewer } from '../actions/restoreActions.ts';
import { harvest } from '../actions/sourceActions.ts';
import { tableActions } from '../actions/tableActions.ts';
import { trashDrafts } from '../actions/undoActions.ts';
import type { Application, Outcome } from '../application.ts';
import { makeArticle } from '../contents.ts';
import { finishRound } from '../finishRound.ts';
import { usualSteps } from '../liveness.ts';
import { copyOf } from '../model.ts';
import { createNetwork } from '../network.ts';
import type { Check } from '../problem.ts';
import { checkReturned } from '../returnedTable.ts';
import { type Random, seeded } from '../seeded.ts';
import { openWindow } from '../window.ts';
import { ask, type ChaosWorld, startIfNeeded } from '../world.ts';
import type { FaultyWorld } from './worldOf.ts';

type Answer = Outcome<unknown>;

/** A false response to a call; `honest` makes the call. */
type Lie = (honest: () => Promise<Answer>, world: FaultyWorld) => Answer | Promise<Answer>;

/** An application that answers some calls falsely, and what its user does. */
export interface PlayFault {
  check: Check;
  says: string;
  lies?: Partial<Record<CallName, Lie>>;
  application?: Partial<Application>;
  play: (world: FaultyWorld) => Promise<unknown>;
  /** On a new data folder, which no program has open. */
  isElsewhere?: true;
}

const ok = (value: unknown): Answer => ({ how: 'ok', value });
const refused = (code: WireError['code'], message = literal('a planted fault')): Answer => ({
  how: 'refused',
  error: { code, message, why: null, fix: null, details: '' },
});
/** Always the first element, never a chance. */
const steady: Random = { ...seeded(1), int: (from) => from, pick: ([first]) => first!, percent: () => false };
const finish = (world: ChaosWorld, limit = usualSteps) =>
  finishRound(world, steady, { limit, look: async () => undefined });
const trash = (world: ChaosWorld) => trashDrafts(world, steady, world.accounts[0]!.id);
const taken = (again: number | null) => ok({ step: { state: 'taken', stayed: 0 }, again });

const fixing: FixingStatus = {
  id: 1,
  accountId: 'a',
  uploadId: null,
  place: 0,
  kind: 'article',
  recordId: 7,
  mark: 'left',
  aims: ['errors'],
  isOver: false,
  total: 2,
  counts: { left: 2, fixed: 0, skipped: 0, gone: 0 },
  retryable: 0,
  startedAt: '2026',
};

/** Faults that only show while the application is used, at least one for each check of actions and of `finishRound`. */
export const playFaults: PlayFault[] = [
  {
    check: 'start refused',
    says: 'The application does not start: storage no',
    application: { isRunning: false, start: async () => ({ how: 'refused', code: 'storage', words: 'no' }) },
    play: startIfNeeded,
  },
  {
    check: 'memory',
    says: 'The application needs 800 MB (heapUsed).',
    application: { memory: async () => ({ how: 'ok', value: { heapUsed: 8e8, rss: 0 } }) },
    play: finish,
  },
  {
    check: 'memory',
    says: 'The application needs 8000 MB (rss).',
    application: { memory: async () => ({ how: 'ok', value: { heapUsed: 0, rss: 8e9 } }) },
    play: finish,
  },
  {
    check: 'work does not finish',
    says: 'Work does not finish, after 0 requests (at most 3) and 2 naps: matrix 1 runs',
    lies: { 'matrix.list': () => ok([{ id: 1, state: 'running' }]) },
    play: (world) => finish(world, { requests: 3, requestsEach: 1, quietLooks: 2, naps: 2 }),
  },
  {
    check: 'work does not finish',
    says: 'Work does not finish, after 4 requests (at most 3) and 0 naps: matrix 1 runs',
    lies: {
      'matrix.list': (_honest, world) => {
        world.arrived.push({ from: 0, to: 0 });
        return ok([{ id: 1, state: 'running' }]);
      },
    },
    play: (world) => finish(world, { requests: 3, requestsEach: 1, quietLooks: 2, naps: 2 }),
  },
  {
    check: 'look does not end',
    says: 'shell.bug.message',
    lies: {
      'watch.start': () => ok({ state: 'looking' }),
      'watch.state': () => ok({ state: 'idle', problem: msg('shell.bug.message') }),
    },
    play: (world) => finishRound(world, steady),
  },
  {
    check: 'account cannot be counted',
    says: 'cannot be counted.',
    lies: { 'drafts.facets': () => refused('storage') },
    play: finish,
  },
  {
    check: 'bug reported',
    says: 'A harvest ended with a bug.',
    lies: {
      'harvest.start': () => ok({ state: 'running' }),
      'harvest.get': () => ok({ state: 'failed', importId: null, problem: msg('shell.bug.message') }),
    },
    play: (world) => harvest(world, steady, world.accounts[0]!),
  },
  ...(['bug', 'unknown_call', 'input'] as const).map((code) => ({
    check: 'bug reported' as const,
    says: `accounts.list was answered with ${code}: a planted fault`,
    lies: { 'accounts.list': () => refused(code) },
    play: (world: FaultyWorld) => ask(world, 'accounts.list', {}),
  })),
  {
    check: 'both of two saves accepted',
    says: 'was saved twice over the same version 1.',
    lies: { 'drafts.save': () => ok({ version: 2 }) },
    play: (world) => draftActions.find(({ name }) => name === 'two windows')!.run(world, steady),
  },
  {
    check: 'edit differs from its preview',
    says: '"onlyEmpty":false} changes ',
    lies: { 'edits.previewRows': () => ok({ total: 0, rows: [] }) },
    play: editMany,
  },
  {
    check: 'edit of another number of drafts',
    says: 'An edit of 1 drafts changed 2: ',
    lies: { 'edits.apply': () => ok({ changed: 2, undoId: null }) },
    play: editMany,
  },
  {
    check: 'fix still offered',
    says: '"tidy" for doi is still offered: ',
    lies: {
      'edits.fixable': () => ok([{ code: 'doi', label: 'tidy', count: 1 }]),
      'edits.apply': () => ok({ changed: 1, undoId: null }),
    },
    play: (world) =>
      fixAll(world, steady, { accountId: world.accounts[0]!.id, ids: [...world.model.drafts.keys()] }),
  },
  {
    check: 'wrong step of fixing mode',
    says: 'Fixing mode 1 has other records after ',
    lies: fixingLies({ counts: { ...fixing.counts, left: 3 } }),
    play: (world) => fixOnce(world),
  },
  {
    check: 'wrong step of fixing mode',
    says: 'Fixing mode 1 goes on after ',
    lies: fixingLies({}),
    play: (world) => fixOnce(world, (steps) => steps.at(-1)!),
  },
  {
    check: 'wrong step of fixing mode',
    says: 'Fixing mode 1 moved on after ',
    lies: fixingLies({ place: 1 }, literal('a problem')),
    play: (world) => fixOnce(world),
  },
  {
    check: 'wrong step of fixing mode',
    says: 'Fixing mode 1 marked draft 7 with 2 errors as fixed after ',
    lies: {
      ...fixingLies({ place: 1 }),
      'fixing.records': () => ok({ total: 2, rows: [{ recordId: 7, mark: 'fixed', errors: 2 }] }),
    },
    play: (world) => fixOnce(world),
  },
  {
    check: 'export of another number of records',
    says: 'Of 1 drafts, 2 were exported and 0 left out.',
    lies: exportLies('exports.write', { written: 2 }),
    play: exportSome,
  },
  {
    check: 'export of other records',
    says: 'An export as json lacks  and has Chaos stamp 7 besides.',
    lies: exportLies('exports.write', {}, 'Chaos stamp 7'),
    play: exportSome,
  },
  {
    check: 'export cut short',
    says: 'An export of 14 bytes has 13.',
    lies: exportLies('exports.write', { size: 14 }),
    play: exportSome,
  },
  {
    check: 'export left behind',
    says: 'The file of an export was removed and is still there.',
    lies: { 'exports.remove': () => ok(null) },
    play: exportSome,
  },
  {
    check: 'export left behind',
    says: 'An export ended with cancelled and left a file.',
    lies: { 'exports.write': (honest) => honest().then(() => refused('cancelled')) },
    play: exportSome,
  },
  {
    check: 'preview of other rows',
    says: 'of a table has [] and not ["Chaos stamp 1"].',
    lies: { 'imports.rows': () => ok({ total: 0, rows: [] }) },
    play: importTable,
  },
  {
    check: 'returned table differs',
    says: 'errors came back as [["Another heading"]].',
    lies: exportLies('exports.returned', {}, 'Another heading'),
    play: importTable,
  },
  {
    check: 'refused row not returned',
    says: 'Row 2 of import 1 was refused and did not come back.',
    lies: {
      'uploads.items': () => ok({ items: [{ draftId: 1 }] }),
      'drafts.get': () => ok({ importId: 1, place: { index: 2 }, trashedAt: null }),
    },
    play: (world) => {
      const { id: accountId } = world.accounts[0]!;
      const table = [['Title'], ['First'], ['Second']];
      world.model.imports.set(1, { accountId, places: [], accepted: true, over: false, table });
      const bytes = Buffer.from('Title\nFirst\n');
      return checkReturned(world, { source: { uploadId: 1 }, importId: 1, rows: 'errors', bytes });
    },
  },
  {
    check: 'import lacks harvested records',
    says: 'A harvest received 9 records, and its import has 3 and 1 problems.',
    lies: {
      'harvest.start': () => ok({ state: 'running' }),
      'harvest.get': () => ok({ state: 'done', importId: 1, received: 9 }),
      'imports.get': () => ok({ state: 'preview', created: 2, updated: 1, unchanged: 0, problems: 1 }),
    },
    play: (world) => harvest(world, steady, world.accounts[0]!),
  },
  {
    check: 'link without result',
    says: 'and lacks https://good.links.example/articles/1',
    lies: {
      'drafts.create': () => ok({ id: 1 }),
      'links.start': () => ok({ done: 0, total: 1 }),
      'links.get': () => ok({ state: 'done', done: 1, total: 1 }),
    },
    play: (world) => checkLinks(world, { ...steady, some: (list, count) => list.slice(0, count) }),
  },
  {
    check: 'undo differs',
    says: '"trashed":false,"version":1} and is {"content"',
    lies: { 'undo.take': () => taken(null) },
    play: trash,
  },
  {
    check: 'undone creation remains',
    says: 'was made, undone, and still exists.',
    lies: {
      'drafts.trash': async (honest, world) => {
        const done = await honest();
        world.rows.exec(`UPDATE undo_entries SET what = 'created'`);
        return done;
      },
      'undo.take': (honest, world) => {
        world.rows.exec(`UPDATE undo_entries SET what = 'trashed' WHERE what = 'created'`);
        return honest();
      },
    },
    play: trash,
  },
  {
    check: 'redo differs',
    says: '"trashed":true,"version":1} and is {"content"',
    lies: { 'undo.take': (honest, world) => (world.next() === 1 ? honest() : taken(null)) },
    play: trash,
  },
  {
    check: 'restore did not happen',
    says: 'good was reported as restored but was not.',
    lies: backups(() => undefined),
    play: restore,
  },
  {
    check: 'restore without consent',
    says: 'good was restored without consent.',
    lies: backups((world) => world.rows.exec('DELETE FROM chaos_marks')),
    play: restore,
  },
  {
    check: 'key at another origin',
    says: 'The key of directory 1 arrived at directory 0: GET /directory/api/v3/search',
    play: (world) => request(world, '/directory/api/v3/search?api_key=second'),
  },
  {
    check: 'key at another origin',
    says: 'The key of directory 0 arrived at directory 0: GET /checker/',
    play: (world) => request(world, '/checker/?title=%66irst'),
  },
  { check: 'redirect followed', says: 'The address of a redirect was followed: GET /trap', play: follow },
  {
    check: 'saved elsewhere',
    says: 'Draft 7 was called saved while the data folder was somewhere else.',
    isElsewhere: true,
    lies: { 'drafts.create': () => ok({ id: 7 }) },
    play: (world) => {
      mkdirSync(world.disk.folder);
      world.model.drafts.clear();
      return moveAway(world, steady);
    },
  },
  {
    check: 'second application started',
    says: 'A second Colophon on the same data folder: {"how":"started"}',
    isElsewhere: true,
    play: secondApplication,
  },
  {
    check: 'command line on an open folder',
    says: 'colophon account list -> 0',
    isElsewhere: true,
    play: (world) => commandLine(world, steady),
  },
  {
    check: 'command line misbehaves',
    says: 'colophon account list -> 9 Error: out of order',
    isElsewhere: true,
    application: { isRunning: false },
    play: (world) => {
      const program = join(world.scratch, 'cli.mjs');
      writeFileSync(program, `console.error('Error: out of order\\n    at main'); process.exit(9)`);
      return commandLine(world, steady, program);
    },
  },
  { check: 'window out of date', says: 'A window shows {"total":', play: silentWindow },
  {
    check: 'message without words',
    says: 'app.info was refused with {"key":"no.such.key"}, which has no words.',
    lies: { 'app.info': () => refused('state', msg('no.such.key')) },
    play: (world) => ask(world, 'app.info', {}),
  },
  {
    check: 'newer backup restored',
    says: 'is of a newer version and was restored: ok',
    lies: believed(),
    play: (world) => {
      makeMarks(world);
      return restoreNewer(world);
    },
  },
  {
    check: 'foreign backup restored',
    says: 'has CREATE TRIGGER helper and was restored: ok',
    lies: believed(),
    play: (world) => {
      makeMarks(world);
      return restoreForeign(world, steady);
    },
  },
  {
    check: 'second program stopped the first',
    says: 'A second Colophon stopped the first one.',
    lies: { 'app.info': () => ({ how: 'died' }) },
    play: checkFirst,
  },
];

/** Answers about a fixing mode of two drafts, with changes in the answer to a step. */
function fixingLies(
  change: Partial<FixingStatus>,
  remains: Message | null = null,
): NonNullable<PlayFault['lies']> {
  const passed = { fixed: 0, gone: 0 };
  return {
    'fixing.get': () => ok(fixing),
    'fixing.records': () => ok({ total: 2, rows: [] }),
    'fixing.step': () => ok({ fixing: { ...fixing, ...change }, passed, remains }),
  };
}

function fixOnce(world: FaultyWorld, weighted: Random['weighted'] = ([first]) => first!): Promise<boolean> {
  return fixOne(world, { ...steady, weighted }, 1);
}

/** Answers about an export of one record, with changes in what it reports, and this text in its file. */
function exportLies(
  call: 'exports.write' | 'exports.returned',
  change: Partial<ExportResult>,
  text = 'without stamp',
): NonNullable<PlayFault['lies']> {
  const pieces = [Buffer.from(text).toString('base64')];
  const honest = { id: 1, written: 1, size: text.length, leftOut: [] };
  return {
    [call]: () => ok({ ...honest, ...change }),
    'exports.read': () => ok({ piece: pieces.pop() ?? '' }),
    'exports.remove': () => ok(null),
  };
}

function importTable(world: FaultyWorld): Promise<void> {
  return tableActions.find(({ name }) => name === 'import a table')!.run(world, steady);
}

function exportSome(world: FaultyWorld): Promise<void> {
  return exportActions.find(({ name }) => name === 'export')!.run(world, steady);
}

function editMany(world: FaultyWorld): Promise<void> {
  return editActions.find(({ name }) => name === 'edit many drafts')!.run(world, steady);
}

/** A backup named `good` with two drafts less; `work` runs at its restore. */
function backups(work: (world: FaultyWorld) => unknown): PlayFault['lies'] {
  const backup = { name: 'good', counts: {} };
  const lost = { lost: 2 };
  return {
    'backups.list': () => ok([backup]),
    'backups.preview': () => ok({ backup, drafts: lost, applications: lost }),
    'backups.restore': (_honest, world) => {
      work(world);
      return ok({ before: null });
    },
  };
}

/** Any backup is called restored. */
function believed(): PlayFault['lies'] {
  return { ...backups(() => undefined), 'backups.make': (_honest, world) => ok({ name: makeBackup(world) }) };
}

function makeBackup(world: FaultyWorld): string {
  const name = backupName(0, 'asked');
  const folder = join(world.disk.folder, 'backups');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), world.rows.serialize());
  return name;
}

function makeMarks(world: FaultyWorld): void {
  world.rows.exec('DROP TABLE IF EXISTS chaos_marks; CREATE TABLE chaos_marks (mark INTEGER PRIMARY KEY)');
}

/** A window that gets no events while a draft is created. */
async function silentWindow(world: FaultyWorld): Promise<void> {
  const { id: accountId } = world.accounts[0]!;
  const window = openWindow(world.application, [accountId]);
  await window.check();
  await ask(world, 'drafts.create', { accountId, record: makeArticle(steady, 1) });
  world.problems.push(...(await window.check(0)));
}

async function restore(world: FaultyWorld): Promise<void> {
  makeMarks(world);
  world.backups.set('good', { model: copyOf(world.model), rates: [2] });
  await restoreActions.find(({ name }) => name === 'restore a backup')!.run(world, steady);
}

/** A client that follows a redirect, with which the key would go. */
async function follow(world: FaultyWorld): Promise<void> {
  const network = createNetwork(world.time, 1);
  world.directories = { ...world.directories, network };
  const [port] = await network.open([9]);
  network.spoil(0, { kind: 'redirect', status: 307 }, 1);
  await fetch(`http://127.0.0.1:${port}/directory/api/v3/`);
  await network.close();
}

/** A request to the first of two directories, whose keys are `first` and `second`. */
async function request(world: FaultyWorld, path: string): Promise<void> {
  const network = createNetwork(world.time, 1, ['first', 'second']);
  world.directories = { ...world.directories, network };
  const [port] = await network.open([9, 9]);
  await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
  await network.close();
}
