import type {
  ApplicationContext,
  ApplicationServer,
} from '../../../shared/application/rules/applicationContext.ts';
import type { Account, Dialect } from '../../../shared/directory/account.ts';
import type { ServerProfile } from '../../../shared/directory/profile.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { applicationColumns, type DerivedApplication } from '../../store/applications/applicationColumns.ts';
import type { JournalStore } from '../../store/journals/journalStore.ts';

/** The rules of applications with the facts about an account that they need. */
export interface ApplicationRules {
  dialect(accountId: string): Dialect;
  server(accountId: string): ApplicationServer;
  /** The application's journal as it was fetched, and the account's journals. */
  context(accountId: string, journalId: string | null, base: DraftRecord | null): ApplicationContext;
  /** Derives the stored columns of a record; `base`: its journal. */
  derive(accountId: string, record: DraftRecord, base: DraftRecord | null): DerivedApplication;
}

export function createApplicationRules(options: {
  account: (id: string) => Account;
  journals: Pick<JournalStore, 'cards'>;
  clock: { now(): number };
  /** Absent: what the rule pack says of the server. */
  profile?: (accountId: string) => ServerProfile;
}): ApplicationRules {
  const dialect = (accountId: string) => options.account(accountId).dialect;
  const server = (accountId: string) => ({
    dialect: dialect(accountId),
    profile: options.profile?.(accountId),
  });

  function context(accountId: string, journalId: string | null, base: DraftRecord | null) {
    const journals = options.journals.cards(accountId);
    const facts = { ...server(accountId), journals, now: new Date(options.clock.now()) };
    if (journalId === null) return facts;
    const isWithdrawn = journals?.find(({ id }) => id === journalId)?.inDirectory === false;
    if (isWithdrawn) return { ...facts, journal: null };
    return base === null ? facts : { ...facts, journal: base };
  }

  return {
    dialect,
    server,
    context,
    derive(accountId, record, base) {
      const journalId = journalIdOf(record);
      const journal = base?.id === journalId ? base : null;
      return applicationColumns(record, journal, context(accountId, journalId, journal));
    },
  };
}

/** Returns the journal that an Update Request changes; null for an application. */
export function journalIdOf(record: DraftRecord | undefined): string | null {
  const id = getAt(record, 'admin.current_journal');
  return typeof id === 'string' && id !== '' ? id : null;
}
