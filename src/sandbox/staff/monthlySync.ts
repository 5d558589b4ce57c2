import { withJournalData } from '../articles/storedArticle.ts';
import type { DirectoryStore } from '../directoryStore.ts';
import { type ArticleBibjson, type ArticleRecord, issnsOf, type JournalRecord } from '../records.ts';

/**
 * The monthly sync (reference/directory-changes.md 1.5): articles whose copied journal data differ are written anew,
 * and articles whose own ISSNs belong to no journal record are deleted without a trace.
 */
export function monthlySync(store: DirectoryStore, at: string): { put: ArticleRecord[]; remove: string[] } {
  const put: ArticleRecord[] = [];
  const remove: string[] = [];
  const copied = new Map<JournalRecord, string>();
  for (const record of store.articles.values()) {
    const journal = journalOf(record.bibjson, store);
    if (!journal) {
      remove.push(record.id);
      continue;
    }
    const synced = withJournalData(record, journal);
    let expected = copied.get(journal);
    if (expected === undefined) {
      expected = copiedData(synced);
      copied.set(journal, expected);
    }
    if (copiedData(record) !== expected) put.push({ ...synced, last_updated: at });
  }
  return { put, remove };
}

/** The journal record whose data an article gets: one in the directory first, then the one that was edited last. */
export function journalOf(bibjson: ArticleBibjson, store: DirectoryStore): JournalRecord | undefined {
  const journals = new Set(issnsOf(bibjson).flatMap((issn) => store.journalsByIssn(issn)));
  if (journals.size < 2) return [...journals][0];
  return [...journals].sort(
    (a, b) =>
      Number(b.admin.in_doaj === true) - Number(a.admin.in_doaj === true) ||
      newestFirst(a.last_manual_update, b.last_manual_update) ||
      newestFirst(a.last_updated, b.last_updated),
  )[0];
}

function newestFirst(a = '', b = ''): number {
  return a > b ? -1 : a < b ? 1 : 0;
}

/** All that an article copies from its journal, for comparing. */
function copiedData({ admin, bibjson }: ArticleRecord): string {
  const { title, publisher, country, language, issns } = bibjson.journal ?? {};
  const { subject } = bibjson;
  return JSON.stringify([admin.in_doaj === true, title, publisher, country, language, issns, subject ?? []]);
}
