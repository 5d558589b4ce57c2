import type { Publish } from '../../../shared/contract/contract.ts';
import type { Account } from '../../../shared/directory/account.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { OriginKey } from '../../platform/network/originKey.ts';
import type { Scope } from '../../platform/scope.ts';
import type { DirectoryAccess } from '../../remote/directoryAccess.ts';
import type { AskOptions } from '../../remote/directoryClient.ts';
import type { ApplicationStore } from '../../store/applications/applicationStore.ts';
import type { VersionStore } from '../../store/drafts/versionStore.ts';
import type { JournalStore, KeptJournal } from '../../store/journals/journalStore.ts';
import type { BulkSending } from '../bulkSending.ts';
import { type ApplicationPace, defaultApplicationPace } from '../outboxPace.ts';
import type { ApplicationRules } from './applicationRules.ts';
import { ApplicationWriter } from './applicationWriter.ts';
import { createOpenRequests } from './following/openRequests.ts';
import { createSnapshots } from './sending/snapshots.ts';

export interface ApplicationsOptions {
  store: ApplicationStore;
  rules: ApplicationRules;
  journals: Pick<JournalStore, 'cards' | 'get' | 'put'>;
  journalRecords: JournalRecords;
  /** Called when journal facts used by an account's rules have changed. */
  journalsChanged: (accountId: string) => void;
  versions: Pick<VersionStore, 'keep'>;
  directory: DirectoryAccess;
  sending: BulkSending;
  account: (id: string) => Account;
  accounts: () => Account[];
  key: (accountId: string) => Promise<OriginKey | null>;
  /** Why an account has no key although there is one; null: there simply is none. */
  keyProblem: (accountId: string) => AppError | null;
  /** The directory said a status that no reference names. */
  learned: (accountId: string, told: { status: string }) => void;
  settings: () => Settings;
  clock: Clock;
  log: Log;
  publish: Publish;
  /** Owns the engines, the follow loop and rechecks. */
  scope: Scope;
  /** Overrides the pauses, for tests. */
  pace?: Partial<ApplicationPace>;
}

/** Records of journals by id: stored ones for working offline, others fetched once. */
export interface JournalRecords {
  /**
   * The stored journal, or the directory's current one if none is stored or `fresh` is set. A withdrawn journal has
   * `inDirectory` false. Throws AppError `not_found` if neither has it, or as `problemOf`.
   */
  get(accountId: string, id: string, options?: { fresh?: boolean } & AskOptions): Promise<KeptJournal>;
}

/** The dependencies of the functions that send applications; each function picks those it uses. */
export type ApplicationParts = ReturnType<typeof createApplicationParts>;

export function createApplicationParts(options: ApplicationsOptions) {
  const writer = new ApplicationWriter(options);
  return {
    ...options,
    writer,
    opens: createOpenRequests({ ...options, writer }),
    snapshots: createSnapshots(options.clock),
    random: Math.random,
    pace: { ...defaultApplicationPace, ...options.pace },
  };
}
