import { join } from 'node:path';
import Database from 'better-sqlite3';
import { toVerify } from '../../src/main/store/claims.ts';
import { directoryLimit } from '../../src/shared/directory/account.ts';
import type { Overview } from '../../src/shared/overview/overview.ts';
import { textOf } from '../helpers/textOf.ts';
import { makeRoom } from './actions/faultActions.ts';
import { changeRate } from './actions/networkActions.ts';
import { removeTemporaryAccounts } from './actions/temporaryAccountActions.ts';
import type { Counted } from './invariants/checkCounts.ts';
import { type Figure, figuresOf } from './invariants/checkOverview.ts';
import { type Living, untilAtRest, usualSteps } from './liveness.ts';
import { lookAtDirectories } from './lookAtDirectories.ts';
import { resolveUncertain } from './resolveUncertain.ts';
import type { Random } from './seeded.ts';
import { ask, type ChaosWorld, note, startIfNeeded, value } from './world.ts';

/** How long the computer sleeps when nothing moves, in milliseconds of the application's time. */
const nap = 20 * 60_000;

/**
 * Ends all faults, lets the queues run empty, and closes the application; returns the counts it showed before. Work that
 * does not finish is a problem.
 */
export async function finishRound(
  world: ChaosWorld,
  random: Random,
  { limit = usualSteps, look = lookAtDirectories } = {},
): Promise<Counted[]> {
  world.application.killAt(null);
  await Promise.all(world.background);
  makeRoom(world);
  world.application.set({ isOffline: false, offset: 0 });
  await world.directories.start();
  world.directories.network.behave();
  for (const place of world.directories.places.keys()) {
    await world.directories.steer(place, 'faults', undefined, 'DELETE');
    await world.directories.steer(place, 'locks', undefined, 'DELETE');
    await world.directories.steer(place, 'maintenance', { on: false });
  }
  if (random.percent(50)) await world.application.stop();
  else await world.application.kill();
  if (!(await startIfNeeded(world))) return [];
  for (const account of world.accounts) {
    await changeRate(world, account, directoryLimit.perSecond);
    await ask(world, 'accounts.setKey', { id: account.id, key: account.key });
  }
  await removeTemporaryAccounts(world);
  // Background look-ups must not change the counts.
  await follow(world, 0);
  world.problems.push(...(await untilAtRest(livingOf(world), limit)));
  await resolveUncertain(world);
  for (const window of world.windows) world.problems.push(...(await window.check()));
  await look(world, random);
  const counted = await countAll(world);
  await checkMemory(world);
  await world.application.stop();
  return counted;
}

/** Sets the interval of status checks in minutes; 0 for never. */
export async function follow(world: ChaosWorld, followEvery: number): Promise<void> {
  if (await value(world, 'app.changeSettings', { followEvery }))
    world.model.settings.followEvery = followEvery;
}

function livingOf(world: ChaosWorld): Living {
  let offset = 0;
  return {
    look: () => unfinishedWork(world),
    open: () => openRecords(world),
    requests: () => world.directories.network.requests(),
    async nap(busy) {
      offset += nap;
      note(world, `the computer sleeps for a while: ${busy.join('; ')}`);
      await world.application.stop();
      world.application.set({ offset });
      await startIfNeeded(world);
    },
  };
}

/** Lets the work of an action end, unless a fault keeps it from that. */
export async function settle(world: ChaosWorld): Promise<void> {
  await Promise.all(world.background);
  if (!world.application.isRunning) return;
  const living = { ...livingOf(world), look: () => unfinishedWork(world, false) };
  await untilAtRest(living, { ...usualSteps, quietLooks: 20, naps: 0 });
}

/** Records that a request is to be made for. */
export function openRecords({ disk }: Pick<ChaosWorld, 'disk'>): number {
  const db = new Database(join(disk.folder, 'colophon.db'), { readonly: true });
  const open = db
    .prepare<[], number>(
      `SELECT (SELECT count(*) FROM upload_items JOIN uploads ON uploads.id = upload_id
          WHERE upload_items.state IN ('queued', 'sending', 'accepted', 'unsure') AND uploads.state <> 'cancelled')
        + (SELECT count(*) FROM applications WHERE sync IN ('queued', 'sending', 'unsure') OR sent_hash = '${toVerify}')
        + (SELECT count(*) FROM deletions WHERE state IN ('waiting', 'deleting', 'unclear'))
        + (SELECT count(*) FROM drafts WHERE sent_hash = '${toVerify}')`,
    )
    .pluck()
    .get()!;
  db.close();
  return open;
}

/** Descriptions of unfinished work. */
export async function unfinishedWork(world: ChaosWorld, resumes = true): Promise<string[]> {
  const busy = hiddenWork(world);
  const matrices = (await look(world, 'matrix.list', {})) ?? [];
  for (const { id, state } of matrices) if (state === 'running') busy.push(`matrix ${id} runs`);
  for (const { id: accountId } of world.accounts) {
    for (const upload of (await look(world, 'uploads.list', { accountId })) ?? []) {
      const { queued, sending, accepted, unsure } = upload.counts;
      const isOver = upload.state === 'cancelled' || upload.state === 'done';
      if (resumes && upload.state === 'paused') await ask(world, 'uploads.resume', { id: upload.id });
      if (!isOver || sending + accepted + unsure > 0 || upload.idsMissing > 0) {
        const counts = JSON.stringify({ queued, sending, accepted, unsure, idsMissing: upload.idsMissing });
        busy.push(`upload ${upload.id} is ${upload.state} ${counts} ${textOf(upload.message)}`);
      }
    }
    const filter = { sync: ['queued', 'sending', 'unsure'] as const };
    const moving = await look(world, 'applications.list', {
      accountId,
      filter: { sync: [...filter.sync] },
      offset: 0,
      limit: 50,
    });
    for (const { id, sync } of moving?.rows ?? []) busy.push(`application ${id} is ${sync}`);
    const deletions = await look(world, 'deletions.list', { accountId, offset: 0, limit: 1 });
    if (resumes && deletions?.paused) await ask(world, 'deletions.resume', { accountId });
    if (deletions && deletions.open > 0)
      busy.push(`${deletions.open} articles are to be deleted ${textOf(deletions.paused)}`);
    for (const one of (await look(world, 'comparisons.list', { accountId })) ?? []) {
      if (one.state === 'running') busy.push(`comparison ${one.id} runs`);
    }
    for (const name of ['links.get', 'harvest.get'] as const) {
      const run = await look(world, name, { accountId });
      if (run?.state === 'running')
        busy.push(`${name === 'links.get' ? 'a check of links' : 'a harvest'} runs`);
    }
    for (const one of (await look(world, 'imports.list', { accountId })) ?? []) {
      if (one.state === 'reading' || one.state === 'accepting') busy.push(`import ${one.id} is ${one.state}`);
    }
  }
  return busy;
}

/** Background work that no call returns: ended imports are cleaned up, and records of a restored backup read back. */
function hiddenWork(world: ChaosWorld): string[] {
  const db = new Database(join(world.disk.folder, 'colophon.db'), { readonly: true });
  const left = db
    .prepare<[], string>(
      `SELECT DISTINCT 'import ' || imports.id || ' is ' || state || ' and not cleaned up' FROM imports
       JOIN drafts ON drafts.import_id = imports.id WHERE staged = 1 AND state IN ('failed', 'cancelled')
       UNION ALL SELECT 'draft ' || id || ' is not verified' FROM drafts
       WHERE sent_hash = '${toVerify}' AND remote_id IS NOT NULL
       UNION ALL SELECT 'application ' || id || ' is not verified' FROM applications
       WHERE sent_hash = '${toVerify}' AND read_ms IS NOT NULL`,
    )
    .pluck()
    .all();
  db.close();
  return left;
}

/** Calls repeatedly without logging. */
const look: typeof value = async (world, name, input) => {
  const outcome = await world.application.call(name, input);
  return outcome.how === 'ok' ? outcome.value : null;
};

export async function countAll(world: ChaosWorld): Promise<Counted[]> {
  const all: Counted[] = [];
  for (const { id: accountId } of world.accounts) {
    const facets = await value(world, 'drafts.facets', { accountId, filter: {} });
    const list = await value(world, 'drafts.list', {
      accountId,
      filter: {},
      sort: { by: 'updated', direction: 'desc' },
      offset: 0,
      limit: 1,
    });
    const uploads = await value(world, 'uploads.list', { accountId });
    const applications = await value(world, 'applications.counts', { accountId });
    const overview = await value(world, 'overview.get', { accountId });
    const figures = overview && (await listFigures(world, accountId, overview));
    if (facets && list && uploads && applications && overview && figures) {
      all.push({ accountId, facets, listed: list.total, uploads, applications, overview, figures });
    } else {
      const text = `Account ${accountId} cannot be counted.`;
      world.problems.push({ check: 'account cannot be counted', text });
    }
  }
  return all;
}

/** The Overview's figures with the lengths of their lists; null if one cannot be listed. */
async function listFigures(
  world: ChaosWorld,
  accountId: string,
  overview: Overview,
): Promise<Figure[] | null> {
  const figures: Figure[] = [];
  for (const { name, shown, filter } of figuresOf(overview)) {
    const sort = { by: 'title', direction: 'asc' } as const;
    const list = await look(world, 'drafts.list', { accountId, filter, sort, offset: 0, limit: 1 });
    if (!list) return null;
    figures.push({ name, shown, listed: list.total });
  }
  return figures;
}

/** Megabytes that a program with a few hundred records may need. */
const most = { heapUsed: 250, rss: 700 };

export async function checkMemory(world: ChaosWorld): Promise<void> {
  const memory = await world.application.memory();
  if (memory.how !== 'ok') return;
  for (const [name, limit] of Object.entries(most)) {
    const megabytes = memory.value[name as keyof typeof most] / 1e6;
    const text = `The application needs ${Math.round(megabytes)} MB (${name}).`;
    if (megabytes > limit) world.problems.push({ check: 'memory', text });
  }
}
