import type { ArticleIdentity } from '../../../shared/comparisons/compareArticles.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { serviceIssn } from '../../../shared/text/identifiers.ts';
import type { Db } from '../database.ts';
import type { DerivedDraft } from '../drafts/draftColumns.ts';
import { createDraftSync, type SentDraft } from '../drafts/draftSync.ts';
import { createDraftWriter } from '../drafts/draftWriter.ts';
import { storedRecord } from '../storedJson.ts';
import { asWrite } from '../write.ts';

/** A draft as matched with the directory's articles. */
export interface KnownDraft extends ArticleIdentity {
  id: number;
}

/** Drafts outside the trash, to compare with the directory's articles and to update from them. */
export type DraftsToCompare = ReturnType<typeof createDraftsToCompare>;

/** The directory's id of an article that is taken from there, hash of its content, and since when it has it (ISO). */
export interface Sent {
  remoteId: string;
  content: string;
  at: string;
}

/** Prepares the statements; every function may be called inside a transaction of the caller. */
export function createDraftsToCompare(db: Db) {
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
    {
      version: number;
      title: string;
      doi: string;
      remoteId: string | null;
      sync: string;
      sentAfter: number;
      record: string;
    }
  >(
    `SELECT version, title, doi, remote_id remoteId, sync, sent_after_comparison sentAfter, record FROM drafts WHERE id = ? AND ${isHere}`,
  );
  const sentOf = (id: number, { columns }: DerivedDraft, sent: Sent): SentDraft => ({
    id,
    hash: columns.hash,
    doiKey: columns.doiKey,
    urlKey: columns.urlKey,
    ...sent,
  });

  return {
    /** Drafts of a journal and year with ids after `after`; examines at most `limit`; null: the end. */
    ofYear: (
      accountId: string,
      issns: readonly string[],
      years: readonly string[],
      { after, limit }: { after: number; limit: number },
    ) => {
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
    /** The drafts with this directory id, DOI or full-text address. */
    alike: (accountId: string, { remoteId, doi, url }: ArticleIdentity) => [
      ...(remoteId === null ? [] : byRemoteId.all(accountId, remoteId)),
      ...(doi === null ? [] : byDoi.all(accountId, doi)),
      ...(url === null ? [] : byUrl.all(accountId, url)),
    ],
    /** null: deleted, or in the trash; with the record `null`: it cannot be read. */
    read: (
      id: number,
    ): {
      version: number;
      title: string;
      doi: string;
      remoteId: string | null;
      isQueued: boolean;
      record: DraftRecord | null;
    } | null => {
      const row = read.get(id);
      if (!row) return null;
      const { sync: state, record, sentAfter: _, ...draft } = row;
      return { ...draft, isQueued: state === 'queued', record: storedRecord(record) };
    },
    /** Creates a draft of an article from the directory, which counts as sent. */
    add: asWrite(db, (draft: { accountId: string; draft: DerivedDraft; at: string }, sent: Sent) => {
      const id = writer.insert(draft);
      sync.setTaken(sentOf(id, draft.draft, sent));
      return id;
    }),
    /** Creates a draft that the directory does not have. */
    addUnsent: asWrite(db, (draft: { accountId: string; draft: DerivedDraft; at: string }) =>
      writer.insert(draft),
    ),
    /**
     * Only if the version is the same, and not queued or sent since the comparison began; true if replaced. It counts
     * as sent if it equals the directory's version; otherwise `sent` is null.
     */
    writeOver: asWrite(
      db,
      (
        change: { id: number; version: number; draft: DerivedDraft; at: string; comparison: number },
        sent: Sent | null,
      ) => {
        const now = read.get(change.id);
        if (!now || now.sync === 'queued') return false;
        // A copy that was read before the draft was sent is outdated.
        if (now.sentAfter >= change.comparison) return false;
        if (!writer.update(change)) return false;
        if (sent) sync.setTaken(sentOf(change.id, change.draft, sent));
        return true;
      },
    ),
  };
}

/** Returns true if a draft's journal (`pissn/eissn`, or a title if it has no ISSN) is one of these. */
function isOf(journalKey: string, issns: readonly string[]): boolean {
  return journalKey.split('/').some((part) => part !== '' && issns.includes(serviceIssn(part)));
}
