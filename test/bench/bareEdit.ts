import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import Database from 'better-sqlite3';
import { randomFrom, variedArticle } from './variedArticles.ts';

// The baseline of edits, without any of Colophon's code: JSON.parse, plain updates that keep the old record in a second
// table, and the same full-text table.

interface Article {
  id: number;
  record: string;
}

interface Fields {
  title: string;
  year: string;
  abstract: string;
  identifier: { id: string }[];
  link: { url: string }[];
}

const drafts = 100_000;
const recordsPerTransaction = 1_000;

const [folder] = process.argv.slice(2) as [string];
const db = new Database(join(folder, 'bare.db'));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = NORMAL');
db.exec(`
  CREATE TABLE drafts (
    id INTEGER PRIMARY KEY, title TEXT NOT NULL, year TEXT NOT NULL, doi TEXT NOT NULL, url TEXT NOT NULL,
    updated_at TEXT NOT NULL, record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX by_updated ON drafts (updated_at);
  CREATE INDEX by_title ON drafts (title);
  CREATE INDEX by_year ON drafts (year);
  CREATE INDEX by_doi ON drafts (doi);
  CREATE INDEX by_url ON drafts (url);
  CREATE TABLE kept (step INTEGER NOT NULL, id INTEGER NOT NULL, record TEXT NOT NULL) STRICT;
  CREATE VIRTUAL TABLE draft_search USING fts5 (
    text, content = '', contentless_delete = 1, detail = none,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
  );`);
const insert = db.prepare<[number, string, string, string, string, string, string]>(
  'INSERT INTO drafts VALUES (?, ?, ?, ?, ?, ?, ?)',
);
const addText = db.prepare<[number, string]>('INSERT INTO draft_search (rowid, text) VALUES (?, ?)');
const removeText = db.prepare<[number]>('DELETE FROM draft_search WHERE rowid = ?');
const read = db.prepare<[number, number], Article>(
  'SELECT id, record FROM drafts WHERE id > ? ORDER BY id LIMIT ?',
);
const keep = db.prepare<[number, number, string]>('INSERT INTO kept VALUES (?, ?, ?)');
const update = db.prepare<[string, string, string, number]>(
  'UPDATE drafts SET title = ?, updated_at = ?, record = ? WHERE id = ?',
);

const random = randomFrom(20260101);
for (let from = 0; from < drafts; from += recordsPerTransaction) {
  db.transaction(() => {
    for (let n = from; n < from + recordsPerTransaction; n++) {
      const record = variedArticle(n, random);
      const { title, year, abstract, identifier, link } = record.bibjson as unknown as Fields;
      const [doi, url] = [identifier[0]!.id, link[0]!.url];
      insert.run(n + 1, title, year, doi, url, '2026', JSON.stringify(record));
      addText.run(n + 1, `${title}\n${doi}\n${abstract}`);
    }
  })();
}

/** Seconds to change the records with `change`, whose title or volume it replaces. */
function timeOf(step: number, field: 'title' | 'volume'): number {
  const begun = performance.now();
  for (let after = 0; ; ) {
    const rows = read.all(after, recordsPerTransaction);
    if (rows.length === 0) return (performance.now() - begun) / 1000;
    after = rows.at(-1)!.id;
    db.transaction(() => {
      for (const { id, record } of rows) {
        const article = JSON.parse(record) as {
          bibjson: Record<string, string> & { journal: Record<string, string> };
        };
        if (field === 'title') article.bibjson.title = `${article.bibjson.title} edited`;
        else article.bibjson.journal.volume = 'edited';
        keep.run(step, id, record);
        update.run(article.bibjson.title!, `2026-${step}`, JSON.stringify(article), id);
        if (field !== 'title') continue;
        removeText.run(id);
        addText.run(id, `${article.bibjson.title}\n${article.bibjson.abstract}`);
      }
    })();
  }
}

const seconds = [timeOf(1, 'volume'), timeOf(2, 'title')];
db.close();
process.send?.(seconds);
