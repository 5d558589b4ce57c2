import { articleHash, articleToWire } from '../../../shared/article/article.ts';
import { articleKeys } from '../../../shared/article/articleKeys.ts';
import type { ArticleContext } from '../../../shared/article/articleRules.ts';
import { takenArticle, takenOver } from '../../../shared/article/takenArticle.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { PutBack, UploadVersion } from '../../../shared/draft/earlierVersions.ts';
import { AppError } from '../../../shared/errors.ts';
import { msg } from '../../../shared/message.ts';
import { isoNow } from '../../platform/clock.ts';
import { draftColumns } from '../../store/drafts/draftColumns.ts';
import type { DraftStore, StoredDraft } from '../../store/drafts/draftStore.ts';
import type { DraftSync } from '../../store/drafts/draftSync.ts';
import type { StoredVersion, VersionStore } from '../../store/drafts/versionStore.ts';
import { inBatches } from '../../store/inBatches.ts';
import type { DraftsToCompare } from '../../store/reconcile/draftsToCompare.ts';
import type { UndoStep } from '../../store/undo/undoWriter.ts';

export interface RestoreOptions {
  versions: VersionStore;
  drafts: Pick<DraftStore, 'get' | 'create' | 'save'>;
  alike: DraftsToCompare['alike'];
  draftSync: Pick<DraftSync, 'setSent'>;
  transaction: <T>(work: () => T) => T;
  context: (accountId: string) => ArticleContext;
  clock: { now(): number };
}

type Left = PutBack['left'][number];

const maxListed = 100;
/** Small, since every record is read, validated and written. */
const batchSize = 50;

/** Returns the draft record for a version of an article, with the draft's values that the directory does not store. */
export function versionInDraft(version: StoredVersion, draft: DraftRecord | null): DraftRecord {
  if (version.why === 'draft') return version.record;
  return draft === null ? takenArticle(version.record) : takenOver(draft, version.record);
}

/** Restores an earlier version in its draft and keeps the present content; AppError `not_found`, or `state` while queued or in the trash. */
export function restoreArticle(options: RestoreOptions, versionId: number, draftId: number): PutBack {
  const { accountId } = options.versions.get(versionId);
  const done = options.transaction(() => restoreOne(options, versionId, draftId));
  if (typeof done !== 'number') throw new AppError('state', done.message);
  return { accountId, recordIds: [done], created: 0, unkept: 0, left: [] };
}

/** Restores everything that an upload replaced; `step` records it for undo. */
export async function restoreUpload(
  options: RestoreOptions,
  accountId: string,
  found: readonly UploadVersion[],
  step: UndoStep,
): Promise<PutBack> {
  const result: PutBack = { accountId, recordIds: [], created: 0, unkept: 0, left: [] };
  const kept = found.flatMap((one) => (one.versionId === null ? [] : [{ ...one, versionId: one.versionId }]));
  result.created = found.filter((one) => one.versionId === null && one.outcome === 'created').length;
  result.unkept = found.length - kept.length - result.created;
  const restoreBatch = (batch: readonly (typeof kept)[number][]) =>
    options.transaction(() => {
      for (const { versionId, draftId } of batch) {
        const done = restoreOne(options, versionId, draftId, step);
        if (typeof done === 'number') result.recordIds.push(done);
        else if (result.left.length < maxListed) result.left.push(done);
      }
    });
  await inBatches(kept, restoreBatch, { size: batchSize });
  return result;
}

/** Returns the restored draft's id, or why it was left as it is. Needs a transaction. */
function restoreOne(
  options: RestoreOptions,
  versionId: number,
  draftId: number,
  step?: UndoStep,
): number | Left {
  const { versions, drafts } = options;
  const version = versions.get(versionId);
  const draft = findDraft(options, version, draftId);
  if (draft === null) {
    const made = makeDraft(options, version);
    step?.created({ source: 'drafts', id: made });
    return made;
  }
  const { id, title } = draft;
  const left = (reason: 'queued' | 'trashed'): Left => ({
    recordId: id,
    title,
    message: msg(`versions.left.${reason}`),
  });
  if (draft.trashedAt !== null) return left('trashed');
  if (draft.sync === 'queued') return left('queued');
  const { accountId } = version;
  const context = options.context(accountId);
  const record = versionInDraft(version, draft.record);
  const next = draftColumns(record, context);
  const present = articleHash(articleToWire(draft.record, context.dialect));
  if (present === next.columns.hash) return id;
  const at = isoNow(options);
  versions.keep({
    ...{ accountId, kind: 'article', why: 'draft', uploadId: null, at, title },
    ...{ remoteId: draft.remoteId, recordId: id, content: present, record: draft.record },
  });
  const save = () => drafts.save({ id, version: draft.version, draft: next, at }).id === id;
  if (step) step.change({ source: 'drafts', id }, 'changed', save);
  else save();
  return id;
}

/**
 * Returns the version's draft or, if that was permanently deleted, another one for the article; null if there is none.
 */
function findDraft(
  { drafts, alike }: RestoreOptions,
  version: StoredVersion,
  draftId: number,
): StoredDraft | null {
  const { accountId, remoteId } = version;
  try {
    const draft = drafts.get(draftId);
    if (draft.accountId === accountId) return draft;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
  }
  // Another article with its DOI is the reason why some are deleted.
  if (version.why === 'withdrawn') return null;
  const [other] = alike(accountId, { remoteId, ...articleKeys(version.record) });
  return other ? drafts.get(other.id) : null;
}

/** Creates a draft that counts as changed, because the directory has a later version; as never sent if it was deleted there. */
function makeDraft(options: RestoreOptions, version: StoredVersion): number {
  const { accountId, remoteId, at } = version;
  const draft = draftColumns(versionInDraft(version, null), options.context(accountId));
  const { id } = options.drafts.create({ accountId, draft, at: isoNow(options) });
  const { doiKey, urlKey } = draft.columns;
  if (remoteId !== null && version.why !== 'withdrawn')
    options.draftSync.setSent([{ id, hash: '', doiKey, urlKey, remoteId, at }]);
  return id;
}
