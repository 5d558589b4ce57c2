import type { ArticleContext } from '../../shared/article/articleRules.ts';
import { createAccountStore } from './accounts/accountStore.ts';
import type { Db } from './database.ts';
import { createJournalStore } from './journals/journalStore.ts';
import { createLinkChecks } from './links/linkCheckStore.ts';

/** The account's data that the rules need, for many records in a row; `at` is an ISO time. */
export function checkContext(db: Db, { accountId, at }: { accountId: string; at: string }): ArticleContext {
  const linkChecks = createLinkChecks(db);
  return {
    dialect: createAccountStore(db).get(accountId).dialect,
    journals: createJournalStore(db).cards(accountId),
    // Most users check no links, and the rules would look up every one.
    ...(linkChecks.hasAny() ? { linkChecks } : {}),
    now: new Date(at),
  };
}
