import { existsSync } from 'node:fs';
import { settingChoices } from '../../shared/choices.ts';
import type { DatabaseFacts, Trouble } from '../../shared/diagnosis.ts';
import { isLoopback } from '../platform/network/fetch.ts';
import { type Db, openToRead } from './database.ts';
import { newestVersion } from './schema/versions.ts';
import { createSettingsStore, defaultSettings } from './settingsStore.ts';

/** How many requests are reported, newest first. */
const maxRequests = 50;
/** Columns with states, which the schema restricts to a few values. */
const stateColumns = [
  ['drafts', 'readiness'],
  ['drafts', 'sync'],
  ['applications', 'kind'],
  ['applications', 'sync'],
  ['applications', 'status'],
  ['uploads', 'state'],
  ['upload_items', 'state'],
  ['upload_items', 'keeping'],
  ['undo_steps', 'state'],
] as const;
/** Parts of the directory's addresses that are the same for every user; every other part could identify a record. */
const addressParts = new Set(
  'api v1 v2 v3 v4 articles article bulk applications application journals journal search account status'.split(
    ' ',
  ),
);

/** Facts without anything users entered. Reads the whole file; an unreadable fact is reported. */
export function databaseFacts(file: string): DatabaseFacts {
  if (!existsSync(file)) return { trouble: 'missing' };
  let db: Db | undefined;
  try {
    db = openToRead(file);
    return readFacts(db);
  } catch (error) {
    return troubleOf(error);
  } finally {
    db?.close();
  }
}

function readFacts(db: Db): DatabaseFacts {
  return {
    version: attempt(() => numberOf(db, 'user_version')),
    knownVersion: newestVersion(),
    sqlite: attempt(() => plainVersion(db.prepare('SELECT sqlite_version()').pluck().get())),
    pageSize: attempt(() => numberOf(db, 'page_size')),
    pages: attempt(() => numberOf(db, 'page_count')),
    freePages: attempt(() => numberOf(db, 'freelist_count')),
    journalMode: attempt(() => word(db.pragma('journal_mode', { simple: true }))),
    check: attempt(() => check(db)),
    rows: attempt(() => countRows(db)),
    states: attempt(() => countStates(db)),
    settings: attempt(() => bareSettings(db)),
    accounts: attempt(() => bareAccounts(db)),
    requests: attempt(() => bareRequests(db)),
  };
}

function attempt<T>(read: () => T): T | Trouble {
  try {
    return read();
  } catch (error) {
    return troubleOf(error);
  }
}

/** Only SQLite's code: its message may quote stored data. */
function troubleOf(error: unknown): Trouble {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return { trouble: /^[A-Z]+(_[A-Z]+)*$/.test(code) ? code : 'unknown' };
}

function numberOf(db: Db, pragma: string): number {
  return Number(db.pragma(pragma, { simple: true }));
}

/** The number of faults that SQLite finds, by kind; the text of a fault may name stored data. */
function check(db: Db): { faults: number; kinds: string[] } {
  const lines = (db.pragma('quick_check(100)') as Record<string, unknown>[]).flatMap((line) =>
    Object.values(line).map(String),
  );
  const faults = lines.filter((line) => line !== 'ok');
  const known = [
    'missing from index',
    'out of order',
    'never used',
    'CHECK',
    'NOT NULL',
    'UNIQUE',
    'Page',
    'page',
  ];
  const kinds = faults.map((line) => known.find((kind) => line.includes(kind)) ?? 'other');
  return { faults: faults.length, kinds: [...new Set(kinds)] };
}

function countRows(db: Db): Record<string, number> {
  const names = db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
         AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'draft\\_search\\_%' ESCAPE '\\' ORDER BY name`,
    )
    .pluck();
  const own = names.all().filter((name) => /^[a-z]+(_[a-z]+)*$/.test(name));
  const count = (name: string) => Number(db.prepare(`SELECT count(*) FROM "${name}"`).pluck().get());
  return Object.fromEntries(own.map((name) => [name, count(name)]));
}

function countStates(db: Db): Record<string, Record<string, number>> {
  return Object.fromEntries(
    stateColumns.map(([table, column]) => {
      const rows = db
        .prepare<[], { state: unknown; n: number }>(
          `SELECT ${column} AS state, count(*) AS n FROM ${table} GROUP BY ${column}`,
        )
        .all();
      return [
        `${table}.${column}`,
        Object.fromEntries(rows.map(({ state, n }) => [word(state) || 'none', n])),
      ];
    }),
  );
}

/** Numbers, switches and choices; for what users typed (addresses, shortcuts) and for ids, only whether there are any. */
function bareSettings(db: Db) {
  const settings = createSettingsStore(db).get();
  const { accountId, checker, shortcuts, sources, sendsFound, lists } = settings;
  const plain = Object.entries(settings).filter(
    ([name, value]) => typeof value === 'number' || typeof value === 'boolean' || name in settingChoices,
  );
  return {
    ...Object.fromEntries(plain),
    sources: {
      isOn: sources.isOn,
      pause: sources.pause,
      hasContact: sources.contact !== '',
      hasOwnServers:
        sources.crossref !== defaultSettings.sources.crossref ||
        sources.handles !== defaultSettings.sources.handles,
    },
    sendsFound: sendsFound && { limit: sendsFound.limit, journals: sendsFound.journals.length },
    ownLists: Object.keys(lists),
    hasAccount: accountId !== null,
    hasOwnChecker: checker !== '',
    ownShortcuts: Object.keys(shortcuts).length,
  };
}

interface AccountRow {
  kind: string;
  dialect: string;
  base: string;
  rate: number;
  username: string;
  keyPlace: string;
}

function bareAccounts(db: Db) {
  const rows = db
    .prepare<[], AccountRow>(
      'SELECT kind, dialect, base, rate, username, key_place AS keyPlace FROM accounts ORDER BY created_at, id',
    )
    .all();
  return rows.map(({ kind, dialect, base, rate, username, keyPlace }) => ({
    kind: word(kind),
    dialect: plainVersion(dialect),
    rate,
    address: addressKind(base),
    hasUserName: username !== '',
    keyPlace: word(keyPlace),
  }));
}

function addressKind(base: string): string {
  const host = URL.parse(base)?.hostname ?? '';
  if (host === 'doaj.org') return 'public directory';
  return isLoopback(host) ? 'this computer' : 'another directory';
}

interface RequestRow {
  at: string;
  method: string;
  address: string;
  status: number | null;
  records: number;
  bytes: number;
  duration: number | null;
  outcome: string;
}

function bareRequests(db: Db) {
  const rows = db
    .prepare<[number], RequestRow>(
      `SELECT at, method, address, status, records, bytes, duration, outcome FROM requests ORDER BY id DESC LIMIT ?`,
    )
    .all(maxRequests);
  return rows.map((row) => ({
    ...row,
    at: /^[\d-]+T[\d:.]+Z$/.test(row.at) ? row.at : '',
    method: /^(GET|POST|PUT|DELETE)$/.test(row.method) ? row.method : '',
    address: bareAddress(row.address),
    outcome: word(row.outcome),
  }));
}

/** An address's path; `*` replaces each part that belongs to one record, search or user. */
export function bareAddress(address: string): string {
  const path = (URL.parse(address)?.pathname ?? address.replace(/[?#].*$/s, '')).split('/').filter(Boolean);
  return `/${path.map((part) => (addressParts.has(part) ? part : '*')).join('/')}`;
}

/** Returns the value if it is one of our own; otherwise an empty text. */
function word(value: unknown): string {
  return typeof value === 'string' && /^[a-z]+(-[a-z]+)*$/.test(value) && value.length <= 20 ? value : '';
}

function plainVersion(value: unknown): string {
  return /^\d+(\.\d+)*$/.exec(String(value))?.[0] ?? '';
}
