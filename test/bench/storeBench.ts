import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { surveyDrafts } from '../../src/main/outbox/articles/planning/survey.ts';
import { unrestrictedSending } from '../../src/main/outbox/bulkSending.ts';
import { createAccountStore } from '../../src/main/store/accounts/accountStore.ts';
import { type Db, openDatabase } from '../../src/main/store/database.ts';
import { draftColumns } from '../../src/main/store/drafts/draftColumns.ts';
import { createDraftIndex } from '../../src/main/store/drafts/draftIndex.ts';
import { createDraftLists } from '../../src/main/store/drafts/draftLists.ts';
import { createDraftReading, type DraftReading } from '../../src/main/store/drafts/draftReading.ts';
import { createDraftStore } from '../../src/main/store/drafts/draftStore.ts';
import { createDraftWriter } from '../../src/main/store/drafts/draftWriter.ts';
import { createSendCandidates } from '../../src/main/store/uploads/sendCandidates.ts';
import type { DraftFilter, DraftSort } from '../../src/shared/draft/draft.ts';
import { facetNames } from '../../src/shared/draft/facets.ts';
import { workerFiles } from '../helpers/programFiles.ts';
import { account } from '../helpers/storeParts.ts';
import type { Baseline, BenchRow } from './importBench.ts';
import { randomFrom, variedArticle } from './variedArticles.ts';
import { at as shareOf } from './watch.ts';

const drafts = 100_000;
/** The same drafts repeated, without abstracts and records, which neither lists nor title searches read. */
const copies = 9;
const abstractWords = 100;
const at = '2026-02-01T00:00:00.000Z';
const newest: DraftSort = { by: 'updated', direction: 'desc' };

/**
 * Searches, lists and counts 100,000 and 1,000,000 drafts, as the application does in the main thread or a worker, and
 * plans the sending of 100,000; compared with bare statements on the same database.
 */
export async function storeBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
  const file = join(folder, 'colophon.db');
  const db = openDatabase(file, { durable: false });
  createAccountStore(db).insert(account);
  const worker = workerFiles.draftWorker;
  const reading = createDraftReading(db, createDraftLists(db), { worker, file });
  try {
    addDrafts(db);
    const rows = [...(await readingRows(db, reading, drafts)), ...(await planRows(db))];
    copyDrafts(db);
    return [...rows, ...(await readingRows(db, reading, drafts * (copies + 1)))];
  } finally {
    await reading.end();
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds of a read, while the event loop is monitored. */
type TimeReading = (work: () => unknown) => Promise<number>;

/** How long reading lists of this many drafts takes, and how long it blocks the main thread. */
async function readingRows(db: Db, reading: DraftReading, count: number): Promise<BenchRow[]> {
  const isMany = count > drafts;
  let longest = 0;
  const timeReading = async (work: () => unknown) => {
    const hold = watchHolds();
    const took = await timeOf(work);
    longest = Math.max(longest, hold.end());
    return took;
  };
  const lists = await listRows(db, reading, timeReading, count, isMany ? 600 : 60);
  const facets = isMany ? [] : await facetRows(db, reading, timeReading);
  const searches = await searchRows(db, reading, timeReading, count, isMany ? 300 : 30);
  return [
    ...searches,
    ...lists,
    ...facets,
    row(
      `All of this of ${count.toLocaleString('en-GB')} drafts: longest hold of the main event loop`,
      longest,
      100,
      isMany ? 'read in a thread' : 'read where it is asked',
      'none',
    ),
  ];
}

function addDrafts(db: Db): void {
  const writer = createDraftWriter(db, { textsAtOnce: 500 });
  const random = randomFrom(20260101);
  const context = { dialect: '3.0.1' as const, journals: null, now: new Date(at) };
  const addSome = db.transaction((from: number, to: number) => {
    for (let n = from; n < to; n++) {
      const draft = draftColumns(variedArticle(n, random, { abstractWords }), context);
      writer.insert({ accountId: account.id, draft, at: new Date(Date.parse(at) + n * 1000).toISOString() });
    }
    writer.writeTexts();
  });
  for (let n = 0; n < drafts; n += 2_000) addSome(n, n + 2_000);
}

function copyDrafts(db: Db): void {
  const names = db
    .prepare<[], string>(
      `SELECT name FROM pragma_table_info('drafts') WHERE name NOT IN ('id', 'record', 'updated_at')`,
    )
    .pluck()
    .all();
  const columns = names.join(', ');
  for (let copy = 1; copy <= copies; copy++) {
    // With the same ones, all of them would be articles that somebody has to decide about.
    const values = names.map((name) => (/^(?:doi|url)_key$/.test(name) ? `${name} || '/${copy}'` : name));
    db.exec(`BEGIN;
      INSERT INTO drafts (id, record, updated_at, ${columns})
        SELECT id + ${copy * drafts}, '{}', replace(updated_at, '2026', '20${26 - copy}'), ${values.join(', ')} FROM drafts WHERE id <= ${drafts};
      INSERT INTO draft_summary_search (rowid, text)
        SELECT id, title || ' ' || authors || ' ' || doi FROM drafts WHERE id > ${copy * drafts};
      COMMIT`);
  }
}

/** Typical input, letter by letter: titles, a DOI, an author; then one-letter words, no match, and everything. */
function typedQueries(db: Db): string[] {
  const texts = db
    .prepare<[], { title: string; doi: string; authors: string }>(
      'SELECT title, doi, authors FROM drafts WHERE id IN (17, 40017, 90017)',
    )
    .all();
  const typed = [
    ...texts.map(({ title }) => title.slice(0, 30)),
    texts[0]!.doi,
    texts[1]!.authors.slice(0, 15),
  ];
  const prefixes = typed.flatMap((text) => Array.from(text, (_, n) => text.slice(0, n + 1)));
  const letters = ['c', 'c d', 'c d f', 'c d f g', 'c d f g h', 'c d f g h l', 'c d f g h l m'];
  return [...prefixes, ...letters, 'zzzz', 'no such words', '10', '2'];
}

async function searchRows(
  db: Db,
  reading: DraftReading,
  timeReading: TimeReading,
  count: number,
  goal: number,
): Promise<BenchRow[]> {
  const queries = typedQueries(db);
  const page: number[] = [];
  for (const text of queries) {
    page.push(await timeReading(() => reading.list(account.id, { text }, newest, { offset: 0, limit: 100 })));
  }
  const plain = await bareTimes(db, queries);
  return [
    row(
      `Search as you type over ${count.toLocaleString('en-GB')} drafts, 95th percentile`,
      shareOf(page, 0.95),
      goal,
      `a plain full-text query of the same table takes ${shareOf(plain, 0.95).toFixed(1)} ms; median ${shareOf(page, 0.5).toFixed(1)} against ${shareOf(plain, 0.5).toFixed(1)} ms; ${queries.length} texts`,
    ),
  ];
}

async function bareTimes(db: Db, queries: readonly string[]): Promise<number[]> {
  const bare = db
    .prepare<[string], number>('SELECT rowid FROM draft_search WHERE draft_search MATCH ?')
    .pluck();
  const times: number[] = [];
  for (const text of queries) {
    const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
    const query = words.map((word) => `"${word}"*`).join(' AND ');
    times.push(await timeOf(() => (query === '' ? [] : bare.all(query))));
  }
  return times;
}

async function listRows(
  db: Db,
  reading: DraftReading,
  timeReading: TimeReading,
  count: number,
  goal: number,
): Promise<BenchRow[]> {
  const of = `of ${count.toLocaleString('en-GB')} drafts`;
  const store = createDraftStore(db);
  const page = (sort: DraftSort, offset: number) =>
    timeReading(() => reading.list(account.id, {}, sort, { offset, limit: 100 }));
  const opening = await page(newest, 0);
  const orders: number[] = [];
  for (const by of ['title', 'journal', 'year', 'readiness', 'sync'] as const) {
    for (const direction of ['asc', 'desc'] as const) orders.push(await page({ by, direction }, 0));
  }
  const deep: number[] = [];
  for (const share of [0.25, 0.5, 0.75, 0.999]) deep.push(await page(newest, Math.floor(count * share)));
  const filters: DraftFilter[] = [
    {},
    { readiness: ['ready'] },
    { list: 'missing-orcid' },
    { sync: ['never', 'changed'] },
    { trashed: true },
  ];
  const counts: number[] = [];
  for (const filter of filters) counts.push(await timeReading(() => reading.facets(account.id, filter)));
  const read: number[] = [];
  for (let n = 0; n < 50; n++) read.push(await timeOf(() => store.get(1 + n * 1_900)));
  const bare = db.prepare<[string]>('SELECT count(*) FROM drafts WHERE account_id = ? AND staged = 0');
  const counting = await timeOf(() => bare.get(account.id));
  const yardstick = `counting them in the same table by an index takes ${counting.toFixed(1)} ms`;
  return [
    row(`Open the list ${of}`, opening, count > drafts ? goal : 50, yardstick),
    row(`Sort the list ${of} in the slowest of five orders, both ways`, Math.max(...orders), goal, yardstick),
    row(`Go deep into the list ${of}, slowest of four places`, Math.max(...deep), goal / 2, yardstick),
    row(`Count by each filter ${of}, slowest of ${filters.length}`, Math.max(...counts), goal, yardstick),
    row(
      `Open one ${of}, 95th percentile`,
      shareOf(read, 0.95),
      10,
      `${shareOf(read, 0.5).toFixed(2)} ms at the median`,
      'none',
    ),
  ];
}

/** How long each facet takes: when it is first read, with another filter each time, and after a draft was saved. */
async function facetRows(db: Db, reading: DraftReading, timeReading: TimeReading): Promise<BenchRow[]> {
  const few = { search: '', limit: 8 };
  const store = createDraftStore(db);
  const context = { dialect: '3.0.1' as const, journals: null, now: new Date(at) };
  const first: number[] = [];
  const next: number[] = [];
  const saved: number[] = [];
  const asking = (facet: (typeof facetNames)[number], filter: DraftFilter, search = '') =>
    timeReading(() => reading.facetValues(account.id, filter, facet, { ...few, search }));
  // All of them before the others, whose filters read several.
  for (const facet of facetNames) first.push(await asking(facet, {}));
  for (const facet of facetNames) {
    const ask = (filter: DraftFilter, search = '') => asking(facet, filter, search);
    const { values } = await reading.facetValues(account.id, {}, facet, few);
    next.push(await ask({}));
    for (const { value } of values.slice(0, 3)) {
      next.push(await ask({ [facet]: [value] }), await ask({ not: { [facet]: [value] } }));
      next.push(await ask({ year: ['2024'], not: { missing: ['abstract'] }, text: 'c' }));
    }
    next.push(await ask({}, 'an'));
    const { id, version, record } = store.get(17);
    store.save({ id, version, draft: draftColumns(record, context), at });
    saved.push(await ask({}));
  }
  const bare = db.prepare(
    `SELECT value, count(*) FROM drafts, json_each(record, '$.bibjson.author') GROUP BY value ->> 'name'`,
  );
  const counting = await timeOf(() => bare.all());
  const yardstick = `counting the authors of the same records with json_each takes ${counting.toFixed(0)} ms`;
  const of = `of ${drafts.toLocaleString('en-GB')} drafts`;
  return [
    row(
      `Count the values of a facet ${of}, slowest of ${next.length}`,
      Math.max(...next),
      100,
      `${yardstick}; median ${shareOf(next, 0.5).toFixed(1)} ms`,
    ),
    row(`The same after a draft was saved, slowest of ${saved.length}`, Math.max(...saved), 100, yardstick),
    row(
      `The same when a facet is first read, slowest of ${first.length}`,
      Math.max(...first),
      1_000,
      yardstick,
    ),
  ];
}

async function planRows(db: Db): Promise<BenchRow[]> {
  const name = `Plan the sending of ${drafts.toLocaleString('en-GB')} drafts`;
  const candidates = createSendCandidates(db);
  const ids = createDraftIndex(db).select(account.id, { filter: {}, except: [] }, false);
  const read = db.prepare<[number]>('SELECT hash, doi_key, url_key FROM drafts WHERE id = ?');
  const bare = await timeOf(() => {
    for (const id of ids) read.get(id);
  });
  const hold = watchHolds();
  const started = performance.now();
  const { sendable } = await surveyDrafts(
    {
      candidates,
      context: () => ({ dialect: '3.0.1', journals: null, now: new Date(at) }),
      remoteCache: { of: () => [] },
      sending: unrestrictedSending,
    },
    { accountId: account.id, ids, includeUnchanged: false, batchBytes: 600_000, takesSnapshots: true },
  );
  const seconds = (performance.now() - started) / 1000;
  const longest = hold.end();
  if (sendable.length !== drafts) throw new Error(`Only ${sendable.length} drafts would be sent.`);
  const yardstick = `reading three columns of each one by one from the same table takes ${(bare / 1000).toFixed(2)} s`;
  return [
    { name, value: seconds, unit: 's', goal: 1.2, better: 'lower', yardstick, baseline: 'our tables' },
    row(
      `${name}: longest hold of the main event loop`,
      longest,
      50,
      'watched at every turn of the loop',
      'none',
    ),
  ];
}

/** Measures at every turn of the event loop how long it was blocked. */
function watchHolds(): { end(): number } {
  let last = performance.now();
  let longest = 0;
  let isOver = false;
  const watch = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(watch);
  };
  setImmediate(watch);
  return {
    end() {
      isOver = true;
      return Math.max(longest, performance.now() - last);
    },
  };
}

async function timeOf(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function row(
  name: string,
  value: number,
  goal: number,
  yardstick: string,
  baseline: Baseline = 'our tables',
): BenchRow {
  return { name, value, unit: 'ms', goal, better: 'lower', yardstick, baseline };
}
