import { indexOf } from './articles/storedArticle.ts';
import type { ApplicationRecord, ArticleRecord, JournalRecord } from './records.ts';

/** An account of the directory; a missing key defaults to `key-<id>`. */
export interface Account {
  id: string;
  /** In the salutation of mails. */
  name?: string;
  api_key: string;
  roles: string[];
}

export interface World {
  accounts: Account[];
  journals: JournalRecord[];
  articles: ArticleRecord[];
  applications: ApplicationRecord[];
  locks: Lock[];
  /** True if automatic checks delay applications. */
  areChecksOn: boolean;
}

/** A record that is open for editing (reference/directory-api.md 5.7 step 5). */
export interface Lock {
  type: 'journal' | 'application';
  about: string;
  username: string;
}

type Loose = { [member: string]: unknown };

/**
 * Reads `{accounts, journals, articles, applications, locks, checks_on, ...}`: accounts as a list or by id, journals
 * and applications with flat ISSNs or identifiers. Throws a description of the first problem.
 */
export function readWorld(world: unknown): World {
  if (!isObject(world))
    throw new Error('A sandbox world is a JSON object with accounts, journals and articles.');
  return {
    accounts: rowsOf(world.accounts, 'accounts').map(readAccount),
    journals: rowsOf(world.journals, 'journals').map(readJournal),
    articles: rowsOf(world.articles, 'articles').map(readArticle),
    applications: rowsOf(world.applications, 'applications').map(readJournal),
    locks: Array.isArray(world.locks) ? world.locks.map(readLock) : [],
    areChecksOn: world.checks_on === true,
  };
}

/** Reads `{type, about, username}`; throws a description of a missing member. */
export function readLock(row: unknown): Lock {
  if (isObject(row) && typeof row.about === 'string' && typeof row.username === 'string') {
    // The service uses an older name for its locks on applications.
    return {
      type: row.type === 'journal' ? 'journal' : 'application',
      about: row.about,
      username: row.username,
    };
  }
  throw new Error('A lock needs a type (journal or application), the id it is about and a username.');
}

function rowsOf(rows: unknown, name: string): Loose[] {
  if (rows === undefined || rows === null) return [];
  const list: unknown[] = Array.isArray(rows)
    ? rows
    : Object.entries(rows).map(([id, row]) => (isObject(row) ? { id, ...row } : row));
  return list.map((row, index) => {
    if (isObject(row) && row.id !== undefined) return row;
    throw new Error(`The sandbox world has an entry without id at ${name}[${index}].`);
  });
}

function readAccount(row: Loose): Account {
  return {
    id: String(row.id),
    ...(typeof row.name === 'string' ? { name: row.name } : {}),
    api_key: typeof row.api_key === 'string' ? row.api_key : `key-${row.id}`,
    roles: Array.isArray(row.roles) ? row.roles.map(String) : ['api', 'publisher'],
  };
}

/** A journal, or an application, which has the same shape. */
function readJournal(row: Loose): JournalRecord {
  const { identifier, ...bibjson } = isObject(row.bibjson) ? row.bibjson : {};
  for (const entry of Array.isArray(identifier) ? identifier : []) {
    if (entry?.type === 'pissn' || entry?.type === 'eissn') bibjson[entry.type] ??= entry.id;
  }
  return { ...row, id: String(row.id), admin: isObject(row.admin) ? row.admin : {}, bibjson };
}

function readArticle(row: Loose): ArticleRecord {
  const bibjson = isObject(row.bibjson) ? row.bibjson : {};
  const created = typeof row.created_date === 'string' ? row.created_date : '2020-01-01T00:00:00Z';
  const { es_type: _, ...rest } = row;
  const article: ArticleRecord = {
    ...rest,
    id: String(row.id),
    created_date: created,
    last_updated: typeof row.last_updated === 'string' ? row.last_updated : created,
    admin: isObject(row.admin) ? row.admin : {},
    bibjson,
    index: {},
  };
  article.index = indexOf(article);
  return article;
}

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
