import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { ArticleIdentity } from '../../../shared/reconcile/reconcileArticles.ts';
import { serviceIssn } from '../../../shared/text/identifiers.ts';
import type { Db } from '../database.ts';
import type { DerivedDraft } from '../drafts/draftColumns.ts';
import { createDraftSync, type SentDraft } from '../drafts/draftSync.ts';
import { createDraftWriter } from '../drafts/draftWriter.ts';
import { asWrite } from '../write.ts';

/** A draft as it is looked for among the directory's articles. */
export interface KnownDraft extends ArticleIdentity {
  id: number;
}

/** Drafts outside the trash, for comparing them with articles of the directory and for taking these in. */
export interface DraftsToCompare {
  /** Drafts of a journal (by any of its ISSNs) and a year after the draft `after`, at most `limit` looked at; `next` null: that was all. */
  ofYear(
    accountId: string,
    issns: readonly string[],
    years: readonly string[],
    page: { after: number; limit: number },
  ): { drafts: KnownDraft[]; next: number | null };
  /** The drafts that know this directory id, or have this DOI or this full-text address. */
  alike(accountId: string, article: ArticleIdentity): KnownDraft[];
  /** null: gone, or in the trash. */
  read(
    id: number,
  ): { version: number; title: string; doi: string; isQueued: boolean; record: DraftRecord } | null;
  /** Makes a draft of an article that the directory has: it counts as sent. */
  add(draft: { accountId: string; draft: DerivedDraft; at: string }, sent: Sent): number;
  /**
   * Puts such an article, as it was read not before `readAt` (ISO time), in a draft's place if that still is of this
   * version, in no queue, and was not sent since; answers whether it was.
   */
  writeOver(
    change: { id: number; version: number; draft: DerivedDraft; at: string; readAt: string },
    sent: Sent,
  ): boolean;
}

/** Under which id the directory has the article, and since when (ISO time). */
export interface Sent {
  remoteId: string;
  at: string;
}

/** Prepares the statements; every function may be called inside a transaction of the caller. */
export function createDraftsToCompare(db: Db): DraftsToCompare {
  const writer = createDraftWriter(db);
  const sync = createDraftSync(db);
  const columns = 'id, remote_id remoteId, doi_key doi, url_key url';
  const isHere = 'staged = 0 AND trashed_at IS NULL';
  const ofYear = db.prepare<object, KnownDraft & { journalKey: string; isHere: number }>(
    `SELECT ${columns}, journal_key journalKey, trashed_at IS NULL isHere FROM drafts INDEXED BY drafts_by_year
     WHERE account_id = @accountId AND year = @year AND staged = 0 AND id > @after ORDER BY id LIMIT @limit`,
  );
  const by = (index: string, key: string) =>
    db.prepare<[string, string], KnownDraft>(
      `SELECT ${columns} FROM drafts INDEXED BY ${index} WHERE account_id = ? AND ${key} = ? AND ${isHere} ORDER BY id`,
    );
  const byRemoteId = by('drafts_by_remote', 'remote_id');
  const byDoi = by('drafts_by_doi', 'doi_key');
  const byUrl = by('drafts_by_url', 'url_key');
  const read = db.prepare<
    [number],
    { version: number; title: string; doi: string; sync: string; sentAt: string | null; record: string }
  >(`SELECT version, title, doi, sync, sent_at sentAt, record FROM drafts WHERE id = ? AND ${isHere}`);
  const sentOf = (id: number, { columns }: DerivedDraft, sent: Sent): SentDraft => ({
    id,
    hash: columns.hash,
    doiKey: columns.doiKey,
    urlKey: columns.urlKey,
    ...sent,
  });

  return {
    ofYear: (accountId, issns, years, { after, limit }) => {
      const rows = years
        .flatMap((year) => ofYear.all({ accountId, year, after, limit }))
        .sort((a, b) => a.id - b.id)
        .slice(0, limit);
      return {
        drafts: rows
          .filter((row) => row.isHere === 1 && isOf(row.journalKey, issns))
          .map(({ journalKey: _j, isHere: _h, ...draft }) => draft),
        next: rows.length < limit ? null : rows.at(-1)!.id,
      };
    },
    alike: (accountId, { remoteId, doi, url }) => [
      ...(remoteId === null ? [] : byRemoteId.all(accountId, remoteId)),
      ...(doi === null ? [] : byDoi.all(accountId, doi)),
      ...(url === null ? [] : byUrl.all(accountId, url)),
    ],
    read: (id) => {
      const row = read.get(id);
      if (!row) return null;
      const { sync: state, record, ...draft } = row;
      return { ...draft, isQueued: state === 'queued', record: JSON.parse(record) as DraftRecord };
    },
    add: asWrite(db, (draft, sent) => {
      const id = writer.insert(draft);
      sync.setSent([sentOf(id, draft.draft, sent)]);
      return id;
    }),
    writeOver: asWrite(db, (change, sent) => {
      const now = read.get(change.id);
      if (!now || now.sync === 'queued') return false;
      // What was read before it was sent is not what the directory has.
      if (now.sentAt !== null && now.sentAt >= change.readAt) return false;
      if (!writer.update(change)) return false;
      sync.setSent([sentOf(change.id, change.draft, sent)]);
      return true;
    }),
  };
}

/** Whether a draft's journal (`pissn/eissn`, or a title where it has no ISSN) is one of these. */
function isOf(journalKey: string, issns: readonly string[]): boolean {
  return journalKey.split('/').some((part) => part !== '' && issns.includes(serviceIssn(part)));
}
