import { onTestFinished } from 'vitest';
import type { AccountWords } from '../../src/main/outbox/accountOutcome.ts';
import { createProgress } from '../../src/main/outbox/articles/progress.ts';
import { createItemSteps } from '../../src/main/outbox/articles/sending/itemSteps.ts';
import { unrestrictedSending } from '../../src/main/outbox/bulkSending.ts';
import { defaultArticlePace as pace } from '../../src/main/outbox/outboxPace.ts';
import { draftColumns } from '../../src/main/store/drafts/draftColumns.ts';
import { createDraftSync } from '../../src/main/store/drafts/draftSync.ts';
import { createDraftWriter } from '../../src/main/store/drafts/draftWriter.ts';
import { createVersionStore } from '../../src/main/store/drafts/versionStore.ts';
import { createRequestStore } from '../../src/main/store/uploads/requestStore.ts';
import { createSendCandidates } from '../../src/main/store/uploads/sendCandidates.ts';
import type { NewItem } from '../../src/main/store/uploads/uploadRows.ts';
import { createUploadStore } from '../../src/main/store/uploads/uploadStore.ts';
import type { ArticleContext } from '../../src/shared/article/articleRules.ts';
import type { EventName, Publish } from '../../src/shared/contract/contract.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { literal } from '../../src/shared/message.ts';
import type { UploadState } from '../../src/shared/upload/uploadStates.ts';
import { ManualClock } from './manualClock.ts';
import { account, journal } from './storeParts.ts';
import { openTestAccess } from './testClient.ts';
import { goodKey } from './testDirectory.ts';

const words: AccountWords = {
  keyMissing: literal('key missing'),
  keyRefused: literal('key refused'),
  version: literal('version retired'),
  address: () => literal('wrong address'),
  maintenance: () => literal('maintenance'),
  lookUp: null,
  snapshot: () => null,
};

const context: ArticleContext = {
  dialect: '4.0',
  journals: [
    journal({ pissn: '1234-5679', eissn: '2345-6787' }),
    journal({ id: 'j2', pissn: '5678-9017', eissn: '6789-0121' }),
    journal({ id: 'j3', pissn: null, eissn: '4567-8901', mine: false }),
  ],
  now: new Date('2026-01-01T00:00:00Z'),
};

/** A row of `upload_items`, as far as tests read it. */
interface ItemRow {
  id: number;
  draft_id: number;
  state: string;
  outcome: string | null;
  remote_id: string | null;
  attempts: number;
  batch_cap: number;
  due_ms: number;
  ticket: string | null;
  refusal: string | null;
  keeping: string;
}

/** The queue of the articles of account `a`, on disk, and everything that its steps need; nothing is sent by itself. */
export function openArticleQueue({
  base = 'http://127.0.0.1:9/api/v4/',
  limits = { perSecond: 10_000, burst: 1_000 },
} = {}) {
  const { db, scope, accounts, directory, close } = openTestAccess({ bases: [base], key: goodKey, limits });
  onTestFinished(close);
  const clock = new ManualClock();
  const received: { name: EventName; data: unknown }[] = [];
  const publish: Publish = (name, data) => void received.push({ name, data });
  const uploads = createUploadStore(db);
  const requests = createRequestStore(db);
  const draftSync = createDraftSync(db);
  const versions = createVersionStore(db);
  const progress = createProgress({
    uploads,
    requests,
    directory,
    clock,
    publish,
    scope,
    every: pace.progress,
  });
  const accountId = account.id;
  const at = () => new Date(clock.now()).toISOString();
  const writer = createDraftWriter(db);
  const addDraft = (record: DraftRecord) =>
    writer.insert({ accountId, draft: draftColumns(record, context), at: at() });
  const set = (table: 'upload_items' | 'drafts') => (id: number, columns: Record<string, unknown>) =>
    void db
      .prepare(
        `UPDATE ${table} SET ${Object.keys(columns).map((name) => `${name} = @${name}`)} WHERE id = @id`,
      )
      .run({ ...columns, id });

  return {
    db,
    clock,
    directory,
    received,
    parts: {
      accountId,
      uploads,
      requests,
      draftSync,
      versions,
      progress,
      clock,
      pace,
      words,
      steps: createItemSteps({ accountId, uploads, draftSync, progress, clock }),
      candidates: createSendCandidates(db),
      sending: unrestrictedSending,
      random: () => 0.5,
      account: accounts.get,
      client: () => directory.client(accountId),
      context: () => context,
      learned: (_profile: object) => undefined,
      dialect: () => '4.0' as const,
      storesLater: () => true,
      batchBytes: () => 1_000_000,
    },
    addDraft,
    setItem: set('upload_items'),
    setDraft: set('drafts'),
    /** Stores an earlier version of a draft's article, as it was at the directory under this id. */
    keepVersion: (recordId: number, remoteId: string) =>
      versions.keep({
        accountId,
        kind: 'article',
        why: 'overwritten',
        uploadId: null,
        at: at(),
        remoteId,
        recordId,
        content: '',
        record: {},
        title: '',
      }),
    /** Queues drafts for an upload in this state and returns its id. */
    queue(
      draftIds: readonly number[],
      { state = 'running', ...more }: Partial<NewItem> & { state?: UploadState } = {},
    ): number {
      const id = uploads.create({ accountId, name: 'Spring', at: at() });
      draftSync.setQueued(draftIds);
      const hashOf = db.prepare<[number], string>('SELECT hash FROM drafts WHERE id = ?').pluck();
      uploads.addItems(
        id,
        draftIds.map((draftId, n) => ({
          draftId,
          position: n + 1,
          title: `Article ${n + 1}`,
          place: null,
          doi: '',
          bytes: 0,
          plannedHash: hashOf.get(draftId)!,
          confirmedHash: hashOf.get(draftId) ?? '',
          ...more,
        })),
        at(),
      );
      for (const next of steps[state]) uploads.setState(id, next, { at: at() });
      return id;
    },
    /** The items of an upload in order. */
    items: (uploadId: number) =>
      db
        .prepare<[number], ItemRow>('SELECT * FROM upload_items WHERE upload_id = ? ORDER BY position')
        .all(uploadId),
    /** The sync states of drafts. */
    syncs: (ids: readonly number[]) => {
      const read = db.prepare<[number], string>('SELECT sync FROM drafts WHERE id = ?').pluck();
      return ids.map((id) => read.get(id));
    },
  };
}

export type ArticleQueue = ReturnType<typeof openArticleQueue>;

/** How an upload comes into each state. */
const steps: Record<UploadState, UploadState[]> = {
  reading: [],
  ready: ['ready'],
  running: ['ready', 'running'],
  paused: ['ready', 'running', 'paused'],
  done: ['ready', 'running', 'done'],
  cancelled: ['cancelled'],
};
