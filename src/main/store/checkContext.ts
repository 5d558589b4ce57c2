import type { ArticleContext } from '../../shared/article/articleRules.ts';
import { createAccountStore } from './accounts/accountStore.ts';
import type { Db } from './database.ts';
import { createJournalStore } from './journals/journalStore.ts';
import { createLinkChecks } from './links/linkCheckStore.ts';

/** The account's data that the rules need; `at` is an ISO time. */
export function checkContext(db: Db, { accountId, at }: { accountId: string; at: string }): ArticleContext {
  return {
    dialect: createAccountStore(db).get(accountId).dialect,
    journals: createJournalStore(db).cards(accountId),
    linkChecks: createLinkChecks(db),
    now: new Date(at),
  };
}
