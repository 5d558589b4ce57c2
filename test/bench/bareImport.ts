import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import Database from 'better-sqlite3';

// The baseline of the import, without any of Colophon's code: JSON.parse and plain inserts into a table with the same
// columns and indexes and the same full-text table.

export interface BareResult {
  seconds: number;
  cpuSeconds: number;
}

interface Article {
  bibjson: {
    title?: string;
    abstract?: string;
    year?: string;
    author?: { name?: string; orcid_id?: string }[];
    keywords?: string[];
    journal?: { title?: string };
    identifier?: { type: string; id: string }[];
    link?: { url?: string }[];
  };
}

const recordsPerTransaction = 1_000;

const [file, folder] = process.argv.slice(2) as [string, string];
mkdirSync(folder);
const db = new Database(join(folder, 'bare.db'));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = NORMAL');
db.exec(`
  CREATE TABLE drafts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, account_id TEXT NOT NULL, title TEXT NOT NULL, authors TEXT NOT NULL,
    journal TEXT NOT NULL, journal_key TEXT NOT NULL, year TEXT NOT NULL, doi TEXT NOT NULL, doi_key TEXT, url_key TEXT,
    has_orcid INTEGER NOT NULL, has_identifier INTEGER NOT NULL, readiness TEXT NOT NULL, errors INTEGER NOT NULL,
    warnings INTEGER NOT NULL, ignored INTEGER NOT NULL, hash TEXT NOT NULL, sync TEXT NOT NULL, import_id INTEGER,
    import_position INTEGER, place_file TEXT, place_index INTEGER, place_line INTEGER, created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL, trashed INTEGER NOT NULL, record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX by_updated ON drafts (account_id, updated_at);
  CREATE INDEX by_title ON drafts (account_id, title COLLATE NOCASE);
  CREATE INDEX by_journal ON drafts (account_id, journal COLLATE NOCASE);
  CREATE INDEX by_year ON drafts (account_id, year);
  CREATE INDEX by_facts ON drafts
    (account_id, journal_key, trashed, readiness, sync, import_id, has_orcid, has_identifier);
  CREATE INDEX by_doi ON drafts (account_id, doi_key);
  CREATE INDEX by_url ON drafts (account_id, url_key);
  CREATE INDEX by_import ON drafts (import_id, import_position);
  CREATE INDEX by_place ON drafts (account_id, place_file, place_index);
  CREATE VIRTUAL TABLE draft_search USING fts5 (
    text, content = '', contentless_delete = 1, detail = none,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
  );`);
const insert = db.prepare(`
  INSERT INTO drafts (account_id, title, authors, journal, journal_key, year, doi, doi_key, url_key, has_orcid,
    has_identifier, readiness, errors, warnings, ignored, hash, sync, import_id, import_position, place_file, place_index,
    place_line, created_at, updated_at, trashed, record)
  VALUES ('sandbox', @title, @authors, @journal, @issns, @year, @doi, @doi, @url, @hasOrcid, 1, 'ready', 0, 0, 0, @doi,
    'never', 1, @at, 'articles.json', @at, @at, '2026', '2026', 0, @record)`);
const insertText = db.prepare('INSERT INTO draft_search (rowid, text) VALUES (?, ?)');

const begun = performance.now();
const records = JSON.parse(readFileSync(file, 'utf8')) as Article[];
for (let from = 0; from < records.length; from += recordsPerTransaction) {
  db.transaction(() => {
    for (const [n, record] of records.slice(from, from + recordsPerTransaction).entries())
      insertRecord(record, from + n + 1);
  })();
}
const seconds = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage();
db.close();
process.send?.({ seconds, cpuSeconds: (user + system) / 1e6 } satisfies BareResult);

function insertRecord(record: Article, at: number): void {
  const { title = '', abstract = '', year = '', author = [], keywords = [] } = record.bibjson;
  const { journal, identifier = [], link = [] } = record.bibjson;
  const authors = author.map(({ name }) => name ?? '').join('; ');
  const idOf = (type: string) => identifier.find((one) => one.type === type)?.id ?? '';
  const doi = idOf('doi');
  const { lastInsertRowid } = insert.run({
    title,
    authors,
    journal: journal?.title ?? '',
    issns: `${idOf('pissn')}/${idOf('eissn')}`,
    year,
    doi,
    url: link[0]?.url ?? null,
    hasOrcid: author.some(({ orcid_id }) => orcid_id) ? 1 : 0,
    at,
    record: JSON.stringify(record),
  });
  const texts = [title, authors, journal?.title, doi, idOf('pissn'), idOf('eissn'), ...keywords, abstract];
  insertText.run(lastInsertRowid, texts.join('\n'));
}
