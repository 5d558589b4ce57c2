import type { ArticleContext } from '../../shared/article/articleRules.ts';
import { createAccountStore } from './accounts/accountStore.ts';
import { createProfileStore } from './accounts/profileStore.ts';
import type { Db } from './database.ts';
import { createJournalStore } from './journals/journalStore.ts';
import { createLinkChecks } from './links/linkCheckStore.ts';

/**
 * Counts how often what the rules need of an account has changed. What is derived outside the transaction that writes it is
 * out of date if this is another number then: the check of all drafts may have been there in between.
 */
export function createChecksVersion(db: Db): (accountId: string) => number {
  const read = db.prepare<[string], number>('SELECT checks_version FROM accounts WHERE id = ?').pluck();
  return (accountId) => read.get(accountId) ?? 0;
}

/** The account's data that the rules need; `at` is an ISO time. */
export function checkContext(db: Db, { accountId, at }: { accountId: string; at: string }): ArticleContext {
  const account = createAccountStore(db).get(accountId);
  return {
    dialect: account.dialect,
    profile: createProfileStore(db).of(account),
    journals: createJournalStore(db).cards(accountId),
    linkChecks: createLinkChecks(db),
    now: new Date(at),
  };
}
