import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedSandbox, embedSandbox, prepareSandbox } from '../sandbox/embedSandbox.ts';
import type { Handlers } from '../shared/contract/contract.ts';
import { directoryLimit, sandboxName } from '../shared/directory/account.ts';
import type { AppError } from '../shared/errors.ts';
import type { StartStep } from '../shared/startSteps.ts';
import { verifyDrafts } from './comparisons/verifyDrafts.ts';
import { type CoreHandlers, createHandlers } from './handlers/createHandlers.ts';
import { isoNow } from './platform/clock.ts';
import { createScope, type Scope } from './platform/scope.ts';
import { createApp } from './services/createApp.ts';
import type { Stores } from './services/createStores.ts';
import { followRules, rulesInUse } from './services/followRules.ts';
import { skippingUnreadable } from './services/skippingUnreadable.ts';
import { createScheduledSync } from './services/sync/scheduledSync.ts';
import type { ServicesOptions } from './servicesOptions.ts';
import { storageError } from './store/database.ts';
import { misplacedOf } from './store/inPlace.ts';
import { trashKeeps } from './store/oldTrash.ts';
import { withStorageErrors } from './store/withStorageErrors.ts';

/** The services of one open database; backups and restoring, which outlive it, are in `restorableServices.ts`. */
export interface CoreServices extends Omit<Services, 'handlers'> {
  handlers: CoreHandlers;
  /** Owns everything that uses the database, and is stopped before the database is closed. */
  scope: Scope;
  /** Why the next change could not be saved in the data folder; null if it is where it was. */
  misplaced: () => AppError | null;
}

/** The whole application, ready for a shell. */
export interface Services {
  handlers: Handlers;
  /** Continues the work of the last run. */
  start(): Promise<void>;
  /** Stops all work and closes the database; queued records stay queued. */
  stop(): Promise<void>;
  /** How many uploads are still sending. */
  busy(): { running: number };
  /** Stops sending; running uploads continue at the next start. */
  keepForNextStart(): Promise<void>;
  /** Cancels the unsent part of every running upload. */
  cancelRunning(): Promise<void>;
}

/** The username of the sandbox's account (`resources/sandboxWorld.json`). */
const sandboxUser = 'sandbox';

/** Has what takes long to load loaded while the data file is opened. */
export function prepareStart({ shell, sandbox, sandboxWorker }: ServicesOptions): void {
  // The command line may end without a start.
  if (shell !== 'cli' && sandbox !== false) prepareSandbox(sandboxWorker);
}

/** Builds the application on a data folder, which is created if needed; nothing runs before `start`. */
export async function createServices(given: ServicesOptions): Promise<CoreServices> {
  mkdirSync(given.dataFolder, { recursive: true, mode: 0o700 });
  const scope = createScope({ log: given.log, known: storageError });
  let embedded: EmbeddedSandbox | null = null;
  const app = createApp(given, scope, () => embedded);
  const handlers = createHandlers(app);
  const { options, stores, office, uploads, deletions, applications, skipped, publish } = app;

  return {
    scope,
    misplaced: () => misplacedOf(stores.db),
    // Every call reports a full disk in the same words.
    handlers: withStorageErrors(handlers),
    async start() {
      if (options.sandbox !== false) {
        embedded = await embedSandbox({
          workerFile: options.sandboxWorker,
          stateFile: join(options.dataFolder, 'sandbox.jsonl'),
          ...options.sandbox,
        });
        ensureSandboxAccount(options, stores, embedded);
      }
      // A row that cannot be read must not keep the window from opening: what it belongs to is left as it is.
      const recovered = <T>(what: StartStep, recover: () => T | Promise<T>) =>
        skippingUnreadable(options.log, what, recover, (step) => {
          skipped.push(step);
          publish('storage.changed', {});
        });
      const halfTaken = (await recovered('undo', () => stores.undo.recover())) ?? [];
      await recovered('imports', () => app.importJobs.recover());
      await recovered('trash', () => purgeOldTrash(options, stores));
      await recovered('comparisons', () => app.comparisons.recover());
      await recovered('crossref', () => app.sources.crossrefReadings.recover());
      await recovered('rechecks', () => {
        followRules({
          rules: rulesInUse(options.rules),
          stores,
          recheckApplications: (accountId) => applications.recheck(accountId),
          run: scope.run,
        });
        app.recheck.resume();
      });
      await recovered('links', () => app.sources.forgetOldChecks());
      if (options.sends !== false) await recovered('uploads', () => uploads.start());
      const takeBack = (id: number) => handlers['undo.take']({ id });
      scope.run('tidying', (signal) => tidy(stores, options.clock.now(), { halfTaken, takeBack, signal }));
      await recovered('matrices', () => app.checker.runs.recover());
      if (options.sends !== false) {
        await recovered('deletions', () => deletions.start());
        await recovered('applications', () => applications.start());
        verifyDrafts({ ...options, drafts: stores.unverified, directory: app.directory, scope });
      }
      if (options.watches === true) {
        app.watch.start();
        app.sources.gaps.follow(
          createScheduledSync({
            calls: handlers,
            settings: stores.settings.get,
            account: app.access.get,
            journals: (accountId) =>
              (stores.journals.cards(accountId) ?? []).filter(({ mine, inDirectory }) => mine && inDirectory),
            obstacle: app.sending.obstacle,
            async sentAt(accountId) {
              if (!app.sending.delegates(accountId)) return null;
              await app.sending.shareWatch(accountId);
              return stores.watches.progress(accountId).sentFoundAt;
            },
            async noteSending(accountId) {
              const sentFoundAt = isoNow({ clock: app.clock });
              stores.watches.setProgress(accountId, { sentFoundAt });
              await app.sending.shareWatch(accountId);
            },
            clock: app.clock,
            publish,
            patience: options.timing?.gaps?.patience,
          }),
        );
        app.sources.linkRotation.start();
        app.serverProfiles.start();
      }
      app.updates?.start();
      app.rulePacks.start();
      scope.run('office', () => office?.start());
      if (embedded) await fetchSandboxJournals(options, stores, handlers);
    },
    async stop() {
      const { graceMs } = options.timing ?? {};
      // Requests that send something are given time to end; everything else ends at once.
      await Promise.all([uploads.stop(graceMs), applications.stop(graceMs), scope.stop()]);
      await app.edits.end();
      await app.turns.end();
      await app.exports.end();
      await office?.stop();
      await embedded?.stop();
      await stores.close();
    },
    busy: () => uploads.busy(),
    async keepForNextStart() {
      await Promise.all([uploads.stop(), applications.stop()]);
    },
    cancelRunning: () => uploads.cancelRunning(),
  };
}

function ensureSandboxAccount({ clock }: ServicesOptions, { accounts }: Stores, sandbox: EmbeddedSandbox) {
  accounts.ensureSandbox({
    name: sandboxName,
    base: sandbox.addresses.directory['3.0.1'],
    dialect: '3.0.1',
    rate: directoryLimit.perSecond,
    username: sandboxUser,
    createdAt: isoNow({ clock }),
  });
}

async function purgeOldTrash({ clock }: ServicesOptions, { drafts, applications }: Stores): Promise<void> {
  await drafts.purgeOldTrash(clock.now());
  await applications.purgeOldTrash(new Date(clock.now() - trashKeeps).toISOString());
}

/** A first start shows journals to choose from at once. */
async function fetchSandboxJournals(
  { log }: ServicesOptions,
  { journals }: Stores,
  handlers: CoreHandlers,
): Promise<void> {
  if (journals.cards('sandbox') !== null) return;
  try {
    await handlers['journals.refresh']({ accountId: 'sandbox' });
  } catch (error) {
    log.warn('sandbox.journals', { error });
  }
}

/** Removes old requests and versions, and finishes undo steps that were interrupted when the program ended. */
async function tidy(
  { requests, versions, undo }: Stores,
  now: number,
  options: { halfTaken: readonly number[]; takeBack: (id: number) => unknown; signal: AbortSignal },
): Promise<void> {
  const { halfTaken, takeBack, signal } = options;
  await requests.removeOld(now, signal);
  await versions.removeOld(now, signal);
  for (const id of halfTaken) if (!signal.aborted) await takeBack(id);
  await undo.tidy(now);
}
