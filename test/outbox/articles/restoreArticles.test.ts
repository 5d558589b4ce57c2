import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  listRestore,
  listRestoreOfUpload,
  type RestoreOptions,
  restoreArticle,
  restoreUpload,
  versionInDraft,
} from '../../../src/main/outbox/articles/restoreArticles.ts';
import { confirmedByColleague } from '../../../src/main/platform/plans.ts';
import { createDraftsToCompare } from '../../../src/main/store/comparisons/draftsToCompare.ts';
import { openDatabase } from '../../../src/main/store/database.ts';
import { createVersionStore, type NewVersion } from '../../../src/main/store/drafts/versionStore.ts';
import type { StepRow, UndoStep } from '../../../src/main/store/undo/undoWriter.ts';
import { write } from '../../../src/main/store/write.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import type { UploadVersion } from '../../../src/shared/draft/earlierVersions.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { literal } from '../../../src/shared/message.ts';
import { provideDatabase } from '../../helpers/provideDatabase.ts';
import { account, context, derive, storesOf } from '../../helpers/storeParts.ts';
import { article } from '../../helpers/testDirectory.ts';

const at = '2026-02-01T00:00:00.000Z';
const now = '2026-03-01T00:00:00.000Z';
const folder = mkdtempSync(join(tmpdir(), 'colophon-restore-'));
let stores: ReturnType<typeof storesOf>;
let options: RestoreOptions;
/** The number of transactions so far. */
let transactions: number;

beforeAll(() => {
  stores = storesOf(openDatabase(provideDatabase(folder), { durable: false }));
  stores.accountStore.insert({ ...account, id: 'b' });
});
afterAll(() => {
  stores.db.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  stores.db.exec('DELETE FROM drafts; DELETE FROM earlier_versions');
  transactions = 0;
  options = {
    versions: createVersionStore(stores.db),
    drafts: stores.draftStore,
    alike: createDraftsToCompare(stores.db).alike,
    draftSync: stores.sync,
    transaction: (work) => {
      transactions += 1;
      return write(stores.db, work);
    },
    context: () => context,
    clock: { now: () => Date.parse(now) },
  };
});

const titled = (title: string, more: DraftRecord = {}) => article(1, { title, ...more });
const titleOf = (id: number) => stores.draftStore.get(id).title;
/** A draft of the directory's article `r1`. */
function sentDraft(record = titled('Present')): number {
  const id = stores.add(record);
  const keys = { doiKey: '10.5555/article.1', urlKey: '//j1.example.org/article/1' };
  stores.sync.setSent([{ content: null, id, hash: '', ...keys, remoteId: 'r1', at }]);
  return id;
}
const keep = (version: Partial<NewVersion> = {}) =>
  options.versions.keep({
    ...{ accountId: 'a', kind: 'article', why: 'overwritten', remoteId: 'r1', recordId: 1, uploadId: null },
    ...{ at, title: 'Earlier', content: 'earlier', record: titled('Earlier') },
    ...version,
  });
const replaced = (versionId: number | null, draftId: number, more: Partial<UploadVersion> = {}) =>
  ({
    ...{ itemId: 1, draftId, title: '', state: 'done', outcome: 'overwrote', keeping: 'kept', versionId },
    ...more,
  }) as UploadVersion;
/** What a person does who confirms at once what is listed. */
const restore = (versionId: number, draftId: number) =>
  restoreArticle(options, confirmedByColleague(listRestore(options, versionId, draftId)));
const restoreAll = async (found: UploadVersion[], step = {} as UndoStep) => {
  const { plan, ...listed } = await listRestoreOfUpload(options, 'a', found);
  return { ...listed, ...(await restoreUpload(options, confirmedByColleague(plan), step)) };
};
const versionsOf = (recordId: number) =>
  options.versions
    .ofRecord({ accountId: 'a', kind: 'article', recordId, remoteId: null })
    .filter(({ why }) => why === 'draft');

test('a version keeps what only the draft has, and one of a draft is restored as it was', () => {
  const record = { ...titled('Earlier'), id: 'r1', created_date: at };
  const stored = { id: 1, accountId: 'a', kind: 'article', why: 'overwritten', remoteId: 'r1' } as const;
  const version = { ...stored, recordId: 1, uploadId: null, at, title: '', record };
  const draft = titled('Present', { publisher_note: 'only here' });
  const [merged, taken] = [versionInDraft(version, draft), versionInDraft(version, null)];
  expect(merged.bibjson).toMatchObject({ title: 'Earlier', publisher_note: 'only here' });
  expect(taken.bibjson).toMatchObject({ title: 'Earlier' });
  expect(taken).not.toHaveProperty('created_date');
  expect(versionInDraft({ ...version, why: 'draft' }, draft)).toBe(record);
});

test('the present content of a draft is kept before it is replaced, unless it is the same', () => {
  const id = sentDraft();
  const versionId = keep();
  expect(restore(versionId, id)).toBe(id);
  expect(titleOf(id)).toBe('Earlier');
  const [own] = versionsOf(id);
  expect(versionsOf(id)).toEqual([{ ...own, at: now, title: 'Present', remoteId: 'r1', uploadId: null }]);
  expect(options.versions.get(own!.id)).toMatchObject({ recordId: id, record: titled('Present') });
  expect(restore(versionId, id)).toBe(id);
  expect(versionsOf(id)).toHaveLength(1);
  expect(stores.draftStore.get(id)).toMatchObject({ version: 2, updatedAt: now });
});

test.each([
  ['in the trash', `trashed_at = '${at}'`, 'trashed'],
  ['queued', `sync = 'queued'`, 'queued'],
])('a draft that is %s is left as it is', async (_name, change, reason) => {
  const id = sentDraft();
  stores.db.exec(`UPDATE drafts SET ${change}`);
  const message = { key: `versions.left.${reason}` };
  const versionId = keep();
  expect(() => restore(versionId, id)).toThrow(expect.objectContaining({ code: 'state', problem: message }));
  const result = await restoreAll([replaced(versionId, id)]);
  expect(result).toMatchObject({ recordIds: [], left: [{ recordId: id, title: 'Present', message }] });
  expect(titleOf(id)).toBe('Present');
});

test('a version whose draft is gone is restored in another draft of the article', () => {
  const versionId = keep();
  const id = sentDraft();
  const draft = derive(titled('Foreign'));
  const foreign = stores.writer.insert({ accountId: 'b', draft, at });
  for (const former of [9_999, foreign]) {
    stores.db.prepare('UPDATE drafts SET record = ? WHERE id = ?').run(JSON.stringify(titled('Present')), id);
    expect(restore(versionId, former)).toBe(id);
    expect(titleOf(id)).toBe('Earlier');
  }
  // Without an id of the article, by its DOI or address.
  const content = titled('By its keys');
  const withoutId = keep({ remoteId: null, content: 'keys', record: content });
  expect(restore(withoutId, 9_999)).toBe(id);
  expect([titleOf(id), titleOf(foreign)]).toEqual(['By its keys', 'Foreign']);
});

test.each([
  ['overwritten', 'r1', { sync: 'changed', remoteId: 'r1', sentAt: at }],
  ['draft', null, { sync: 'never', remoteId: null, sentAt: null }],
  ['withdrawn', 'r1', { sync: 'never', remoteId: null, sentAt: null }],
] as const)('a version that was %s becomes a new draft if there is none', async (why, remoteId, draft) => {
  // Another article with the DOI of a deleted one may be the reason why that was deleted.
  const another = why === 'withdrawn' ? [stores.add(titled('Another'))] : [];
  const versionId = keep({ why, remoteId });
  const made = restore(versionId, 9_999);
  expect(stores.draftStore.get(made)).toMatchObject({ title: 'Earlier', updatedAt: now, ...draft });
  expect(another).not.toContain(made);
});

test.each([
  new AppError('too_large', literal('too large')),
  Object.assign(new Error('a bug'), { code: 'not_found' }),
])('an error of reading the draft does not create another one: %s', (error) => {
  const get = () => {
    throw error;
  };
  const versionId = keep();
  const failing = { ...options, drafts: { ...stores.draftStore, get } };
  expect(() => listRestore(failing, versionId, 1)).toThrow(error);
  const listed = { accountId: 'a', items: [{ versionId, draftId: 1, title: '', into: null }] };
  expect(() => restoreArticle(failing, confirmedByColleague(listed))).toThrow(error);
  expect(stores.db.prepare('SELECT count(*) FROM drafts').pluck().get()).toBe(0);
});

test('everything that an upload replaced is restored, and each change can be undone', async () => {
  const id = sentDraft();
  const versionId = keep();
  const other = keep({ remoteId: 'r2', record: article(2, { title: 'Other' }) });
  const rows: unknown[] = [];
  const step = {
    created: (row: StepRow) => void rows.push(row),
    change: (row: StepRow, what: string, change: () => boolean) => {
      const isChanged = change();
      if (isChanged) rows.push([row, what]);
      return isChanged;
    },
  };
  const found = [
    replaced(versionId, id),
    replaced(other, 9_999),
    replaced(null, 3, { outcome: 'created' }),
    replaced(null, 5, { outcome: 'created' }),
    replaced(null, 4),
    // Once is enough.
    replaced(versionId, id, { outcome: 'created' }),
  ];
  const result = await restoreAll(found, step as UndoStep);
  expect(result).toMatchObject({ accountId: 'a', created: 2, unkept: 1, left: [] });
  const [first, made, again] = result.recordIds;
  expect([first, again, titleOf(id), titleOf(made!)]).toEqual([id, undefined, 'Earlier', 'Other']);
  expect(rows).toEqual([[{ source: 'drafts', id }, 'changed'], { source: 'drafts', id: made }]);
});

test('a large upload is restored in small transactions, and lists the first hundred that stay', async () => {
  const ids = Array.from({ length: 101 }, () => stores.add(titled('Present')));
  const found = ids.map((id, at) => replaced(keep({ content: `${at}` }), id));
  stores.db.exec(`UPDATE drafts SET sync = 'queued'`);
  const { left, leftCount, recordIds } = await restoreAll(found);
  expect([left.length, leftCount, recordIds]).toEqual([100, 101, []]);
  stores.db.exec(`UPDATE drafts SET sync = 'changed'`);
  transactions = 0;
  expect((await restoreAll(found, plainStep)).recordIds).toEqual(ids);
  expect(transactions).toBeGreaterThanOrEqual(3);
});

const plainStep = {
  created: () => {},
  change: (_row, _what, change) => change(),
} as Partial<UndoStep> as UndoStep;
