import { randomUUID } from 'node:crypto';
import type { DirectoryStore } from '../directoryStore.ts';
import type { Profile } from '../profile.ts';
import { directoryDate } from '../python/pythonDates.ts';
import { fullTextKey } from '../python/pythonUrls.ts';
import { type PyValue, pyInt } from '../python/pythonValue.ts';
import { type ArticleRecord, fullTextOf, identifiersOf, issnsOf, type JournalRecord } from '../records.ts';
import { Crash, Refusal, TEXTS } from '../refusals.ts';
import type { Account } from '../world.ts';
import { doiKey } from './identifierKeys.ts';
import { readIncomingArticle, ScriptTag } from './incomingArticle.ts';
import { acceptingJournal, type IssnReasons, issnReasons, ownsIssns } from './ownership.ts';
import { type ArticleDraft, draftFrom, mergedOnto, savedRecord } from './storedArticle.ts';

/** Selects one of the two documented behaviours; see reference/dialects.md. */
export type Dialect = '3.0.1' | '4.0';

export interface Writing {
  store: DirectoryStore;
  account: Account;
  dialect: Dialect;
  now: () => Date;
  profile: Profile;
}

export type Placement =
  | { outcome: 'accepted'; record: ArticleRecord; isUpdate: boolean }
  | { outcome: 'notOwned'; reasons: IssnReasons };

/** A new id, 32 hex digits. */
export function newId(): string {
  return randomUUID().replaceAll('-', '');
}

/**
 * Reads a new article and assigns its id; refuses it if no journal has any of its ISSNs (reference/directory-api.md 4.5
 * step 1).
 */
export function prepareNew(sent: PyValue, { store, now }: Writing): ArticleDraft {
  const incoming = readIncomingArticle(sent);
  if (!issnsOf(incoming.bibjson).some((issn) => store.journalsByIssn(issn).length > 0)) {
    throw new Refusal(400, TEXTS.noJournal);
  }
  return draftFrom(incoming, { id: newId(), created_date: directoryDate(now()) });
}

/** The record that POST would store (reference/directory-api.md 4.5); throws a Refusal or Crash. */
export function placeNew(sent: PyValue, writing: Writing): ArticleRecord {
  const placement = place(prepareNew(sent, writing), writing);
  if (placement.outcome === 'notOwned') throw new Refusal(403, TEXTS.notOwner);
  return placement.record;
}

/** The record that PUT would store, possibly under another id (reference/directory-api.md 4.6 and 7.4). */
export function placeUpdate(id: string, sent: PyValue, writing: Writing): ArticleRecord {
  const stored = ownArticle(id, writing);
  const draft = draftFrom(readForUpdate(sent), { id, created_date: stored.created_date }, stored);
  const placement = place(draft, writing, id);
  if (placement.outcome === 'notOwned') throw new Refusal(400, TEXTS.updateFailed);
  return placement.record;
}

/** The stored article if it exists and belongs to the account, else 404: ownership is hidden (4.6, addenda 4.6). */
export function ownArticle(id: string, { store, account }: Writing): ArticleRecord {
  const stored = store.articles.get(id);
  if (!stored || !ownsIssns(store, stored.bibjson, account.id)) throw new Refusal(404);
  return stored;
}

/** Decides the outcome (reference/directory-api.md 4.5 steps 2 to 7, section 7); throws a Refusal. */
export function place(draft: ArticleDraft, writing: Writing, updatedId?: string): Placement {
  const { store, account } = writing;
  if (!isAdministrator(account) && !ownsIssns(store, draft.bibjson, account.id)) {
    return { outcome: 'notOwned', reasons: issnReasons(store, draft.bibjson, account.id) };
  }
  const journal = acceptingJournal(store, draft.bibjson);
  const duplicate = duplicateOf(draft, writing, updatedId);
  if (writing.profile.oaStart) checkOaStart(draft, journal);
  const merged = duplicate ? mergedOnto(draft, duplicate) : draft;
  const record = savedRecord(merged, journal, directoryDate(writing.now()));
  return { outcome: 'accepted', record, isUpdate: duplicate !== undefined };
}

/**
 * Refuses an article of before the journal's open-access start; the year is read for every journal, and crashes the
 * service if it is no whole number (reference/directory-changes.md 3).
 */
function checkOaStart({ bibjson }: ArticleDraft, journal: JournalRecord): void {
  const year = bibjson.year === undefined ? undefined : pyInt(bibjson.year);
  if (year === undefined) throw new Crash('the year is no number');
  const start = Number(journal.bibjson.oa_start ?? Number.NaN);
  if (year < start) throw new Refusal(400, TEXTS.beforeOaStart);
}

/** The keys by which a record is compared with others. */
export function keysOf(record: Pick<ArticleDraft, 'bibjson'>): { doi?: string; fullText?: string } {
  const doi = identifiersOf(record.bibjson, 'doi')[0];
  const address = fullTextOf(record.bibjson);
  return {
    ...(doi === undefined ? {} : { doi: doiKey(doi) }),
    ...(address === undefined ? {} : { fullText: fullTextKey(address) }),
  };
}

/** The single stored article that the draft overwrites, if any. */
function duplicateOf(draft: ArticleDraft, writing: Writing, updatedId?: string): ArticleRecord | undefined {
  const { store, account, dialect } = writing;
  const keys = keysOf(draft);
  const overwritesFreely = dialect === '3.0.1' && updatedId === undefined;
  let matches = store.articlesWithKeys(keys.doi, keys.fullText);
  // The documented version detects duplicates only within one account (reference/directory-api.md 0).
  if (overwritesFreely && !isAdministrator(account)) {
    matches = matches.filter((match) => ownsIssns(store, match.bibjson, account.id));
  }
  const [match, ...others] = matches;
  if (others.length > 0) throw new Refusal(400, TEXTS.ambiguous);
  if (!match) return undefined;
  if (isAdministrator(account)) {
    if (updatedId !== undefined && match.id !== updatedId) throw new Refusal(403, TEXTS.changedToAnother);
    return match;
  }
  if (overwritesFreely || (match.index.doi === keys.doi && match.index.fulltext === keys.fullText))
    return match;
  throw new Refusal(403, TEXTS.identifierChanged);
}

/** PUT does not expect a script tag and crashes on it (reference/directory-api.md 4.4 #7). */
function readForUpdate(sent: PyValue) {
  try {
    return readIncomingArticle(sent);
  } catch (error) {
    throw error instanceof ScriptTag ? new Crash(error.message) : error;
  }
}

function isAdministrator(account: Account): boolean {
  return account.roles.includes('admin');
}
