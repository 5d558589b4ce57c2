import { applicationFromStored } from '../../shared/application/application.ts';
import { takenArticle } from '../../shared/article/takenArticle.ts';
import type { HandlersOf, Publish } from '../../shared/contract/contract.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import type { PutBack, VersionComparison } from '../../shared/draft/earlierVersions.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import type { ApplicationRules } from '../outbox/applications/applicationRules.ts';
import { readOwn } from '../outbox/applications/ownApplications.ts';
import { applicationOfVersion, restoreApplication } from '../outbox/applications/restoreApplication.ts';
import {
  type RestoreOptions,
  restoreArticle,
  restoreUpload,
  versionInDraft,
} from '../outbox/articles/restoreArticles.ts';
import type { Clock } from '../platform/clock.ts';
import { idsToPublish } from '../platform/events.ts';
import type { DirectoryAccess } from '../remote/directoryAccess.ts';
import { fetchArticle } from '../remote/fetchArticle.ts';
import type { RetryLimits } from '../remote/requestWithRetry.ts';
import type { ApplicationStore } from '../store/applications/applicationStore.ts';
import type { StoredVersion } from '../store/drafts/versionStore.ts';
import type { UndoWriter } from '../store/undo/undoWriter.ts';
import type { UploadStore } from '../store/uploads/uploadStore.ts';
import type { AccountAccess } from './accountAccess.ts';
import { undoably } from './undoably.ts';

/** The calls `versions.*`: the records that Colophon replaced in the directory, and restoring them. */
export function versionHandlers(
  parts: RestoreOptions & {
    uploads: Pick<UploadStore, 'find'>;
    applications: ApplicationStore;
    rules: ApplicationRules;
    access: Pick<AccountAccess, 'get' | 'key'>;
    directory: Pick<DirectoryAccess, 'client'>;
    clock: Clock;
    publish: Publish;
    undo: UndoWriter;
    retryLimits?: RetryLimits;
  },
): HandlersOf<'versions'> {
  const { versions, applications, access, publish } = parts;

  async function currentArticle(accountId: string, remoteId: string): Promise<DraftRecord | null> {
    const hasKey = (await access.key(accountId)) !== null;
    const { clock, retryLimits } = parts;
    const client = parts.directory.client(accountId);
    const record = await fetchArticle(client, remoteId, { hasKey, clock, retryLimits });
    return record && takenArticle(record);
  }

  async function currentApplication(accountId: string, remoteId: string): Promise<DraftRecord | null> {
    const seen = await readOwn(parts.directory.client(accountId), remoteId, {});
    return seen.kind === 'gone' ? null : applicationFromStored(seen.record);
  }

  async function currentVersion(
    version: StoredVersion,
  ): Promise<Pick<VersionComparison, 'remote' | 'unasked'>> {
    const { accountId, kind, remoteId } = version;
    if (remoteId === null) return { remote: null, unasked: null };
    try {
      const ask = kind === 'article' ? currentArticle : currentApplication;
      return { remote: await ask(accountId, remoteId), unasked: null };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { remote: null, unasked: error.brief };
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
      return { version, record, draft, ...(await currentVersion(stored)) };
    },
    'versions.putBack': ({ id, recordId }) => {
      const { accountId, kind } = versions.get(id);
      if (kind === 'article') return telling(restoreArticle(parts, id, recordId));
      restoreApplication({ ...parts, store: applications }, id, recordId);
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
    if (recordIds.length > 0) publish('drafts.changed', { accountId, ids: idsToPublish(recordIds) });
    return done;
  }
}
