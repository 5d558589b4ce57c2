import { applicationFromStored } from '../../shared/application/application.ts';
import { takenArticle } from '../../shared/article/takenArticle.ts';
import type { HandlersOf } from '../../shared/contract/contract.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import type { PutBack, VersionComparison } from '../../shared/draft/earlierVersions.ts';
import { AppError } from '../../shared/errors.ts';
import { maxNamed, nothingSince } from '../../shared/plan.ts';
import { readOwn } from '../outbox/applications/following/ownApplications.ts';
import {
  type ApplicationRestore,
  applicationOfVersion,
  restoreApplication,
} from '../outbox/applications/restoreApplication.ts';
import {
  listRestore,
  listRestoreOfUpload,
  type RestoreOptions,
  type RestorePlan,
  restoreArticle,
  restoreUpload,
  versionInDraft,
} from '../outbox/articles/restoreArticles.ts';
import { idsToPublish } from '../platform/events.ts';
import { fail } from '../platform/failures.ts';
import { createPlans } from '../platform/plans.ts';
import { fetchArticle } from '../remote/fetchArticle.ts';
import type { App } from '../services/createApp.ts';
import type { StoredVersion } from '../store/drafts/versionStore.ts';
import type { UploadRow } from '../store/uploads/uploadRows.ts';
import { undoably } from './undoably.ts';

/** The calls `versions.*`: the records that Colophon replaced in the directory, and restoring them. */
export function versionHandlers(app: App): HandlersOf<'versions'> {
  const { access, directory, clock, rules, publish } = app;
  const { versions, drafts, applications, uploads } = app.stores;
  const parts = restoringWith(app);

  async function currentArticle(accountId: string, remoteId: string): Promise<DraftRecord | null> {
    const hasKey = (await access.key(accountId)) !== null;
    const retryLimits = app.options.timing?.retryLimits;
    const client = directory.client(accountId);
    const record = await fetchArticle(client, remoteId, { hasKey, clock, retryLimits });
    return record && takenArticle(record);
  }

  async function currentApplication(accountId: string, remoteId: string): Promise<DraftRecord | null> {
    const seen = await readOwn(directory.client(accountId), remoteId, {});
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

  const ofArticles = createPlans<RestorePlan>();
  const ofApplications = createPlans<ApplicationRestore>();
  const ofUploads = createPlans<RestorePlan & { uploadId: number }>();

  return {
    'versions.list': ({ kind, recordId }) => {
      const { accountId, remoteId } = kind === 'article' ? drafts.get(recordId) : applications.get(recordId);
      return { versions: versions.ofRecord({ accountId, kind, recordId, remoteId }) };
    },
    'versions.compare': async ({ id, recordId }) => {
      const stored = versions.get(id);
      const { at, why, title, remoteId, uploadId } = stored;
      const isArticle = stored.kind === 'article';
      const row = isArticle ? drafts.get(recordId) : applications.get(recordId);
      const plan =
        'hash' in row
          ? ofApplications.keep({ versionId: id, id: recordId, hash: row.hash })
          : ofArticles.keep(listRestore(parts, id, recordId));
      const record = isArticle ? versionInDraft(stored, null) : applicationOfVersion(stored);
      const version = { id, at, why, title, remoteId, uploadId };
      return { plan, version, record, draft: row.record, ...(await currentVersion(stored)) };
    },
    'versions.putBack': ({ plan }) => {
      if (ofApplications.has(plan)) {
        const confirmed = ofApplications.take(plan);
        const { id } = confirmed.listed;
        restoreApplication({ ...parts, rules, store: applications }, confirmed);
        const { accountId } = applications.get(id);
        publish('applications.changed', { accountId, ids: [id] });
        return { accountId, recordIds: [id], since: nothingSince };
      }
      const confirmed = ofArticles.take(plan);
      const { accountId } = confirmed.listed;
      return telling({ accountId, recordIds: [restoreArticle(parts, confirmed)], since: nothingSince });
    },
    'versions.putBackUploadPreview': async ({ uploadId, itemIds }) => {
      const { accountId } = uploadOf(uploadId);
      const { plan, ...rest } = await listRestoreOfUpload(
        parts,
        accountId,
        versions.ofUpload(uploadId, itemIds),
      );
      const titles = plan.items.slice(0, maxNamed).map(({ title }) => title);
      return { id: ofUploads.keep({ ...plan, uploadId }), count: plan.items.length, titles, ...rest };
    },
    'versions.putBackUpload': async ({ plan }) => {
      const confirmed = ofUploads.take(plan);
      const { accountId, uploadId } = confirmed.listed;
      const { name } = uploadOf(uploadId);
      const change = { accountId, kind: 'putBackVersions', subject: String(uploadId), name } as const;
      const { undoId: _, ...done } = await undoably(app, change, (step) =>
        restoreUpload(parts, confirmed, step),
      );
      return telling(done);
    },
  };

  function uploadOf(id: number): UploadRow {
    const upload = uploads.find(id);
    if (upload) return upload;
    throw fail('queue.gone');
  }

  function telling(done: PutBack): PutBack {
    const { accountId, recordIds } = done;
    if (recordIds.length > 0) publish('drafts.changed', { accountId, ids: idsToPublish(recordIds) });
    return done;
  }
}

/** What restoring stored versions of articles needs. */
export function restoringWith({ stores, context, clock }: App): RestoreOptions {
  const { versions, drafts, draftSync, transaction, toCompare } = stores;
  return { versions, drafts, draftSync, transaction, alike: toCompare.alike, context, clock };
}
