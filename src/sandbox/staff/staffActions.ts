import { setStatus } from '../applications/administrator.ts';
import { KNOWN_TYPES } from '../articles/incomingArticle.ts';
import { changedArticle, withJournalData } from '../articles/storedArticle.ts';
import type { Directory } from '../directory.ts';
import { directoryDate } from '../python/pythonDates.ts';
import type { ArticleRecord, JournalRecord, Tombstone } from '../records.ts';
import type { Change } from '../stateFile.ts';
import { journalOf, monthlySync } from './monthlySync.ts';
import { tombstoneOf } from './tombstones.ts';

type Body = { [member: string]: unknown };

/** What an action of the staff did to articles. */
export interface Done {
  changed: number;
  deleted: string[];
}

/**
 * Performs an action of the directory's staff, `{action, ...}` (reference/directory-changes.md 1 and 3); throws a
 * description of why it is impossible. Staff see every write at once, without the delay of the index.
 */
export function actAsStaff(directory: Directory, body: unknown): Done {
  const given = objectAt({ body }, 'body');
  const act = Object.hasOwn(ACTIONS, String(given.action)) ? ACTIONS[String(given.action)] : undefined;
  if (!act) throw new Error(`An action is one of ${Object.keys(ACTIONS).join(', ')}.`);
  const change = act(given, directory, directoryDate(directory.now()));
  directory.commit(change);
  return { changed: change.put?.length ?? 0, deleted: change.remove ?? [] };
}

const ACTIONS: Record<string, (body: Body, directory: Directory, at: string) => Change> = {
  delete: (body, directory, at) => {
    const records = listAt(body, 'ids').map((id) => articleAt(id, directory));
    if (typeof body.trace !== 'boolean') throw new Error('A deletion needs trace, true or false.');
    return body.trace
      ? deletedWithTrace(records, directory, at)
      : { remove: records.map((record) => record.id) };
  },
  removeJournal: (body, directory, at) => {
    const journal = journalAt(body, directory);
    return {
      ...deletedWithTrace(articlesOf(journal, directory), directory, at),
      removeJournals: [journal.id],
    };
  },
  withdraw: (body, directory, at) => {
    const journal = journalAt(body, directory);
    if (!journal.admin.in_doaj) throw new Error(`Journal ${journal.id} is withdrawn already.`);
    const open = openRequest(journal, directory);
    const released = open?.journal ?? journal;
    return {
      journals: [{ ...released, admin: { ...released.admin, in_doaj: false, last_withdrawn: at } }],
      put: articlesOf(journal, directory).map((record) => shown(record, false, at)),
      ...(open ? { applications: [{ record: open.application }] } : {}),
    };
  },
  reinstate: (body, directory, at) => {
    const journal = journalAt(body, directory);
    if (journal.admin.in_doaj) throw new Error(`Journal ${journal.id} is in the directory already.`);
    const other = issnsOfJournal(journal)
      .flatMap((issn) => directory.store.journalsByIssn(issn))
      .find(({ id, admin }) => id !== journal.id && admin.in_doaj);
    if (other) throw new Error(`Journal ${other.id}, which is in the directory, has the same ISSN.`);
    return {
      journals: [{ ...journal, admin: { ...journal.admin, in_doaj: true, last_reinstated: at } }],
      put: articlesOf(journal, directory).map((record) => shown(record, true, at)),
    };
  },
  sync: (_body, { store }, at) => monthlySync(store, at),
  editJournal: (body, directory, at) => {
    const journal = journalAt(body, directory);
    const bibjson = objectAt(body, 'bibjson');
    if ('language_editions' in bibjson && !directory.profile.languageEditions)
      throw new Error('The profile has no language editions.');
    const admin = body.admin === undefined ? {} : objectAt(body, 'admin');
    if ('in_doaj' in admin) throw new Error('A journal leaves and returns by withdraw and reinstate.');
    return editedJournal(
      { ...journal, admin: merged(journal.admin, admin), bibjson: merged(journal.bibjson, bibjson) },
      at,
    );
  },
  fullReview: (body, directory, at) => {
    const journal = journalAt(body, directory);
    const { date } = body;
    if (typeof date !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(date)) {
      throw new Error('A full review needs a date, YYYY-MM-DD.');
    }
    return editedJournal({ ...journal, admin: { ...journal.admin, last_full_review: date } }, at);
  },
  editArticle: (body, directory, at) => {
    const record = articleAt(body.id, directory);
    const edited = { ...record, bibjson: merged(record.bibjson, objectAt(body, 'bibjson')) };
    const types = edited.bibjson.identifier?.map(({ type = '' }) => type) ?? [];
    const more = directory.profile.identifierTypes ? MORE_TYPES : [];
    const unknown = types.find((type) => ![...KNOWN_TYPES, ...more].includes(type));
    if (unknown !== undefined) throw new Error(`The profile has no identifiers of the type ${unknown}.`);
    const journal = journalOf(edited.bibjson, directory.store);
    return { put: [changedArticle(journal ? withJournalData(edited, journal) : edited, at)] };
  },
  removeDoi: (body, directory, at) => ({
    put: listAt(body, 'ids').map((id) => {
      const record = articleAt(id, directory);
      const identifier = record.bibjson.identifier?.filter(({ type }) => type !== 'doi');
      return changedArticle({ ...record, bibjson: merged(record.bibjson, { identifier }) }, at);
    }),
  }),
  removeFulltext: (body, directory, at) => ({
    put: listAt(body, 'ids').map((id) => {
      const record = articleAt(id, directory);
      return changedArticle({ ...record, bibjson: { ...record.bibjson, link: [] } }, at);
    }),
  }),
};

/** Types that only the web form and files in the format of Crossref have (reference/directory-changes.md 4.1, #2611). */
const MORE_TYPES = ['e-location', 'handle', 'ark', 'urn', 'dor', 'purl', 'other'];

/**
 * The service writes the tombstones one by one and then deletes: if one cannot be written, the earlier ones stay, and
 * nothing is deleted (reference/directory-changes.md 1.1).
 */
function deletedWithTrace(records: ArticleRecord[], directory: Directory, at: string): Change {
  const tombstones: Tombstone[] = [];
  try {
    for (const record of records) tombstones.push(tombstoneOf(record, directory.store, at));
  } catch (error) {
    directory.commit({ tombstones });
    throw error;
  }
  return { tombstones, remove: records.map(({ id }) => id) };
}

function editedJournal(journal: JournalRecord, at: string): Change {
  return { journals: [{ ...journal, last_manual_update: at }] };
}

/**
 * The open Update Request of a journal that is withdrawn, as it is then: rejected with a note
 * (reference/directory-changes.md 1.6).
 */
function openRequest(journal: JournalRecord, { store, now }: Directory) {
  const application = store.applications.latestFor(journal.id);
  if (!application) return undefined;
  const note = 'Rejected because the journal was withdrawn.';
  return setStatus({ application, journal, status: 'rejected', note, at: now() });
}

function shown(record: ArticleRecord, isInDirectory: boolean, at: string): ArticleRecord {
  return { ...record, last_updated: at, admin: { ...record.admin, in_doaj: isInDirectory } };
}

/** The articles that carry an ISSN of the journal, their own or a copied one. */
function articlesOf(journal: JournalRecord, { store }: Directory): ArticleRecord[] {
  const issns = new Set(issnsOfJournal(journal));
  return [...store.articles.values()].filter(({ index }) => index.issn?.some((issn) => issns.has(issn)));
}

function issnsOfJournal({ bibjson }: JournalRecord): string[] {
  return [bibjson.pissn, bibjson.eissn].filter((issn) => issn !== undefined).filter((issn) => issn !== '');
}

/** Adds and replaces members; null removes one. */
function merged<T extends object>(members: T, changes: object): T {
  const all = Object.entries({ ...members, ...changes });
  return Object.fromEntries(all.filter(([, value]) => value !== null && value !== undefined)) as T;
}

function journalAt(body: Body, { store }: Directory): JournalRecord {
  const journal = store.journal(String(body.journal));
  if (!journal) throw new Error(`There is no journal ${String(body.journal)}.`);
  return journal;
}

function articleAt(id: unknown, { store }: Directory): ArticleRecord {
  const record = store.articles.get(String(id));
  if (!record) throw new Error(`There is no article ${String(id)}.`);
  return record;
}

function listAt(body: Body, name: string): unknown[] {
  const list = body[name];
  if (!Array.isArray(list)) throw new Error(`${name} must be a list.`);
  return [...new Set(list)];
}

function objectAt(body: Body, name: string): Body {
  const value = body[name];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${name} must be an object.`);
  }
  return value as Body;
}
