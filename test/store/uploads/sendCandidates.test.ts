import { expect, onTestFinished, test } from 'vitest';
import { surveyDrafts } from '../../../src/main/outbox/articles/survey.ts';
import { unrestrictedSending } from '../../../src/main/outbox/bulkSending.ts';
import { openDatabase } from '../../../src/main/store/database.ts';
import { createDraftRecheck } from '../../../src/main/store/drafts/draftRecheck.ts';
import { createSendCandidates } from '../../../src/main/store/uploads/sendCandidates.ts';
import { articleToWire } from '../../../src/shared/article/article.ts';
import {
  account,
  article,
  context,
  insertFirstAccount,
  insertFirstDraft,
  journal,
  openStores,
  planOf,
  temporaryFolder,
} from '../../helpers/storeParts.ts';
import { testScope } from '../../helpers/testScope.ts';

test('a draft of the previous version has its wire size at once, and in its row after the recheck', async () => {
  const file = `${temporaryFolder()}/colophon.db`;
  const before = openDatabase(file, { upTo: 5 });
  insertFirstAccount(before);
  const id = insertFirstDraft(before);
  const row = before.prepare('SELECT * FROM drafts').get() as { record: string };
  before.close();
  const db = openDatabase(file);
  onTestFinished(() => void db.close());
  expect(db.prepare('SELECT * FROM drafts').get()).toEqual({
    ...row,
    wire_bytes: 0,
    sent_after_comparison: 0,
    origin_version: 1,
    review: null,
    assignee: null,
  });
  const record = article({ title: 'Über Motten' });
  db.prepare('UPDATE drafts SET record = ?, errors = 0, doi_key = ?').run(
    JSON.stringify(record),
    '10.1234/moths.1',
  );
  const bytes = Buffer.byteLength(JSON.stringify(articleToWire(record, account.dialect)));
  const candidates = createSendCandidates(db);
  const survey = () =>
    surveyDrafts(
      { candidates, context: () => context, remoteCache: { of: () => [] }, sending: unrestrictedSending },
      { accountId: 'a', ids: [id], includeUnchanged: false, batchBytes: 10_000, takesSnapshots: true },
    );
  expect((await survey()).sendable).toMatchObject([{ draftId: id, bytes }]);
  const scope = testScope();
  const recheck = createDraftRecheck({
    db,
    accountStore: { get: () => account },
    journalStore: { cards: () => [journal()] },
    clock: { now: () => Date.parse('2026-02-02T00:00:00.000Z') },
    publish: () => {},
    scope,
  });
  recheck.resume();
  await scope.idle();
  expect(candidates.read([id])).toMatchObject([{ wireBytes: bytes }]);
  expect((await survey()).sendable).toMatchObject([{ draftId: id, bytes }]);
});

test('drafts are read in the requested order without the trash, and know whether they have a duplicate', async () => {
  const { db, draftStore, add } = openStores();
  const doi = (id: string) => article({ identifier: [{ type: 'doi', id }], link: [] });
  const [one, other, alone, gone] = ['10.1/a', '10.1/A', '10.1/b', '10.1/c'].map((id) => add(doi(id)));
  await draftStore.trash('a', { ids: [gone!] }, '2026-02-02T00:00:00.000Z');
  const read = createSendCandidates(db).read([alone!, gone!, other!, one!]);
  expect(read.map(({ id, hasDouble }) => [id, hasDouble])).toEqual([
    [alone, false],
    [other, true],
    [one, true],
  ]);
});

test('no statement of a plan scans the table of drafts', () => {
  const { db } = openStores();
  const statements: string[] = [];
  const spy = new Proxy(db, {
    get: (target, name) => {
      if (name !== 'prepare') return Reflect.get(target, name) as unknown;
      return (sql: string) => {
        statements.push(sql);
        return target.prepare(sql);
      };
    },
  });
  createSendCandidates(spy);
  expect(statements).toHaveLength(9);
  for (const sql of statements) {
    const plan = planOf(db, sql);
    expect(plan, sql).not.toMatch(/SCAN (d|o|drafts)\b/);
    expect(plan, sql).toMatch(/SEARCH (d|drafts|draft_facets) USING/);
  }
});
