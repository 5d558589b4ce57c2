import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { backupName, readBackupName } from '../../../src/main/backups/backupNames.ts';
import type { CallOutput } from '../../../src/shared/contract/contract.ts';
import { sentIdentifiers } from '../invariants/checkDirectory.ts';
import { copyOf, goBack } from '../model.ts';
import { copyAsNewer, copyAsOlder, rewrite } from '../otherVersions.ts';
import type { Random } from '../seeded.ts';
import { type Action, ask, type Backup, type ChaosWorld, note, startIfNeeded, value } from '../world.ts';
import { makeRoom } from './faultActions.ts';

type Preview = CallOutput<'backups.preview'>;

/** Of a person who has not confirmed anything. */
const unknownPlan = '00000000-0000-4000-8000-000000000000';

/** Users who make, preview and restore backups, with work running or stopped. */
export const restoreActions: Action[] = [
  {
    name: 'back up',
    weight: 3,
    kind: 'action',
    async run(world, random) {
      if (random.percent(70)) {
        const made = await value(world, 'backups.make', {});
        if (made) world.backups.set(made.name, remembered(world));
      }
      const list = await value(world, 'backups.list', {});
      const backup = random.maybe((list ?? []).filter(({ counts }) => counts !== null));
      if (backup) await ask(world, 'backups.preview', { name: backup.name });
    },
  },
  {
    name: 'back up as an older version',
    weight: 2,
    kind: 'action',
    async run(world) {
      const made = await value(world, 'backups.make', {});
      if (!made) return;
      const name = laterName(made.name);
      const [from, to] = [made.name, name].map((one) => join(world.disk.folder, 'backups', one));
      if (isMade(world, () => copyAsOlder(from!, to!))) {
        world.backups.set(made.name, remembered(world));
        world.backups.set(name, remembered(world));
      } else rmSync(to!, { force: true });
    },
  },
  { name: 'restore a backup of a newer version', weight: 2, kind: 'action', run: restoreNewer },
  { name: 'restore a backup made by somebody else', weight: 3, kind: 'fault', run: restoreForeign },
  {
    name: 'restore a backup',
    weight: 4,
    kind: 'action',
    async run(world, random) {
      const known = new Set((await value(world, 'backups.list', {}))?.map(({ name }) => name));
      const name = random.maybe([...world.backups.keys()].filter((one) => known.has(one)));
      if (name === undefined) return;
      if (random.percent(70)) await stopWork(world, name);
      const preview = await value(world, 'backups.preview', { name });
      if (preview) await restore(world, preview, random.percent(80));
    },
  },
];

/** The name of a backup made a millisecond later. */
function laterName(name: string): string {
  const { at, reason } = readBackupName(name)!;
  return backupName(Date.parse(at) + 1, reason);
}

/** Returns false if the disk is too full for `work`. */
function isMade(world: ChaosWorld, work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    note(world, `no file: ${error}`);
    return false;
  }
}

/** A backup that a newer version wrote is refused, whatever else happens, and the data stay. */
export function restoreNewer(world: ChaosWorld): Promise<void> {
  return restoreRefused(world, 'newer backup restored', 'is of a newer version', copyAsNewer);
}

/** So is one to which somebody else added what SQLite would execute by itself. */
export function restoreForeign(world: ChaosWorld, random: Random): Promise<void> {
  const { directory } = world.directories.places[world.guest.place]!;
  const added = random.pick([
    `CREATE TRIGGER helper AFTER UPDATE ON drafts BEGIN UPDATE accounts SET base = '${directory['4.0']}'; END`,
    `CREATE TRIGGER helper AFTER INSERT ON settings BEGIN DELETE FROM drafts; END`,
    'CREATE VIEW helper AS SELECT * FROM drafts',
    'CREATE INDEX helper ON drafts (length(title))',
    `ALTER TABLE settings ADD COLUMN helper TEXT DEFAULT (hex(randomblob(8)))`,
  ]);
  return restoreRefused(
    world,
    'foreign backup restored',
    `has ${added.split(' ', 3).join(' ')}`,
    (from, to) => rewrite(from, to, (db) => db.exec(added)),
  );
}

/** Offers a copy of a new backup, as `copy` makes it, which must be refused. */
async function restoreRefused(
  world: ChaosWorld,
  check: 'newer backup restored' | 'foreign backup restored',
  what: string,
  copy: (from: string, to: string) => void,
): Promise<void> {
  const made = await value(world, 'backups.make', {});
  if (!made) return;
  world.backups.set(made.name, remembered(world));
  const name = laterName(made.name);
  const [from, to] = [made.name, name].map((one) => join(world.disk.folder, 'backups', one));
  const mark = world.next();
  if (isMade(world, () => copy(from!, to!)) && leaveMark(world, mark)) {
    const preview = await ask(world, 'backups.preview', { name });
    const plan = preview.how === 'ok' ? preview.value.id : unknownPlan;
    const outcome = await ask(world, 'backups.restore', { plan });
    const isGone = await isMarkGone(world, mark);
    if (outcome.how === 'ok' || isGone)
      world.problems.push({ check, text: `${name} ${what} and was restored: ${outcome.how}` });
  }
  rmSync(to!, { force: true });
}

function remembered(world: ChaosWorld): Backup {
  return { model: copyOf(world.model), rates: world.rates.map(({ current }) => current) };
}

/** Stops the work that prevents a restore, as the error message asks. */
async function stopWork(world: ChaosWorld, name: string): Promise<void> {
  for (let tries = 5; tries > 0; tries--) {
    for (const { id: accountId } of world.accounts) {
      const uploads = (await value(world, 'uploads.list', { accountId })) ?? [];
      for (const { id, state } of uploads) {
        if (['reading', 'ready', 'running'].includes(state)) await ask(world, 'uploads.pause', { id });
      }
      const filter = { sync: ['queued' as const] };
      const queued = await value(world, 'applications.list', { accountId, filter, offset: 0, limit: 50 });
      const ids = queued?.rows.map(({ id }) => id) ?? [];
      if (ids.length > 0) await ask(world, 'applications.cancel', { accountId, ids });
    }
    const preview = await value(world, 'backups.preview', { name });
    if (!preview) return;
    const { uploads, applications, imports } = preview.underWay;
    if (uploads + applications + imports === 0) return;
    await pause(150);
  }
}

/** Restores the backup, and finds out by a mark in the data whether that happened, whatever the response. */
async function restore(world: ChaosWorld, preview: Preview, isAgreed: boolean): Promise<void> {
  const { name } = preview.backup;
  const before = remembered(world);
  const to = world.backups.get(name)!;
  const mark = world.next();
  const origins = leaveMark(world, mark);
  if (!origins) return;
  const ends = world.rates.map((rates, place) => rates.begin(to.rates[place]!));
  const outcome = await ask(world, 'backups.restore', { plan: isAgreed ? preview.id : unknownPlan });
  const isDone = await isMarkGone(world, mark);
  for (const end of ends) end(isDone);
  if (isDone === null) return;
  note(world, isDone ? `restored ${name}` : `not restored: ${name}`);
  if (outcome.how === 'ok' && !isDone) {
    const text = `${name} was reported as restored but was not.`;
    world.problems.push({ check: 'restore did not happen', text });
  }
  if (isDone && !isAgreed) {
    const text = `${name} was restored without consent.`;
    world.problems.push({ check: 'restore without consent', text });
  }
  if (!isDone) return;
  if (outcome.how === 'ok' && outcome.value.before) world.backups.set(outcome.value.before.name, before);
  goBack(world.model, to.model);
  for (const origin of origins) world.model.origins.add(origin);
}

/** Marks the current data and returns what uploads have sent so far; null if the disk is full. */
function leaveMark(world: ChaosWorld, mark: number): string[] | null {
  const db = new Database(join(world.disk.folder, 'colophon.db'));
  try {
    db.prepare('INSERT INTO chaos_marks VALUES (?)').run(mark);
    return world.accounts.flatMap(({ id }) => sentIdentifiers(db, id));
  } catch (error) {
    note(world, `no mark: ${error}`);
    return null;
  } finally {
    db.close();
  }
}

/** Returns true if the marked data were replaced; null if the application does not start, which is recorded. */
async function isMarkGone(world: ChaosWorld, mark: number): Promise<boolean | null> {
  for (let tries = 4; !world.application.isRunning && tries > 0; tries--) {
    makeRoom(world);
    await startIfNeeded(world);
  }
  if (!world.application.isRunning) return null;
  const db = new Database(join(world.disk.folder, 'colophon.db'), { readonly: true });
  const found = db.prepare('SELECT 1 FROM chaos_marks WHERE mark = ?').get(mark);
  db.close();
  return found === undefined;
}
