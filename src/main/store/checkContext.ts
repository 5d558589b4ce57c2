import type { ArticleContext } from '../../shared/article/articleRules.ts';
import { createAccountStore } from './accounts/accountStore.ts';
import { createProfileStore } from './accounts/profileStore.ts';
import type { Db } from './database.ts';
import { createJournalStore } from './journals/journalStore.ts';
import { createLinkChecks } from './links/linkCheckStore.ts';

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
