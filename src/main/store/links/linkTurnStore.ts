import type { Db } from '../database.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';
import { hostOfLinks, linksOfText } from './linkText.ts';

/** Whose links are checked next, of the articles that the directory has. */
export type LinkTurnStore = ReturnType<typeof createLinkTurnStore>;

/** An article of the ledger with its links. */
export interface LinkedArticle {
  id: number;
  remoteId: string;
  title: string;
  journal: string;
  links: readonly string[];
}

type Row = Omit<LinkedArticle, 'links'> & { links: string };

/** Which articles are wanted, and how many of them. */
interface WantedArticles {
  limit: number;
  /** Must not use the database. */
  isWanted: (article: LinkedArticle) => boolean;
}

/** Articles that are looked at to find those that are wanted: the first ones may all have a link that may not be asked. */
const maxExamined = 2_000;

export function createLinkTurnStore(db: Db) {
  const isLinked = `state = 'present' AND links <> ''`;
  const columns = 'id, remote_id remoteId, title, journal, links';
  const hosts = db.prepare<[string], { host: string; count: number }>(
    `SELECT link_host host, count(*) count FROM ledger INDEXED BY ledger_by_host
     WHERE account_id = ? AND ${isLinked} AND link_host IS NOT NULL GROUP BY link_host`,
  );
  const checkedSince = db
    .prepare<[string, string], number>(
      `SELECT count(*) FROM ledger INDEXED BY ledger_by_host
       WHERE link_host = ? AND ${isLinked} AND links_checked_at >= ?`,
    )
    .pluck();
  const doubted = db.prepare<[string, string, number], Row>(
    `SELECT ${columns} FROM ledger INDEXED BY ledger_doubted
     WHERE account_id = ? AND links_doubted = 1 AND ${isLinked} AND links_checked_at <= ?
     ORDER BY links_checked_at LIMIT ?`,
  );
  // Articles that were never checked with the links that they have now may still be doubted for their former ones.
  const oldest = db.prepare<[string, string, string, number], Row>(
    `SELECT ${columns} FROM ledger INDEXED BY ledger_by_host
     WHERE link_host = ? AND account_id = ? AND ${isLinked}
       AND (links_checked_at IS NULL OR (links_checked_at <= ? AND links_doubted = 0))
     ORDER BY links_checked_at LIMIT ?`,
  );
  const totals = db.prepare<[string, string], { total: number; checked: number }>(
    `SELECT count(*) total, count(*) FILTER (WHERE links_checked_at >= ?) checked FROM ledger INDEXED BY ledger_by_host
     WHERE account_id = ? AND ${isLinked}`,
  );
  const setChecked = db.prepare<[string, number, number]>(
    'UPDATE ledger SET links_checked_at = ?, links_doubted = ?, office_seq = 0 WHERE id = ?',
  );
  const one = db.prepare<[string, string], Row>(
    `SELECT ${columns} FROM ledger WHERE account_id = ? AND remote_id = ? AND ${isLinked}`,
  );
  const unread = db.prepare<[string, number], { id: number; record: string }>(
    `SELECT l.id, d.record FROM ledger l INDEXED BY ledger_without_links
       JOIN drafts d ON d.account_id = l.account_id AND d.remote_id = l.remote_id
     WHERE l.account_id = ? AND l.links IS NULL AND l.state = 'present' AND d.staged = 0 AND d.hash = d.sent_hash
     GROUP BY l.id LIMIT ?`,
  );
  const setLinks = db.prepare<[string, string | null, number]>(
    'UPDATE ledger SET links = ?, link_host = ? WHERE id = ? AND links IS NULL',
  );
  const read = ({ links, ...row }: Row): LinkedArticle => ({ ...row, links: linksOfText(links) });
  function wantedOf(rows: Iterable<Row>, { limit, isWanted }: WantedArticles): LinkedArticle[] {
    const found: LinkedArticle[] = [];
    for (const row of rows) {
      const article = read(row);
      if (isWanted(article)) found.push(article);
      if (found.length >= limit) break;
    }
    return found;
  }
  return withStorageErrors({
    /** The hosts that the account's articles are on, with how many. */
    hosts: (accountId: string) => hosts.all(accountId),
    /** Articles of all accounts on the host that were checked since then. */
    checkedSince: (host: string, since: string) => checkedSince.get(host, since) ?? 0,
    /** Those that failed once, until then: they are looked at again first. */
    doubted: (accountId: string, until: string, wanted: WantedArticles) =>
      wantedOf(doubted.iterate(accountId, until, maxExamined), wanted),
    /** Those that were not checked since then, or never with the links that they have now, the oldest first. */
    oldest: (accountId: string, host: string, since: string, limit: number) =>
      oldest.all(host, accountId, since, limit).map(read),
    /** Articles with links, and how many of them were checked since then. */
    totals: (accountId: string, since: string) => totals.get(since, accountId)!,
    find(accountId: string, remoteId: string): LinkedArticle | null {
      const row = one.get(accountId, remoteId);
      return row ? read(row) : null;
    },
    /** `isDoubted`: one of its links failed for the first time. */
    setChecked: asWrite(db, (id: number, at: string, isDoubted: boolean): void => {
      setChecked.run(at, isDoubted ? 1 : 0, id);
    }),
    /** Articles that were sent and not read back yet, with their drafts if these are as they were sent. */
    unread: (accountId: string, limit: number) => unread.all(accountId, limit),
    /** Keeps the links of such articles (`linkText`). */
    setLinks: asWrite(db, (articles: readonly { id: number; links: string }[]): void => {
      for (const { id, links } of articles) setLinks.run(links, hostOfLinks(links), id);
    }),
  });
}
