import { applicationFromStored } from '../../shared/application/application.ts';
import { takenArticle } from '../../shared/article/takenArticle.ts';
import type { Handlers, Publish } from '../../shared/contract/contract.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import type { PutBack, VersionComparison } from '../../shared/draft/earlierVersions.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { readOwn } from '../outbox/applications/ownApplications.ts';
import { applicationOfVersion, restoreApplication } from '../outbox/applications/restoreApplication.ts';
import {
  type RestoreOptions,
  restoreArticle,
  restoreUpload,
  versionInDraft,
} from '../outbox/articles/restoreArticles.ts';
import type { Clock } from '../platform/clock.ts';
import { problemOf } from '../remote/answers.ts';
import type { DirectoryAccess } from '../remote/directoryAccess.ts';
import { pathPart } from '../remote/pathPart.ts';
import { type Patience, requestWithRetry } from '../remote/requestWithRetry.ts';
import type { ApplicationStore } from '../store/applications/applicationStore.ts';
import type { StoredVersion } from '../store/drafts/versionStore.ts';
import type { JournalStore } from '../store/journals/journalStore.ts';
import type { UndoWriter } from '../store/undo/undoWriter.ts';
import type { UploadStore } from '../store/uploads/uploadStore.ts';
import type { AccountAccess } from './accountAccess.ts';
import { undoably } from './undoably.ts';

/** The calls `versions.*`: the records that Colophon replaced in the directory, and restoring them. */
export function versionHandlers(
  parts: RestoreOptions & {
    uploads: Pick<UploadStore, 'find'>;
    applications: ApplicationStore;
    journals: Pick<JournalStore, 'cards'>;
    access: Pick<AccountAccess, 'get' | 'key'>;
    directory: Pick<DirectoryAccess, 'client'>;
    clock: Clock;
    publish: Publish;
    undo: UndoWriter;
    patience?: Patience;
  },
): Pick<Handlers, Extract<keyof Handlers, `versions.${string}`>> {
  const { versions, applications, access, publish } = parts;
  const judging = {
    store: applications,
    versions,
    account: access.get,
    clock: parts.clock,
    journals: parts.journals,
  };

  /** null: not in the directory. Throws AppError if the directory cannot be reached. */
  async function articleThere(accountId: string, remoteId: string): Promise<DraftRecord | null> {
    const hasKey = (await access.key(accountId)) !== null;
    const path = `articles/${pathPart(remoteId)}`;
    const answer = await requestWithRetry(
      parts.directory.client(accountId),
      { method: 'GET', path, wantsKey: hasKey },
      { clock: parts.clock, ...(parts.patience ? { patience: parts.patience } : {}) },
    );
    const { status, json } = answer;
    // Without a key, the directory returns 401 for records that it does not have (reference/directory-api.md 4.7).
    if (status === 404 || (status === 401 && !hasKey)) return null;
    if (status !== 200 || typeof json !== 'object' || json === null || !('bibjson' in json))
      throw problemOf(answer);
    return takenArticle(json as DraftRecord);
  }

  async function applicationThere(accountId: string, remoteId: string): Promise<DraftRecord | null> {
    const seen = await readOwn(parts.directory.client(accountId), remoteId, {});
    if (seen.kind === 'silent') throw seen.error;
    return seen.kind === 'gone' ? null : applicationFromStored(seen.record);
  }

  async function thereNow(version: StoredVersion): Promise<Pick<VersionComparison, 'there' | 'unasked'>> {
    const { accountId, kind, remoteId } = version;
    if (remoteId === null) return { there: null, unasked: null };
    try {
      const ask = kind === 'article' ? articleThere : applicationThere;
      return { there: await ask(accountId, remoteId), unasked: null };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { there: null, unasked: error.brief };
    }
  }

  return {
    'versions.list': ({ kind, recordId }) => {
      const { accountId, remoteId } =
        kind === 'article' ? parts.drafts.get(recordId) : applications.get(recordId);
      return { versions: versions.ofRecord({ accountId, kind, recordId, remoteId }) };
    },
    'versions.compare': async ({ id, recordId }) => {
      const stored = versions.get(id);
      const { at, why, title, remoteId, uploadId } = stored;
      const isArticle = stored.kind === 'article';
      const draft = (isArticle ? parts.drafts.get(recordId) : applications.get(recordId)).record;
      const record = isArticle ? versionInDraft(stored, null) : applicationOfVersion(stored);
      const version = { id, at, why, title, remoteId, uploadId };
      return { version, record, draft, ...(await thereNow(stored)) };
    },
    'versions.putBack': ({ id, recordId }) => {
      const { accountId, kind } = versions.get(id);
      if (kind === 'article') return telling(restoreArticle(parts, id, recordId));
      restoreApplication(judging, id, recordId);
      publish('applications.changed', { accountId, ids: [recordId] });
      return { accountId, recordIds: [recordId], created: 0, unkept: 0, left: [] };
    },
    'versions.putBackUpload': async ({ uploadId, itemIds }) => {
      const upload = parts.uploads.find(uploadId);
      if (!upload) throw new AppError('not_found', msg('queue.gone.message'), { fix: msg('queue.gone.fix') });
      const { accountId, name } = upload;
      const change = { accountId, kind: 'putBackVersions', subject: String(uploadId), name } as const;
      const found = versions.ofUpload(uploadId, itemIds);
      const { undoId: _, ...done } = await undoably(parts, change, (step) =>
        restoreUpload(parts, accountId, found, step),
      );
      return telling(done);
    },
  };

  function telling(done: PutBack): PutBack {
    const { accountId, recordIds } = done;
    if (recordIds.length > 0)
      publish('drafts.changed', { accountId, ids: recordIds.length <= 500 ? recordIds : null });
    return done;
  }
}
