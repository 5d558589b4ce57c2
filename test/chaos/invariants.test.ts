import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  article,
  foreignArticle,
  goodKey,
  startTestDirectory,
  type TestDirectory,
} from '../helpers/testDirectory.ts';
import { openTestServices, type TestServices } from '../helpers/testServices.ts';
import type { DirectoryState } from './directories.ts';
import { checkAcknowledged } from './invariants/checkAcknowledged.ts';
import { type Counted, checkCounts } from './invariants/checkCounts.ts';
import { checkDirectory } from './invariants/checkDirectory.ts';
import { checkLimit } from './invariants/checkLimit.ts';
import { checkFile, checkStates, checkSteps, watchSteps } from './invariants/checkSteps.ts';
import { checkLog, checkSecrets } from './invariants/checkTexts.ts';
import { createModel, factOf, type Model } from './model.ts';
import { seeded } from './seeded.ts';

// Every check that chaos relies on must fail for a fault planted by hand.

let directory: TestDirectory;
let world: TestServices;
let folder: string;
let db: Database.Database;
let ids: number[];
let model: Model;
let there: DirectoryState;
let counted: Counted;

beforeAll(async () => {
  directory = await startTestDirectory();
  world = await openTestServices({ directory: directory.directory, key: goodKey });
  const { accountId } = world;
  watchSteps(world.db);
  const records = [article(1), article(2), article(3), foreignArticle(4), article(5)];
  ids = world.addDrafts(records);
  model = createModel();
  for (const [index, id] of ids.entries()) model.drafts.set(id, factOf(accountId, records[index]!));
  const { id } = await world.send(ids.slice(0, 4));
  await world.until(id, ({ state }) => state === 'done');
  const facets = await world.handlers['drafts.facets']({ accountId, filter: { trashed: false } });
  const uploads = await world.handlers['uploads.list']({ accountId });
  const applications = await world.handlers['applications.counts']({ accountId });
  counted = { accountId, facets, listed: facets.total, uploads, applications };
  await world.close();
  const state = await fetch(`${directory.origin}/_sandbox/state?only=articles,applications`);
  there = (await state.json()) as DirectoryState;
});
afterAll(async () => {
  world.remove();
  await directory.stop();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-invariants-'));
  const clean = new Database(join(world.folder, 'colophon.db'), { readonly: true });
  writeFileSync(join(folder, 'colophon.db'), clean.serialize());
  clean.close();
  db = new Database(join(folder, 'colophon.db'));
  return () => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  };
});

const all = () => [
  ...checkFile(db),
  ...checkSteps(db),
  ...checkStates(db),
  ...checkAcknowledged(db, model),
  ...checkCounts(db, counted),
  ...checkDirectory(db, world.accountId, there),
];

test('a correct history passes every check', () => {
  expect(all()).toEqual([]);
  expect(there.articles).toHaveLength(3);
});

describe('finds a planted fault:', () => {
  test.each<[string, string, string]>([
    ['a row deleted by hand', 'DELETE FROM drafts WHERE id = 5', 'Draft 5 is lost.'],
    [
      'a content that nobody saved',
      `UPDATE drafts SET record = '{"bibjson":{}}' WHERE id = 5`,
      'Draft 5 differs from the saved content',
    ],
    [
      'a draft in the trash',
      `UPDATE drafts SET trashed_at = '2026' WHERE id = 5`,
      'Draft 5 is in the trash.',
    ],
    ['a draft that is hidden again', 'UPDATE drafts SET staged = 1 WHERE id = 5', 'Draft 5 is hidden.'],
    [
      'a draft that has no origin',
      `CREATE TEMP TABLE one AS SELECT * FROM drafts WHERE id = 5; UPDATE one SET id = 99, record = '{}';
       INSERT INTO drafts (id, ${draftColumns()}) SELECT 99, ${draftColumns()} FROM one`,
      'Draft 99 has no origin',
    ],
    [
      'an item in an impossible state',
      `UPDATE upload_items SET state = 'accepted' WHERE state = 'done' AND position = 1`,
      'went from done to accepted.',
    ],
    [
      'an item that is sent by nobody',
      `DROP TRIGGER chaos_item; UPDATE upload_items SET state = 'sending' WHERE position = 1`,
      'is still being sent.',
    ],
    [
      'an upload that restarted',
      `UPDATE uploads SET state = 'reading'`,
      'The upload 1 went from done to reading.',
    ],
    [
      'a refusal without a reason',
      `UPDATE upload_items SET refusal = NULL WHERE state = 'refused'`,
      'is refused without a reason.',
    ],
    [
      'a draft that waits for no upload',
      `UPDATE drafts SET sync = 'queued' WHERE id = 5`,
      'The draft 5 is queued, and no upload has it.',
    ],
    [
      'a count that is wrong',
      'DELETE FROM upload_items WHERE position = 1',
      'Items of upload 1: 4 shown, 3 stored.',
    ],
    [
      'a draft marked as sent that does not exist',
      `UPDATE drafts SET remote_id = 'elsewhere' WHERE id = 1`,
      'Draft 1 is marked as sent as elsewhere, which is not there.',
    ],
    [
      'a draft marked as refused that exists',
      `UPDATE drafts SET sync = 'refused', sent_hash = NULL WHERE id = 2`,
      'Draft 2 is marked as refused, but the directory has it',
    ],
    [
      'an article that no upload knows of',
      'DELETE FROM upload_items WHERE position = 2',
      'is at the directory, and no upload knows of it.',
    ],
    [
      'an account that left something behind',
      `PRAGMA foreign_keys = OFF; DELETE FROM accounts`,
      'rows of drafts belong to an account that is gone.',
    ],
    [
      'a row without its parent',
      `PRAGMA foreign_keys = OFF; INSERT INTO request_items VALUES (7777, 8888)`,
      'foreign_key_check',
    ],
    [
      'a draft that search cannot find',
      'DELETE FROM draft_search WHERE rowid = 5',
      'not in the full-text index',
    ],
    [
      'a half accepted import',
      `INSERT INTO imports (id, account_id, name, state, size, created, created_at) SELECT 1, id, 'a', 'accepted', 1, 2, '2026' FROM accounts;
       UPDATE drafts SET import_id = 1 WHERE id = 5`,
      'Import 1 made 2 drafts, but 1 exist.',
    ],
  ])('%s', (_name, sql, words) => {
    model.imports.clear();
    if (sql.includes('INTO imports')) {
      model.imports.set(1, { accountId: world.accountId, places: [], accepted: true, over: false });
    }
    db.exec(sql);
    expect(all().join('\n')).toContain(words);
    model.imports.clear();
  });

  test('an article under two ids', () => {
    const twice = { ...there, articles: [...there.articles, { ...there.articles[0]!, id: 'another' }] };
    expect(checkDirectory(db, world.accountId, twice).join()).toContain('under two ids');
  });

  test('an article with other content in the directory', () => {
    const [first, ...rest] = there.articles;
    const changed = { ...first!, bibjson: { ...first!.bibjson, title: 'Something else' } };
    const found = checkDirectory(db, world.accountId, { ...there, articles: [changed, ...rest] });
    expect(found.join()).toContain('the directory has "Something else"');
  });

  test('two applications created from one', () => {
    const application = {
      id: 'one',
      admin: { application_status: 'pending' },
      bibjson: { ref: { aims_scope: 'https://j.example.org/about/stamp-7' } },
    };
    const applications = [application, { ...application, id: 'two' }];
    const found = checkDirectory(db, world.accountId, { ...there, applications });
    expect(found.join()).toContain('two open applications');
    const decided = [application, { ...application, id: 'two', admin: { application_status: 'rejected' } }];
    expect(checkDirectory(db, world.accountId, { ...there, applications: decided })).toEqual([]);
  });

  test('a burst over the limit', () => {
    const limit = { supply: [{ from: 0, perSecond: 2 }], burst: 5 };
    const at = (times: number[]) => times.map((ms) => ({ from: ms, to: ms }));
    const steady = [0, 0, 0, 0, 0, 500, 1000, 1500, 6000, 6000, 6000, 6000, 6000];
    expect(checkLimit(at(steady), limit, 'left')).toEqual([]);
    expect(checkLimit(at([...steady, 6100]), limit, 'left').join()).toContain('over the limit');
    expect(checkLimit(at([0, 0, 0, 0, 0, 0]), limit, 'left').join()).toContain('6 requests left within');
  });

  test('a burst over a lowered limit', () => {
    const burst = 5;
    const supply = [
      { from: 0, perSecond: 2 },
      { from: 10_000, perSecond: 0.5 },
    ];
    const every = (ms: number, from: number, to: number) =>
      Array.from({ length: (to - from) / ms }, (_, index) => ({
        from: from + index * ms,
        to: from + index * ms,
      }));
    const slower = [...every(500, 0, 10_000), ...every(2000, 10_000, 60_000)];
    expect(checkLimit(slower, { supply, burst }, 'left')).toEqual([]);
    expect(checkLimit(every(500, 0, 20_000), { supply, burst }, 'left').join()).toContain('over the limit');
  });

  test('a request that was delayed on its way does not count against those behind it', () => {
    const limit = { supply: [{ from: 0, perSecond: 1 }], burst: 1 };
    expect(
      checkLimit(
        [
          { from: 0, to: 1000 },
          { from: 1000, to: 1000 },
        ],
        limit,
        'left',
      ),
    ).toEqual([]);
  });

  test('a key in a file or an export', () => {
    expect(checkSecrets(folder, ['title,doi'], [goodKey])).toEqual([]);
    expect(checkSecrets(folder, [`https://example.org/?api_key=${goodKey}`], [goodKey])).toHaveLength(1);
    writeFileSync(join(folder, 'colophon.log'), `{"address":"${goodKey}"}`);
    expect(checkSecrets(folder, [], [goodKey]).join()).toContain('colophon.log');
  });

  test('an error in the log, except for a full disk', () => {
    const file = join(folder, 'colophon.log');
    writeFileSync(file, '{"level":"info","event":"a"}\n');
    const from = 0;
    expect(checkLog(file, { wasFull: false, from })).toEqual([]);
    appendFileSync(file, '{"level":"error","event":"upload","error":{"code":"SQLITE_FULL"}}\n');
    expect(checkLog(file, { wasFull: true, from })).toEqual([]);
    expect(checkLog(file, { wasFull: false, from })).toHaveLength(1);
    appendFileSync(file, '{"level":"error","event":"call.bug"}\n');
    expect(checkLog(file, { wasFull: true, from })).toHaveLength(1);
  });
});

test('the same seed gives the same random numbers, and another seed gives others', () => {
  const numbers = (seed: number) => {
    const random = seeded(seed);
    return Array.from({ length: 20 }, () => random.int(0, 1000));
  };
  expect(numbers(7)).toEqual(numbers(7));
  expect(numbers(7)).not.toEqual(numbers(8));
});

/** Every writable column of a draft except its id. */
function draftColumns(): string {
  return [
    'account_id, kind, version, title, authors, journal, journal_key, year, doi, has_orcid, has_identifier, readiness',
    'errors, warnings, ignored, hash, sync, notes, staged, created_at, updated_at, record',
  ].join(', ');
}
