import { publicationDate } from '../python/pythonDates.ts';
import { fullTextKey } from '../python/pythonUrls.ts';
import {
  type ArticleBibjson,
  type ArticleRecord,
  fullTextOf,
  type IncomingArticle,
  identifiersOf,
  issnsOf,
  type JournalRecord,
} from '../records.ts';
import { doiKey } from './identifierKeys.ts';

/** An article before it is stored: complete except for the time of saving. */
export type ArticleDraft = Omit<ArticleRecord, 'last_updated' | 'index'>;

/**
 * The stored record of a sent article (reference/directory-api.md 4.1): drops values the directory owns, moves pages
 * to `bibjson`, carries over members of `replaced` outside the API's structure (4.6).
 */
export function draftFrom(
  sent: IncomingArticle,
  identity: { id: string; created_date: string },
  replaced?: ArticleRecord,
): ArticleDraft {
  const { start_page, end_page, ...journal } = sent.bibjson.journal ?? {};
  const bibjson: ArticleBibjson = { ...sent.bibjson, journal };
  const startPage = start_page ?? replaced?.bibjson.start_page;
  const endPage = end_page ?? replaced?.bibjson.end_page;
  if (startPage !== undefined) bibjson.start_page = startPage;
  if (endPage !== undefined) bibjson.end_page = endPage;
  const draft: ArticleDraft = { ...identity, admin: adminFrom(sent, replaced), bibjson };
  if (replaced?.history) draft.history = replaced.history;
  return draft;
}

/** The draft saved over an old record: keeps its id, its creation date and the admin values that were not sent. */
export function mergedOnto(draft: ArticleDraft, old: ArticleRecord): ArticleDraft {
  return {
    ...draft,
    id: old.id,
    created_date: old.created_date,
    admin: { ...old.admin, ...draft.admin },
    history: draft.history?.length ? draft.history : (old.history ?? []),
  };
}

/**
 * The record as it is saved, with the journal's own values and the derived index values (reference/directory-api.md 4.5
 * step 7).
 */
export function savedRecord(draft: ArticleDraft, journal: JournalRecord, at: string): ArticleRecord {
  const { year } = publicationDate(draft.bibjson.year, draft.bibjson.month);
  const bibjson = withoutEmpty({ ...draft.bibjson, year });
  bibjson.link ??= [];
  return withJournalData({ ...draft, bibjson, last_updated: at, index: {} }, journal);
}

/** The record with the values that articles copy from their journal (reference/directory-changes.md 2.3). */
export function withJournalData(record: ArticleRecord, journal: JournalRecord): ArticleRecord {
  const { subject } = journal.bibjson;
  const copied: ArticleRecord = {
    ...record,
    admin: { ...record.admin, in_doaj: journal.admin.in_doaj === true },
    bibjson: {
      ...record.bibjson,
      subject: structuredClone(subject ?? []),
      journal: journalBlock(record.bibjson.journal ?? {}, journal),
    },
  };
  return { ...copied, index: indexOf(copied) };
}

/** The record after staff changed it: identity and creation date stay. */
export function changedArticle(record: ArticleRecord, at: string): ArticleRecord {
  return { ...record, last_updated: at, index: indexOf(record) };
}

/** The index values that the service derives on saving; `issn` is a set in no fixed order. */
export function indexOf(record: Pick<ArticleRecord, 'bibjson'>): ArticleRecord['index'] {
  const { bibjson } = record;
  const index: ArticleRecord['index'] = {};
  const doi = identifiersOf(bibjson, 'doi')[0];
  const address = fullTextOf(bibjson);
  const { date } = publicationDate(bibjson.year, bibjson.month);
  const issns = new Set([...issnsOf(bibjson), ...(bibjson.journal?.issns ?? [])]);
  if (doi !== undefined) index.doi = doiKey(doi);
  if (address !== undefined) index.fulltext = fullTextKey(address);
  if (date !== undefined) index.date = date;
  if (issns.size > 0) index.issn = [...issns].sort();
  return index;
}

function adminFrom(sent: IncomingArticle, replaced?: ArticleRecord): ArticleRecord['admin'] {
  const admin: ArticleRecord['admin'] = {};
  for (const [member, value] of Object.entries(replaced?.admin ?? {})) {
    // Known members are set by the sender; others are outside the structure and are kept.
    if (!['in_doaj', 'publisher_record_id', 'upload_id'].includes(member)) admin[member] = value;
  }
  const recordId = sent.admin?.publisher_record_id;
  if (recordId !== undefined) admin.publisher_record_id = recordId;
  return admin;
}

function journalBlock(
  sent: NonNullable<ArticleBibjson['journal']>,
  journal: JournalRecord,
): NonNullable<ArticleBibjson['journal']> {
  const { title, publisher, language, pissn, eissn } = journal.bibjson;
  const issns = [pissn, eissn].filter((issn) => issn !== undefined).sort();
  return withoutEmpty({
    volume: sent.volume,
    number: sent.number,
    title: title || undefined,
    publisher: publisher?.name || undefined,
    country: publisher?.country || undefined,
    // The service sorts the list before copying it.
    language: [...(language ?? [])].sort(),
    issns,
  });
}

/** Removes absent members and empty lists. */
function withoutEmpty<T extends object>(object: T): T {
  return Object.fromEntries(
    Object.entries(object).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  ) as T;
}
