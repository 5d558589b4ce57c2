import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createAccountStore } from '../../src/main/store/accounts/accountStore.ts';
import { createProfileStore } from '../../src/main/store/accounts/profileStore.ts';
import { type Db, openDatabase } from '../../src/main/store/database.ts';
import { type DerivedDraft, draftColumns } from '../../src/main/store/drafts/draftColumns.ts';
import { createDraftStore } from '../../src/main/store/drafts/draftStore.ts';
import { createDraftSync } from '../../src/main/store/drafts/draftSync.ts';
import { createDraftWriter, type NewDraft } from '../../src/main/store/drafts/draftWriter.ts';
import { createJournalStore } from '../../src/main/store/journals/journalStore.ts';
import { createLinkCheckStore } from '../../src/main/store/links/linkCheckStore.ts';
import type { ArticleContext } from '../../src/shared/article/articleRules.ts';
import type { Account } from '../../src/shared/directory/account.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import type { JournalView } from '../../src/shared/journal/journal.ts';
import { provideDatabase } from './provideDatabase.ts';

/** A folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const account: Account = {
  id: 'a',
  name: 'Acme Press',
  kind: 'directory',
  base: 'http://127.0.0.1:1/api/v4/',
  dialect: '4.0',
  rate: 2,
  username: '',
  key: 'missing',
  createdAt: '2026-01-01T00:00:00.000Z',
};

export const context: ArticleContext = {
  dialect: '4.0',
  journals: null,
  now: new Date('2026-03-01T00:00:00Z'),
};

/** The list columns of a record, checked with the known journals. */
export function derive(record: DraftRecord, journals: ArticleContext['journals'] = null): DerivedDraft {
  return draftColumns(record, { ...context, journals });
}

/** A database on disk with an account `a`, its stores, and shortcuts that create drafts. */
export function openStores() {
  const file = provideDatabase(temporaryFolder());
  const db = openDatabase(file);
  onTestFinished(() => void db.close());
  return { file, ...storesOf(db) };
}

/** The stores of a new database, with an account `a`. */
export function storesOf(db: Db) {
  const accountStore = createAccountStore(db);
  accountStore.insert(account);
  const writer = createDraftWriter(db);
  const insertImport = db.prepare(
    `INSERT INTO imports (account_id, name, state, size, created_at) VALUES ('a', ?, 'accepted', 1, '2026')`,
  );
  /** Adds a draft and returns its id. */
  const add = (record: DraftRecord, more: Partial<NewDraft> = {}) =>
    writer.insert({ accountId: 'a', draft: derive(record), at: '2026-02-01T00:00:00.000Z', ...more });
  return {
    db,
    accountStore,
    profileStore: createProfileStore(db),
    draftStore: createDraftStore(db),
    journalStore: createJournalStore(db),
    linkChecks: createLinkCheckStore(db),
    sync: createDraftSync(db),
    writer,
    add,
    /** Adds the same draft many times, in one transaction. */
    addMany: db.transaction((count: number, record: DraftRecord, more: Partial<NewDraft> = {}) =>
      Array.from({ length: count }, () => add(record, more)),
    ),
    addImport: (name: string) => Number(insertImport.run(name).lastInsertRowid),
  };
}

/** Adds copies of a draft until there are `count`, each with another DOI key and without an address; returns their ids. */
export function copyDraft(db: Db, id: number, count: number, doiKey = `'10.5555/' || id`): number[] {
  const columns = (db.pragma('table_info(drafts)') as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => name !== 'id')
    .join();
  const copies = db
    .prepare<[number, number], number>(
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       INSERT INTO drafts (${columns}) SELECT ${columns} FROM drafts, numbers WHERE drafts.id = ? AND n > 1 RETURNING id`,
    )
    .pluck()
    .all(count, id);
  const ids = [id, ...copies];
  db.prepare(
    `UPDATE drafts SET doi_key = ${doiKey}, url_key = NULL WHERE id IN (SELECT value FROM json_each(?))`,
  ).run(JSON.stringify(ids));
  return ids;
}

/** Adds a draft of account `a` with the first version's schema and returns its id. */
export function insertFirstDraft(db: Db): number {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO drafts (account_id, title, authors, journal, journal_key, year, doi, has_orcid, has_identifier, readiness,
         errors, warnings, ignored, hash, created_at, updated_at, record)
       VALUES ('a', 'On moths', '', '', '', '2025', '', 0, 0, 'ready', 0, 0, 0, '', '2026', '2026', ?)`,
    )
    .run(JSON.stringify(article()));
  return Number(lastInsertRowid);
}

/** SQLite's query plan of a statement, one step per line. */
export function planOf(db: Db, sql: string): string {
  const explain = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`);
  const named = Object.fromEntries([...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, null]));
  const count = sql.match(/\?/g)?.length ?? 0;
  const rows = Object.keys(named).length > 0 ? explain.all(named) : explain.all(...Array(count).fill(null));
  return rows.map((row) => row.detail).join('\n');
}

/** An article without errors, with the given members replaced. */
export function article(bibjson: DraftRecord = {}): DraftRecord {
  return {
    bibjson: {
      title: 'On moths',
      year: '2025',
      identifier: [
        { type: 'doi', id: '10.1234/moths.1' },
        { type: 'pissn', id: '1234-5679' },
      ],
      author: [{ name: 'Ada Moth', orcid_id: 'https://orcid.org/0000-0002-1825-0097' }],
      journal: {},
      ...bibjson,
    },
  };
}

export function journal(more: Partial<JournalView> = {}): JournalView {
  return {
    id: 'j1',
    title: 'Annals of Lepidoptera',
    publisher: 'Acme Press',
    pissn: '1234-5679',
    eissn: null,
    inDirectory: true,
    mine: true,
    owner: null,
    record: { bibjson: { title: 'Annals of Lepidoptera' } },
    ...more,
  };
}
