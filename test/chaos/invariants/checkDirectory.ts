import type Database from 'better-sqlite3';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import type { DirectoryState } from '../directories.ts';
import { contentOf, createModel, type Model } from '../model.ts';
import type { Check, Problem } from '../problem.ts';

interface DraftRow {
  id: number;
  title: string;
  record: string;
  sync: string;
  hash: string;
  sentHash: string | null;
  /** Refused by our own rules, without a request. */
  isHeldBack: 0 | 1;
  remoteId: string | null;
  doi: string | null;
  url: string | null;
}

type Stored = DirectoryState['articles'][number];

const closed = ['accepted', 'rejected'];

/** What was done outside a database that its records show the effects of. */
export interface DoneElsewhere {
  /** Identifiers of articles sent by uploads that a restore has removed, or by colleagues. */
  origins: ReadonlySet<string>;
  /** Ids of articles that colleagues deleted from the directory. */
  deleted?: readonly string[];
  /** Ids of articles of which a colleague's computer has the snapshot. */
  kept?: ReadonlySet<string>;
  /** Titles that colleagues sent. */
  sent?: readonly string[];
  /** What the directory's staff deleted and edited. */
  staff?: Pick<Model['staff'], 'deleted' | 'edited' | 'titles'>;
}

/** The application's claims about an account's records are true in the directory. */
export function checkDirectory(
  db: Database.Database,
  accountId: string,
  there: DirectoryState,
  { origins, deleted = [], kept = new Set(), sent = [], staff = createModel().staff }: DoneElsewhere,
): Problem[] {
  const drafts = db
    .prepare<[string], DraftRow>(
      `SELECT id, title, record, sync, hash, sent_hash sentHash, remote_id remoteId, doi_key doi, url_key url,
         refusal IS NOT NULL AND json_extract(refusal, '$.status') IS NULL isHeldBack
       FROM drafts WHERE account_id = ? AND staged = 0`,
    )
    .all(accountId);
  const deletions = db
    .prepare<[], DeletionRow>(
      `SELECT id, account_id accountId, remote_id remoteId, state, attempts,
         EXISTS (SELECT 1 FROM earlier_versions v WHERE v.id = version_id) hasSnapshot FROM deletions`,
    )
    .all();
  return [
    ...twice(there.articles),
    ...checkDeletions(
      deletions.filter((one) => one.accountId === accountId),
      there.articles,
      kept,
    ),
    ...checkSent(
      drafts.filter(({ remoteId, title }) => !staff.deleted.has(remoteId ?? '') && !staff.titles.has(title)),
      there.articles,
      new Set([...sentOfPurged(db), ...sent, ...staff.edited.values()]),
    ),
    ...checkRefused(drafts, there.articles),
    ...checkItems(db, accountId, [
      ...there.articles.map(({ id }) => id),
      ...deletions.filter(isGone).map(({ remoteId }) => remoteId),
      ...deleted,
    ]),
    ...checkOrigins(
      new Set([...origins, ...sentIdentifiers(db, accountId)]),
      there.articles.filter(({ id }) => !staff.edited.has(id)),
    ),
    ...checkApplications(db, accountId, there.applications),
    ...openTwice(there.applications),
  ];
}

interface DeletionRow {
  id: number;
  accountId: string;
  remoteId: string;
  state: string;
  attempts: number;
  hasSnapshot: number;
}

const isGone = ({ state }: DeletionRow) => state === 'deleted' || state === 'gone';

/** What was deleted is gone, and whatever a request to delete was sent for has a snapshot. */
function checkDeletions(
  deletions: readonly DeletionRow[],
  articles: readonly Stored[],
  kept: ReadonlySet<string>,
): Problem[] {
  const ids = new Set(articles.map(({ id }) => id));
  return deletions.flatMap((one): Problem[] => {
    if (isGone(one) && ids.has(one.remoteId)) {
      const text = `Deletion ${one.id} is ${one.state}, but the directory has ${one.remoteId}.`;
      return [{ check: 'deleted article still there', text }];
    }
    if ((one.attempts === 0 && one.state !== 'deleted') || one.hasSnapshot === 1) return [];
    if (one.attempts === 0 && kept.has(one.remoteId)) return [];
    const text = `Deletion ${one.id} of ${one.remoteId} is ${one.state} without a snapshot.`;
    return [{ check: 'deletion without snapshot', text }];
  });
}

/** No article exists under two ids. */
function twice(articles: readonly Stored[]): Problem[] {
  const seen = new Map<string, string>();
  return articles.flatMap((article) =>
    identifiersOf(article).flatMap((identifier) => {
      const other = seen.get(identifier);
      seen.set(identifier, article.id);
      const text = `The directory has ${identifier} under two ids, ${other} and ${article.id}.`;
      return other && other !== article.id ? [{ check: 'article under two ids', text }] : [];
    }),
  );
}

/** Titles that were sent from drafts which have been deleted permanently since. */
function sentOfPurged(db: Database.Database): ReadonlySet<string> {
  const items = db.prepare<[], string>(
    'SELECT title FROM upload_items WHERE sent_hash IS NOT NULL AND draft_id NOT IN (SELECT id FROM drafts)',
  );
  return new Set(items.pluck().all());
}

/**
 * Every draft marked as sent exists with that content, unless another draft of the same article overwrote it; that one
 * may be gone by now (`purged`).
 */
function checkSent(
  drafts: readonly DraftRow[],
  articles: readonly Stored[],
  purged: ReadonlySet<string>,
): Problem[] {
  const byId = new Map(articles.map((article) => [article.id, article]));
  const titles = new Set(articles.map(titleOf));
  return drafts.flatMap((draft): Problem[] => {
    if (draft.sync !== 'sent') return [];
    const others = drafts.filter((other) => other.id !== draft.id && isSameArticle(draft, other));
    if (draft.remoteId === null) {
      if (others.length > 0 || titles.has(draft.title)) return [];
      const text = `Draft ${draft.id} is marked as sent, but the directory has nothing with its title.`;
      return [{ check: 'sent draft without article', text }];
    }
    const article = byId.get(draft.remoteId);
    if (!article) {
      const text = `Draft ${draft.id} is marked as sent as ${draft.remoteId}, which does not exist.`;
      return [{ check: 'sent draft with another id', text }];
    }
    const there = titleOf(article);
    if (there === draft.title || others.length > 0 || purged.has(there)) return [];
    const text = `Draft ${draft.id} is marked as sent with "${draft.title}", and the directory has "${there}".`;
    return [{ check: 'sent draft with other content', text }];
  });
}

/** No refused draft reached the directory; an earlier version may have, if our own rules held back what followed it. */
function checkRefused(drafts: readonly DraftRow[], articles: readonly Stored[]): Problem[] {
  const byTitle = new Map(articles.map((article) => [titleOf(article), article]));
  return drafts.flatMap((draft) => {
    const there = byTitle.get(draft.title);
    if (draft.sync !== 'refused' || draft.sentHash === draft.hash || there === undefined) return [];
    const wasSent = draft.isHeldBack === 1 && draft.sentHash !== null;
    if (wasSent && !hasContent(there, JSON.parse(draft.record) as DraftRecord)) return [];
    const text = `Draft ${draft.id} is marked as refused, but the directory has it as ${there.id}.`;
    return [{ check: 'refused draft was stored', text }];
  });
}

/** Members of an article that a user edits and the directory keeps. */
const editedMembers = ['title', 'year', 'month', 'abstract', 'keywords', 'identifier', 'link', 'author'];
const editedPlaces = ['volume', 'number', 'start_page', 'end_page'];

/** Returns true if an article has what a draft would send, and nothing else that a user edits. */
function hasContent({ bibjson: there }: Stored, record: DraftRecord): boolean {
  const here = (record.bibjson ?? {}) as DraftRecord;
  const names = new Set([...Object.keys(here), ...editedMembers]);
  names.delete('journal');
  // The directory keeps pages beside the journal, and drops empty text.
  const placesOf = (bibjson: DraftRecord) => ({
    ...bibjson,
    ...(bibjson.journal as DraftRecord | undefined),
  });
  const isSame = (names: Iterable<string>, a: DraftRecord, b: DraftRecord) =>
    [...names].every((name) => contentOf(a[name] ?? '') === contentOf(b[name] ?? ''));
  return isSame(names, here, there) && isSame(editedPlaces, placesOf(here), placesOf(there));
}

/** Every item that is done has its article, unless that was deleted since. */
function checkItems(db: Database.Database, accountId: string, known: readonly string[]): Problem[] {
  const ids = new Set(known);
  return db
    .prepare<[string], { id: number; remoteId: string }>(
      `SELECT upload_items.id, remote_id remoteId FROM upload_items JOIN uploads ON uploads.id = upload_id
       WHERE account_id = ? AND upload_items.state = 'done' AND remote_id IS NOT NULL`,
    )
    .all(accountId)
    .filter(({ remoteId }) => !ids.has(remoteId))
    .map(({ id, remoteId }) => ({
      check: 'done item without article',
      text: `Item ${id} is done as ${remoteId}, which is not in the directory.`,
    }));
}

/** The DOIs and addresses of all items in an account's uploads. */
export function sentIdentifiers(db: Database.Database, accountId: string): string[] {
  return db
    .prepare<[string], { doi: string | null; url: string | null }>(
      `SELECT doi_key doi, url_key url FROM upload_items JOIN uploads ON uploads.id = upload_id WHERE account_id = ?`,
    )
    .all(accountId)
    .flatMap(({ doi, url }) => [`doi ${doi}`, `address ${url}`]);
}

/** The directory has nothing that no upload sent. */
function checkOrigins(sent: ReadonlySet<string>, articles: readonly Stored[]): Problem[] {
  return articles
    .filter((article) => !titleOf(article).startsWith('From the start'))
    .filter((article) => !identifiersOf(article).some((identifier) => sent.has(identifier)))
    .map((article) => ({
      check: 'article of no upload',
      text: `Article ${article.id} "${titleOf(article)}" is at the directory, and no upload sent it.`,
    }));
}

interface ApplicationRow {
  id: number;
  sync: string;
  status: string | null;
  remoteId: string;
  sent: string | null;
}

function checkApplications(
  db: Database.Database,
  accountId: string,
  there: DirectoryState['applications'],
): Problem[] {
  const byId = new Map(there.map((application) => [application.id, application]));
  return db
    .prepare<[string], ApplicationRow>(
      `SELECT id, sync, status, remote_id remoteId, sent FROM applications
       WHERE account_id = ? AND remote_id IS NOT NULL AND sync = 'sent'`,
    )
    .all(accountId)
    .flatMap(({ id, status, remoteId, sent }): Problem[] => {
      const application = byId.get(remoteId);
      if (!application) {
        const text = `Application ${id} is marked as sent as ${remoteId}, which does not exist (${status}).`;
        return [{ check: 'sent application missing', text }];
      }
      const before = sent === null ? null : stampOf(JSON.parse(sent).bibjson);
      const stored = stampOf(application.bibjson);
      if (before === null || before === stored) return [];
      const text = `Application ${id} was sent with ${before}, but the directory has ${stored}.`;
      return [{ check: 'sent application with other content', text }];
    });
}

/** No two open applications have the same content and journal, and no journal has two open Update Requests. */
function openTwice(applications: DirectoryState['applications']): Problem[] {
  const seen = new Map<string, string>();
  return applications
    .filter(({ admin }) => !closed.includes(admin.application_status))
    .flatMap(({ id, admin, bibjson }) => {
      const stamp = stampOf(bibjson);
      const marks: { check: Check; mark: string }[] = [];
      const journal = admin.current_journal;
      if (journal) marks.push({ check: 'two open Update Requests', mark: `for journal ${journal}` });
      if (stamp) marks.push({ check: 'two open applications', mark: `of ${bibjson.pissn} with ${stamp}` });
      return marks.flatMap(({ check, mark }) => {
        const other = seen.get(mark);
        seen.set(mark, id);
        const text = `The directory has two open applications ${mark}: ${other} and ${id}.`;
        return other ? [{ check, text }] : [];
      });
    });
}

function isSameArticle(one: DraftRow, other: DraftRow): boolean {
  return (
    (one.remoteId !== null && one.remoteId === other.remoteId) ||
    (one.doi !== null && one.doi === other.doi) ||
    (one.url !== null && one.url === other.url)
  );
}

function titleOf({ bibjson }: Stored): string {
  return String(bibjson.title ?? '');
}

/** In the same form as `store/drafts/draftColumns.ts`. */
function identifiersOf({ bibjson }: Stored): string[] {
  const { identifier = [], link = [] } = bibjson as { identifier?: DraftRecord[]; link?: DraftRecord[] };
  return [
    ...identifier.filter(({ type }) => type === 'doi').map(({ id }) => `doi ${String(id).toLowerCase()}`),
    ...link
      .filter(({ type }) => type === 'fulltext')
      .map(
        ({ url }) =>
          `address ${String(url)
            .replace(/^https?:/, '')
            .toLowerCase()}`,
      ),
  ];
}

function stampOf(bibjson: DraftRecord): string | null {
  const address = (bibjson.ref as DraftRecord | undefined)?.aims_scope;
  return typeof address === 'string' && address.includes('stamp-') ? address : null;
}
