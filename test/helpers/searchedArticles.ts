import { createArticleParts, type UploadParts } from '../../src/main/outbox/articles/articleParts.ts';
import { createItemSteps } from '../../src/main/outbox/articles/sending/itemSteps.ts';
import { createDraftSync } from '../../src/main/store/drafts/draftSync.ts';
import { createDraftWriter } from '../../src/main/store/drafts/draftWriter.ts';
import { createVersionStore } from '../../src/main/store/drafts/versionStore.ts';
import { createRequestStore } from '../../src/main/store/uploads/requestStore.ts';
import type { NewItem } from '../../src/main/store/uploads/uploadRows.ts';
import { createUploadStore } from '../../src/main/store/uploads/uploadStore.ts';
import { storedContentHash } from '../../src/shared/article/storedContent.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { ManualClock } from './manualClock.ts';
import { startScriptedServer } from './scriptedServer.ts';
import { account, derive } from './storeParts.ts';
import { openTestAccess } from './testClient.ts';

const at = '2026-01-01T00:00:00.000Z';

/** What a search finds: hits, of how many in all if they are not all, or the status of a failure. */
export type SearchAnswer = readonly unknown[] | { total: number; results: readonly unknown[] } | number;

/** A hit of the search for a record. */
export function hitOf(record: DraftRecord, id: string, { updated = at } = {}) {
  return { ...record, id, created_date: at, last_updated: updated };
}

/** Rows of the queue of account `a`, a directory whose search answers as the test says, and a clock that the test sets. */
export async function openSearchedArticles() {
  const clock = new ManualClock();
  const directory = { find: (_query: string): SearchAnswer => [] };
  const server = await startScriptedServer(({ url }, response) => {
    const found = directory.find(queryOf(url));
    const status = typeof found === 'number' ? found : 200;
    const body = Array.isArray(found) ? { total: found.length, results: found } : found;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? body : { error: 'no' }));
  });
  const limits = { perSecond: 10_000, burst: 1_000 };
  const access = openTestAccess({ bases: [`${server.origin}/api/v4/`], key: null, limits });
  const { db, accounts } = access;
  const writer = createDraftWriter(db);
  const uploads = createUploadStore(db);
  const requests = createRequestStore(db);
  const versions = createVersionStore(db);
  const draftSync = createDraftSync(db);
  const settings = { batchBytes: 100_000 };
  const changedDrafts: number[] = [];
  const finished: number[] = [];
  const given = {
    ...{ uploads, versions, draftSync, clock, settings: () => settings, random: () => 0.5 },
    account: accounts.get,
    directory: access.directory,
    pace: {
      indexDelay: 2_500,
      timeoutDelay: 30_000,
      bulkTime: 600_000,
      retry: { first: 2_000, longest: 120_000 },
      idLookup: { first: 3_000, longest: 60_000 },
    },
    progress: {
      draftsChanged: (_accountId: string, ids: readonly number[]) => void changedDrafts.push(...ids),
      finished: (_uploadId: number, count: number) => void finished.push(count),
    },
  };
  const parts = createArticleParts(given as unknown as UploadParts, account.id);
  const rows = db.prepare<[number], QueueRow>(
    `SELECT id, draft_id draftId, state, attempts, batch_cap cap, due_ms dueMs, outcome, remote_id remoteId, keeping,
       version_id versionId FROM upload_items WHERE upload_id = ? ORDER BY position`,
  );

  return {
    ...{ db, accounts, clock, settings, directory, parts, steps: createItemSteps(parts) },
    ...{ uploads, requests, versions, draftSync, changedDrafts, finished },
    addDraft: (record: DraftRecord) => writer.insert({ accountId: account.id, draft: derive(record), at }),
    editDraft: (id: number, record: DraftRecord) => void writer.update({ id, draft: derive(record), at }),
    /** Queues drafts for a new upload that is running; returns its id. */
    queue(draftIds: readonly number[], more: Partial<NewItem> = {}): number {
      const id = uploads.create({ accountId: account.id, name: '', at });
      const item = { title: '', place: null, doi: '', bytes: 100, plannedHash: '', ...more };
      uploads.addItems(
        id,
        draftIds.map((draftId, position) => ({ draftId, position, ...item })),
        at,
      );
      uploads.setState(id, 'ready', { at });
      uploads.setState(id, 'running', { at });
      return id;
    },
    /** Marks the queued records of an upload as being sent in one request. */
    claim(uploadId: number): void {
      const items = [...uploads.queued(uploadId, clock.monotonic())];
      const about = { method: 'POST', address: 'bulk/articles', bytes: 1, records: items.length };
      const requestId = requests.begin({ accountId: account.id, uploadId, at, ...about });
      for (const { id, hash, record, doiKey, urlKey, bytes } of items) {
        const content = storedContentHash(JSON.parse(record!));
        uploads.claim({ id, requestId, hash, content, doiKey, urlKey, bytes }, at);
      }
    },
    rows: (uploadId: number) => rows.all(uploadId),
    /** The queries of all searches so far. */
    searches: () => server.seen.map(({ url }) => queryOf(url)),
    addresses: () => server.seen.map(({ url }) => url),
    async close() {
      await access.close();
      await server.stop();
    },
  };
}

export type SearchedArticles = Awaited<ReturnType<typeof openSearchedArticles>>;

interface QueueRow {
  id: number;
  draftId: number;
  state: string;
  attempts: number;
  cap: number;
  dueMs: number;
  outcome: string | null;
  remoteId: string | null;
  keeping: string;
  versionId: number | null;
}

function queryOf(url: string): string {
  const { pathname } = new URL(url, 'http://directory');
  return decodeURIComponent(pathname.slice(pathname.lastIndexOf('/search/articles/') + 17));
}
