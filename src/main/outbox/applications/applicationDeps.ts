import type { ApplicationContext } from '../../../shared/application/rules/applicationContext.ts';
import type { Publish, Settings } from '../../../shared/contract/contract.ts';
import type { Account } from '../../../shared/directory/account.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { JournalCard } from '../../../shared/journal/journal.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Scope } from '../../platform/scope.ts';
import type { DirectoryAccess } from '../../remote/directoryAccess.ts';
import type { AskOptions } from '../../remote/directoryClient.ts';
import { applicationColumns, type DerivedApplication } from '../../store/applications/applicationColumns.ts';
import type { ApplicationStore } from '../../store/applications/applicationStore.ts';
import type { VersionStore } from '../../store/drafts/versionStore.ts';
import type { JournalStore, KeptJournal } from '../../store/journals/journalStore.ts';
import type { ApplicationPace } from './applicationPace.ts';

/** Everything that the outbox of applications uses; its functions name the part that they need. */
export interface ApplicationDeps {
  store: ApplicationStore;
  journals: Pick<JournalStore, 'cards' | 'get' | 'put'>;
  /** The journal as the directory has it now, or as it is kept; AppError where neither knows it. */
  journalRecords: {
    get(accountId: string, id: string, options?: { fresh?: boolean } & AskOptions): Promise<KeptJournal>;
  };
  /** Called when what the rules know of the account's journals changed. */
  journalsChanged: (accountId: string) => void;
  versions: Pick<VersionStore, 'keep'>;
  directory: DirectoryAccess;
  account: (id: string) => Account;
  accounts: () => Account[];
  key: (accountId: string) => Promise<string | null>;
  settings: () => Settings;
  clock: Clock;
  log: Log;
  publish: Publish;
  /** Owns the loops, following and checking again. */
  scope: Scope;
  random: () => number;
  pace: ApplicationPace;
}

/** Everything needed to validate a record. */
export type DeriveDeps = Pick<ApplicationDeps, 'account'> & {
  clock: { now(): number };
  journals: Pick<JournalStore, 'cards'>;
};

/** Returns the facts for the rules: the application's journal as it was fetched, and the account's journals. */
export function contextOf(
  deps: DeriveDeps,
  accountId: string,
  journalId: string | null,
  base: DraftRecord | null,
): ApplicationContext {
  const journals = deps.journals.cards(accountId);
  const context = {
    dialect: deps.account(accountId).dialect,
    journals,
    now: new Date(deps.clock.now()),
  };
  if (journalId === null) return context;
  if (isWithdrawn(journals, journalId)) return { ...context, journal: null };
  return base === null ? context : { ...context, journal: base };
}

/** Derives the stored columns of a record, with its journal in mind. */
export function derive(
  deps: DeriveDeps,
  accountId: string,
  record: DraftRecord,
  base: DraftRecord | null,
): DerivedApplication {
  const journalId = journalIdOf(record);
  const own = base !== null && base.id === journalId ? base : null;
  return applicationColumns(record, own, contextOf(deps, accountId, journalId, own));
}

/** Publishes that applications have changed; `ids` null: many. */
export function changed(
  deps: Pick<ApplicationDeps, 'publish'>,
  accountId: string,
  ids: readonly number[] | null,
): void {
  deps.publish('applications.changed', {
    accountId,
    ids: ids === null || ids.length > 500 ? null : [...ids],
  });
}

function journalIdOf(record: DraftRecord): string | null {
  const { admin } = record;
  if (typeof admin !== 'object' || admin === null || Array.isArray(admin)) return null;
  const id = admin.current_journal;
  return typeof id === 'string' && id !== '' ? id : null;
}

function isWithdrawn(journals: readonly JournalCard[] | null, id: string): boolean {
  return journals?.find((journal) => journal.id === id)?.inDirectory === false;
}
