import { join } from 'node:path';
import type { CallName, Handlers } from '../shared/contract/contract.ts';
import type { DatabaseFacts } from '../shared/diagnosis.ts';
import { AppError } from '../shared/errors.ts';
import { type Backups, createBackups } from './backups/backups.ts';
import { createBackupThread } from './backups/backupThread.ts';
import { type DataFault, faultOf } from './backups/checkDatabase.ts';
import type { FolderRisk } from './backups/folderRisk.ts';
import { foreignFiles } from './backups/foreignFiles.ts';
import { noticingDamage } from './backups/noticingDamage.ts';
import { assertRestorable, type RestorePlan, replaceDatabase } from './backups/restore.ts';
import { findFault, setAside } from './backups/setAside.ts';
import { createStorageNotices } from './backups/storageNotices.ts';
import { lookOf, openStorageMemory } from './backups/storageState.ts';
import { diagnose, diagnosisName } from './diagnose/diagnose.ts';
import { backupHandlers, type StorageCall } from './handlers/backups.ts';
import { isoNow } from './platform/clock.ts';
import { fail } from './platform/failures.ts';
import { type Confirmed, createPlans } from './platform/plans.ts';
import { createScope, type Scope } from './platform/scope.ts';
import { type CoreServices, createServices, prepareStart, type Services } from './services.ts';
import type { ServicesOptions } from './servicesOptions.ts';
import { isDamage, storageError } from './store/database.ts';
import { retryWhileLocked } from './store/write.ts';

export interface RestorableOptions extends ServicesOptions {
  /** backupWorker, from the sources or as built. */
  backupWorker: URL;
  /** A problem with the location of the data folder. */
  risk: FolderRisk | null;
  /** The environment of the process; a diagnosis names only which variables are set. */
  environment?: Record<string, string | undefined>;
}

/**
 * Milliseconds between two checks whether a new day began, and before the first check, so that a window can open first.
 */
const dayEvery = 3_600_000;
/** The same until there is a backup at all. */
const firstEvery = 300_000;
const dayAfter = 10_000;

/**
 * The application's services on a database that can be replaced while they run. Sets a damaged database aside, and backs an
 * older one up before migrating it. While a backup is restored, running calls end as cancelled and new ones wait.
 */
export async function openServices(options: RestorableOptions): Promise<Services> {
  const { dataFolder, clock, log, publish } = options;
  prepareStart(options);
  const database = join(dataFolder, 'colophon.db');
  const memory = openStorageMemory(dataFolder);
  const thread = createBackupThread(options.backupWorker);
  const { ask } = thread;
  const publishNotices = () => publish('storage.changed', {});
  const damageSeen = () => notices.damageSeen();
  const backups: Backups = createBackups({
    dataFolder,
    database,
    ask,
    clock,
    log,
    publish,
    onFailure: publishNotices,
    onDamage: damageSeen,
  });
  const foreign = foreignFiles(dataFolder);
  if (foreign.length > 0)
    log.warn('data-folder.foreign', { count: foreign.length, files: foreign.slice(0, 20) });
  const notices = createStorageNotices({
    database,
    memory,
    backups,
    risk: options.risk,
    foreignFiles: foreign,
    // While another database replaces the open one, there is none to lose.
    misplaced: () => (replacing ? null : core.misplaced()),
    changed: publishNotices,
  });
  const plans = createPlans<RestorePlan>();
  const coreOptions: ServicesOptions = { ...options, log: noticingDamage(log, damageSeen) };
  /** Owns what outlives one database: daily backups, and calls about the data file. */
  const scope = createScope({ log });
  let replacing: Promise<unknown> | null = null;
  let isStarted = false;

  async function openCore(): Promise<CoreServices> {
    const fault = await findFault(database, memory, ask);
    if (fault) moveAway(fault);
    await backups.beforeMigration();
    try {
      return await createServices(coreOptions);
    } catch (error) {
      if (!isDamage(error)) throw error;
      moveAway(faultOf(error));
      return createServices(coreOptions);
    }
  }

  function moveAway(fault: DataFault): void {
    log.error('storage.damaged', { aside: memory.get().damaged?.stamp, fault });
    setAside(database, { memory, fault, nowMs: clock.now() });
    // What was seen before was damage of that one.
    notices.databaseChanged();
  }

  backups.sweep();
  let core = await openCore().catch(async (error: unknown) => {
    await thread.end();
    throw error;
  });

  /** Runs a call on the services of whichever database is open at its turn. */
  async function pass(name: Exclude<CallName, StorageCall>, input: unknown): Promise<unknown> {
    while (replacing) await replacing.catch(() => undefined);
    const handler = core.handlers[name] as (data: unknown) => unknown;
    try {
      return await answer(core.scope, () => retryWhileLocked(() => handler(input)));
    } catch (error) {
      if (isDamage(error)) damageSeen();
      throw storageError(error);
    }
  }

  async function preview({ name }: { name: string }) {
    const { print, bytesHash, ...shown } = await backups.preview(name);
    return { ...shown, id: plans.keep({ name, print, bytesHash }) };
  }

  async function restore({ plan }: Parameters<Handlers['backups.restore']>[0]) {
    if (replacing) throw fail('backups.atWork');
    const work = replace(plans.take(plan));
    replacing = work;
    try {
      return { before: await work };
    } finally {
      replacing = null;
      await publishAll();
    }
  }

  async function replace(confirmed: Confirmed<RestorePlan>) {
    const { name } = confirmed.listed;
    assertRestorable(await backups.preview(name), confirmed);
    await core.stop();
    try {
      // What was saved while the running calls ended counts too.
      const compared = await backups.preview(name);
      assertRestorable(compared, confirmed);
      const parts = { database, backups, ask, memory, nowMs: clock.now() };
      const before = await replaceDatabase(parts, compared.here, confirmed);
      const at = isoNow({ clock });
      memory.change({ damaged: null, restored: { at, backup: name, before: before?.name ?? null } });
      notices.databaseChanged();
      log.info('backup.restored', { name, before: before?.name });
      return before;
    } finally {
      core = await createServices(coreOptions);
      if (isStarted) await core.start();
    }
  }

  async function diagnoseNow() {
    const now = clock.now();
    const { version, shell, risk, environment = {}, keychain } = options;
    const facts = await ask('facts', { database });
    if (isFaulty(facts)) damageSeen();
    const report = diagnose({
      ...{ version, shell, dataFolder, now, environment, risk },
      keychain: keychain.state,
      database: facts,
      redact: log.redact,
    });
    return { name: diagnosisName(now), report };
  }

  /** Makes every window show the current data. */
  async function publishAll(): Promise<void> {
    publish('app.settingsChanged', await core.handlers['app.settings']({}));
    publish('accounts.changed', {});
    for (const { id: accountId } of await core.handlers['accounts.list']({})) {
      publish('drafts.changed', { accountId, ids: null });
      publish('applications.changed', { accountId, ids: null });
      publish('journals.changed', { accountId });
      publish('search.changed', { accountId });
    }
    publish('compliance.fundersChanged', {});
    publish('storage.changed', {});
    publish('storage.restored', {});
  }

  async function followDays(signal: AbortSignal): Promise<void> {
    if (options.shell !== 'cli') await clock.sleep(dayAfter, signal);
    for (;;) {
      await backups.daily();
      // A first day of work is short, and begins with nothing to back up.
      await clock.sleep(backups.hasAny() ? dayEvery : firstEvery, signal);
    }
  }

  return {
    handlers: {
      ...eachOf(core.handlers, (name) => (input) => pass(name, input)),
      ...eachOf(
        backupHandlers({ backups, preview, restore, notices, diagnose: diagnoseNow }),
        (_name, handler) => (input) => answer(scope, () => handler(input)),
      ),
    },
    async start() {
      await core.start();
      isStarted = true;
      scope.run('backup.daily', followDays);
    },
    async stop() {
      await scope.stop();
      await thread.end();
      await core.stop();
      memory.change({ sound: notices.isDamageSeen() ? null : lookOf(database) });
    },
    busy: () => core.busy(),
    keepForNextStart: () => core.keepForNextStart(),
    cancelRunning: () => core.cancelRunning(),
  };
}

/** A diagnosis looks for the same faults as a start. */
function isFaulty(facts: DatabaseFacts): boolean {
  const check = 'check' in facts ? facts.check : facts;
  return 'faults' in check ? check.faults > 0 : /^SQLITE_(CORRUPT|NOTADB)/.test(check.trouble);
}

type Handler = (input: unknown) => unknown;

/**
 * Runs a call in its scope; if the scope stops, the call ends as cancelled unless it has an error that the user should
 * see.
 */
async function answer<T>(scope: Scope, call: () => T | Promise<T>): Promise<T> {
  try {
    return await scope.call(call);
  } catch (cause) {
    if (!scope.signal.aborted || cause instanceof AppError) throw cause;
    throw fail('error.stopping', {}, { cause });
  }
}

/** The same table of handlers, each wrapped by `wrap`. */
function eachOf<H extends object>(handlers: H, wrap: (name: keyof H, handler: Handler) => Handler): H {
  const entries = Object.entries(handlers) as [keyof H, Handler][];
  return Object.fromEntries(entries.map(([name, handler]) => [name, wrap(name, handler)])) as H;
}
