import { join } from 'node:path';
import { AppError } from '../shared/errors.ts';
import { type Message, msg, sentences } from '../shared/message.ts';
import { protectOwnFiles } from './backups/foreignFiles.ts';
import { riskOf } from './backups/riskOf.ts';
import { systemClock } from './platform/clock.ts';
import { createEvents, type Events } from './platform/events.ts';
import { standardFolder } from './platform/files/dataFolder.ts';
import { lockFolder } from './platform/files/lockFolder.ts';
import { createLog, type Log } from './platform/log.ts';
import { createFetch } from './platform/network/fetch.ts';
import { originOf } from './platform/network/origin.ts';
import { createOutsideFetch, type HostNetwork } from './platform/network/outsideFetch.ts';
import { useSavedPack } from './platform/rulePack/savedPack.ts';
import {
  createEnvironmentKey,
  type EnvironmentKey,
  environmentKeyIn,
} from './platform/secrets/environmentKey.ts';
import { openKeychain } from './platform/secrets/keychain.ts';
import { rulesAddress, updateAddress, version } from './platform/version.ts';
import { openServices } from './restorableServices.ts';
import type { Services } from './services.ts';
import type { ServicesOptions } from './servicesOptions.ts';

export interface Host {
  dataFolder: string;
  services: Services;
  events: Events;
  log: Log;
  /** Stops the services and releases the data folder. */
  close(): Promise<void>;
}

/** The programs of the worker threads, by name. */
export type WorkerFiles = typeof workerFiles;

/** Opens the application for a shell: locks the data folder, opens log and keychain, and uses the environment's proxy. */
export async function openHost(options: {
  shell: ServicesOptions['shell'];
  data?: string;
  network?: HostNetwork;
  printToPdf?: ServicesOptions['printToPdf'];
  environment: Record<string, string | undefined>;
  sends?: boolean;
  /** Name or id of the account that `COLOPHON_API_KEY` belongs to; absent: the only account there is. */
  keyAccount?: string;
  /** The contact address sent to servers other than the directory; absent: the one in the settings. */
  contact?: string;
  /** Receives messages that cannot wait for a window, such as a damaged data file. */
  report?: (message: Message) => void;
  /** Overrides the workers beside this file, for tests. */
  workerFiles?: WorkerFiles;
}): Promise<Host> {
  const dataFolder = options.data ?? standardFolder('data', options.environment);
  const sharedFolder = standardFolder('shared', options.environment);
  const lock = lockFolder(dataFolder, sharedFolder);
  try {
    protectOwnFiles(dataFolder);
    const log = createLog({ file: join(dataFolder, 'colophon.log') });
    const events = createEvents();
    const { COLOPHON_OFFICE_PASSWORD: officePassword } = options.environment;
    const environmentKey = keyFrom(options);
    // Before the first thread starts.
    const problem = await useSavedPack(dataFolder);
    if (problem) log.warn('rules.unusable', { error: problem });
    const services = await openServices({
      dataFolder,
      sharedFolder,
      assertHeld: lock.assertHeld,
      shell: options.shell,
      version,
      keychain: await openKeychain(),
      fetch: createFetch(options.environment, options.network?.fetch),
      outsideFetch: createOutsideFetch(options.environment, options.network),
      contact: options.contact,
      clock: systemClock,
      log,
      publish: events.publish,
      ...(options.workerFiles ?? workerFiles),
      risk: riskOf(dataFolder, options.environment),
      environment: options.environment,
      ...(officePassword ? { officePassword } : {}),
      sends: options.sends,
      // The command line looks when it is told to.
      watches: options.shell !== 'cli',
      printToPdf: options.printToPdf,
      environmentKey: environmentKey ?? undefined,
      ...(options.environment.COLOPHON_NO_UPDATE_CHECK
        ? {}
        : { updates: addressOf(options), packAddress: packAddressOf(options) }),
    });
    await reportDamage(services, options.report);
    if (environmentKey?.isAmbiguous(await services.handlers['accounts.list']({})))
      options.report?.(sentences([msg('cli.environmentKey.message'), msg('cli.environmentKey.fix')]));
    return {
      dataFolder,
      services,
      events,
      log,
      async close() {
        await services.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Reported until somebody dismisses it or restores a backup. */
async function reportDamage(
  services: Services,
  report: ((message: Message) => void) | undefined,
): Promise<void> {
  if (!report) return;
  for (const notice of await services.handlers['storage.notices']({})) {
    if (notice.kind !== 'damaged' || notice.isDismissed) continue;
    const { message, why, fix, backup } = notice;
    const way = backup === null ? null : msg('cli.backup.way', { name: backup });
    report(sentences([message, why, fix, way].filter((part) => part !== null)));
  }
}

/** The key in the environment, and the origin that is named beside it; throws AppError `input` if that is no address. */
function keyFrom({
  environment,
  keyAccount,
}: Pick<Parameters<typeof openHost>[0], 'environment' | 'keyAccount'>): EnvironmentKey | null {
  const key = environmentKeyIn(environment);
  const origin = environment.COLOPHON_API_KEY_ORIGIN;
  if (!key) return null;
  if (!origin) return createEnvironmentKey(key, keyAccount);
  if (!/^https?:$/.test(URL.parse(origin)?.protocol ?? ''))
    throw new AppError('input', msg('cli.environmentKey.origin.message', { origin }), {
      fix: msg('cli.environmentKey.origin.fix'),
    });
  return createEnvironmentKey(key, keyAccount, originOf(origin));
}

/** The address to ask for newer versions, from package.json or the environment; the command line never asks. */
function addressOf(options: {
  shell: ServicesOptions['shell'];
  environment: Record<string, string | undefined>;
}): string {
  if (options.shell === 'cli') return '';
  return options.environment.COLOPHON_UPDATE_ADDRESS ?? updateAddress;
}

/** The same for newer rule packs. */
function packAddressOf(options: Parameters<typeof addressOf>[0]): string {
  if (options.shell === 'cli') return '';
  return options.environment.COLOPHON_RULES_ADDRESS ?? rulesAddress;
}

const workerFiles = {
  backupWorker: workerFile('backupWorker', './backups/backupWorker.ts'),
  importWorker: workerFile('importWorker', './import/importWorker.ts'),
  editWorker: workerFile('editWorker', './edits/editWorker.ts'),
  exportWorker: workerFile('exportWorker', './exports/exportWorker.ts'),
  logWorker: workerFile('logWorker', './store/logWorker.ts'),
  officeWorker: workerFile('officeWorker', './office/officeWorker.ts'),
  draftWorker: workerFile('draftWorker', './store/drafts/draftWorker.ts'),
  sandboxWorker: workerFile('sandboxWorker', '../sandbox/sandboxWorker.ts'),
};

/** The file of a worker: beside this one when built (all in one folder), at `source` among the sources. */
function workerFile(name: string, source: string): URL {
  const path = import.meta.url.endsWith('.ts') ? source : `./${name}.js`;
  return new URL(path, import.meta.url);
}
