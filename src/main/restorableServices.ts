import { join } from 'node:path';
import type { CallName, Handlers } from '../shared/contract/contract.ts';
import { AppError } from '../shared/errors.ts';
import { t } from '../shared/i18n/words.ts';
import { type Backups, createBackups } from './backups/backups.ts';
import { createBackupThread } from './backups/backupThread.ts';
import type { FolderRisk } from './backups/folderRisk.ts';
import { foreignFiles } from './backups/foreignFiles.ts';
import { assertRestorable, replaceDatabase } from './backups/restore.ts';
import { isDamaged, setAside } from './backups/setAside.ts';
import { createStorageNotices } from './backups/storageNotices.ts';
import { lookOf, openStorageMemory } from './backups/storageState.ts';
import { diagnose, diagnosisName } from './diagnose/diagnose.ts';
import { backupHandlers, type StorageCall } from './handlers/backupHandlers.ts';
import { isoNow } from './platform/clock.ts';
import { type CoreServices, createServices, type Services } from './services.ts';
import type { ServicesOptions } from './servicesOptions.ts';
import { isDamage } from './store/database.ts';

export interface RestorableOptions extends ServicesOptions {
  /** backupWorker, from the sources or as built. */
  backupWorker: URL;
  /** What is wrong with the place of the data folder. */
  risk: FolderRisk | null;
  /** The process's; only which variables are set is told, when a problem is to be understood. */
  environment?: Record<string, string | undefined>;
}

/** Calls that are still being answered get so long, in milliseconds, before the database is taken from them. */
const patience = 10_000;
/** How often it is asked whether another day began, and how long a window that opens is left alone first. */
const dayEvery = 3_600_000;
const dayAfter = 10_000;

/**
 * The application's services on a database that can be replaced while they run: a damaged one is set aside at the start,
 * an older one backed up before it changes its form, and a restored one is shown without a new start of the program.
 * Calls that come meanwhile wait.
 */
export async function openServices(options: RestorableOptions): Promise<Services> {
  const { dataFolder, clock, log, publish } = options;
  const database = join(dataFolder, 'colophon.db');
  const memory = openStorageMemory(dataFolder);
  const thread = createBackupThread(options.backupWorker);
  const { ask } = thread;
  const tellNotices = () => publish('storage.changed', {});
  const backups: Backups = createBackups({
    dataFolder,
    database,
    ask,
    clock,
    log,
    publish,
    onFailure: tellNotices,
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
    changed: tellNotices,
  });
  const ending = new AbortController();
  const inFlight = new Set<Promise<unknown>>();
  let replacing: Promise<unknown> | null = null;
  let days: Promise<void> = Promise.resolve();
  let isStarted = false;

  async function openCore(): Promise<CoreServices> {
    if (await isDamaged(database, memory, ask)) moveAway();
    await backups.beforeMigration();
    try {
      return await createServices(options);
    } catch (error) {
      if (!isDamage(error)) throw error;
      moveAway();
      return createServices(options);
    }
  }

  function moveAway(): void {
    log.error('storage.damaged', { aside: memory.get().damaged?.stamp });
    setAside(database, memory, clock.now());
  }

  backups.sweep();
  let core = await openCore().catch(async (error: unknown) => {
    await thread.end();
    throw error;
  });

  /** Runs a call on whatever services there are when it is its turn. */
  async function pass(name: Exclude<CallName, StorageCall>, input: unknown): Promise<unknown> {
    while (replacing) await replacing.catch(() => undefined);
    const handler = core.handlers[name] as (data: unknown) => unknown;
    const answer = (async () => handler(input))();
    inFlight.add(answer);
    try {
      return await answer;
    } catch (error) {
      if (isDamage(error)) notices.damageSeen();
      throw error;
    } finally {
      inFlight.delete(answer);
    }
  }

  async function restore({ name, acceptLoss }: Parameters<Handlers['backups.restore']>[0]) {
    if (replacing) throw new AppError('state', t('backups.atWork.message'), { fix: t('backups.atWork.fix') });
    const work = replace(name, acceptLoss);
    replacing = work;
    try {
      return { before: await work };
    } finally {
      replacing = null;
      await tellAll();
    }
  }

  async function replace(name: string, acceptLoss: { drafts: number; applications: number } | null) {
    const preview = await backups.preview(name);
    assertRestorable(preview, acceptLoss);
    await within(patience, Promise.allSettled([...inFlight]));
    await core.stop();
    try {
      const before = await replaceDatabase({ database, backups, ask, memory, nowMs: clock.now() }, preview);
      const at = isoNow({ clock });
      memory.change({ damaged: null, restored: { at, backup: name, before: before?.name ?? null } });
      notices.databaseChanged();
      log.info('backup.restored', { name, before: before?.name });
      return before;
    } finally {
      core = await createServices(options);
      if (isStarted) await core.start();
    }
  }

  async function diagnoseNow() {
    const now = clock.now();
    const { version, shell, risk, environment = {}, keychain } = options;
    const facts = await ask('facts', { database });
    const report = diagnose({
      ...{ version, shell, dataFolder, now, environment, risk },
      keychain: keychain.state,
      database: facts,
      redact: log.redact,
    });
    return { name: diagnosisName(now), report };
  }

  /** Every window shows what is there now. */
  async function tellAll(): Promise<void> {
    publish('settings.changed', await core.handlers['settings.get']({}));
    publish('accounts.changed', {});
    for (const { id: accountId } of await core.handlers['accounts.list']({})) {
      publish('drafts.changed', { accountId, ids: null });
      publish('applications.changed', { accountId, ids: null });
      publish('journals.changed', { accountId });
      publish('searches.changed', { accountId });
    }
    publish('funders.changed', {});
    publish('storage.changed', {});
    publish('storage.restored', {});
  }

  async function followDays(): Promise<void> {
    try {
      if (options.shell !== 'cli') await clock.sleep(dayAfter, ending.signal);
      for (;;) {
        await backups.daily();
        await clock.sleep(dayEvery, ending.signal);
      }
    } catch (error) {
      if (!ending.signal.aborted) log.error('backup.daily', { error });
    }
  }

  const passed = Object.keys(core.handlers) as Exclude<CallName, StorageCall>[];
  return {
    handlers: {
      ...(Object.fromEntries(
        passed.map((name) => [name, (input: unknown) => pass(name, input)]),
      ) as unknown as CoreServices['handlers']),
      ...backupHandlers({ backups, restore, notices, diagnose: diagnoseNow }),
    },
    async start() {
      await core.start();
      isStarted = true;
      days = followDays();
    },
    async stop() {
      ending.abort();
      await replacing?.catch(() => undefined);
      await days;
      await thread.end();
      await core.stop();
      memory.change({ sound: notices.isDamageSeen() ? null : lookOf(database) });
    },
    followLanguage: (...given) => core.followLanguage(...given),
    busy: () => core.busy(),
    keepForNextStart: () => core.keepForNextStart(),
    cancelRunning: () => core.cancelRunning(),
  };
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
