import type Database from 'better-sqlite3';
import type { DirectoryState } from '../directories.ts';
import type { Model } from '../model.ts';
import type { Problem } from '../problem.ts';

interface Known {
  remoteId: string;
  state: string;
  /** The kinds of all its findings, and of those that are open. */
  found: string;
  open: string;
}

/**
 * After a look, everything that the staff did to known articles is listed. Nothing else is, unless a restored backup
 * has forgotten what was sent and deleted.
 */
export function checkWatch(
  db: Database.Database,
  accountId: string,
  there: DirectoryState,
  { staff, restores }: Pick<Model, 'staff' | 'restores'>,
): Problem[] {
  const articles = new Map(there.articles.map((article) => [article.id, article]));
  const known = db
    .prepare<[string], Known>(
      `SELECT remote_id remoteId, state,
         (SELECT coalesce(group_concat(kind), '') FROM findings f
           WHERE f.account_id = l.account_id AND f.remote_id = l.remote_id) found,
         (SELECT coalesce(group_concat(kind), '') FROM findings f
           WHERE f.account_id = l.account_id AND f.remote_id = l.remote_id AND decision IS NULL) open
       FROM ledger l WHERE account_id = ?`,
    )
    .all(accountId);
  return known.flatMap(({ remoteId, state, found, open }): Problem[] => {
    const has = (kinds: string, kind: string) => kinds.split(',').includes(kind);
    const article = articles.get(remoteId);
    if (!article && staff.deleted.has(remoteId) && state !== 'removed' && !has(found, 'deleted')) {
      const text = `The staff deleted ${remoteId}, which is ${state} here and not listed.`;
      return [{ check: 'deletion by the staff not listed', text }];
    }
    const problems: Problem[] = [];
    if (has(open, 'deleted') && (article || (!staff.deleted.has(remoteId) && restores === 0))) {
      const text = `${remoteId} is listed as deleted, and ${article ? 'is there' : 'the staff did not delete it'}.`;
      problems.push({ check: 'article listed as lost by mistake', text });
    }
    if (restores > 0) return problems;
    const title = staff.edited.get(remoteId);
    if (article && title !== undefined && article.bibjson.title === title && !has(found, 'changed')) {
      const text = `The staff named ${remoteId} "${title}", which is not listed.`;
      problems.push({ check: 'change by the staff not listed', text });
    }
    if (has(open, 'changed') && title === undefined) {
      const text = `${remoteId} is listed as changed, and the staff did not change it.`;
      problems.push({ check: 'article listed as changed by mistake', text });
    }
    return problems;
  });
}
