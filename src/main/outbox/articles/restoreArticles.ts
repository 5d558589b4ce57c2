import { articleHash, articleToWire } from '../../../shared/article/article.ts';
import { articleKeys } from '../../../shared/article/articleKeys.ts';
import type { ArticleContext } from '../../../shared/article/articleRules.ts';
import { takenArticle, takenOver } from '../../../shared/article/takenArticle.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { PutBack, RestorePreview, UploadVersion } from '../../../shared/draft/earlierVersions.ts';
import { AppError } from '../../../shared/errors.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Confirmed } from '../../platform/plans.ts';
import type { DraftsToCompare } from '../../store/comparisons/draftsToCompare.ts';
import { draftColumns } from '../../store/drafts/draftColumns.ts';
import type { DraftStore, StoredDraft } from '../../store/drafts/draftStore.ts';
import type { DraftSync } from '../../store/drafts/draftSync.ts';
import { createSince } from '../../store/drafts/listedDrafts.ts';
import type { StoredVersion, VersionStore } from '../../store/drafts/versionStore.ts';
import { inBatches } from '../../store/inBatches.ts';
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

type Left = RestorePreview['left'][number];

/** What a person is asked to confirm: stored versions of articles, and the drafts that get them. */
export interface RestorePlan {
  accountId: string;
  items: readonly RestoreItem[];
}

export interface RestoreItem {
  versionId: number;
  /** The draft that it was stored for. */
  draftId: number;
  title: string;
  /** The draft that gets it, as it was; null: a new one. */
  into: { id: number; version: number } | null;
}

const maxListed = 100;
/** Small, since every record is read, validated and written. */
const batchSize = 50;

/** Returns the draft record for a version of an article, with the draft's values that the directory does not store. */
export function versionInDraft(version: StoredVersion, draft: DraftRecord | null): DraftRecord {
  if (version.why === 'draft') return version.record;
  return draft === null ? takenArticle(version.record) : takenOver(draft, version.record);
}

/** Lists one version; AppError `not_found` if it is no longer stored. */
export function listRestore(options: RestoreOptions, versionId: number, draftId: number): RestorePlan {
  const version = options.versions.get(versionId);
  const draft = findDraft(options, version, draftId);
  return { accountId: version.accountId, items: [itemOf(version, draftId, draft)] };
}

/** Lists everything that an upload replaced, and why the rest of it cannot be restored. */
export async function listRestoreOfUpload(
  options: RestoreOptions,
  accountId: string,
  found: readonly UploadVersion[],
): Promise<{ plan: RestorePlan } & Pick<RestorePreview, 'created' | 'unkept' | 'left' | 'leftCount'>> {
  const items = new Map<string, RestoreItem>();
  const left: Left[] = [];
  let leftCount = 0;
  const kept = found.flatMap((one) => (one.versionId === null ? [] : [{ ...one, versionId: one.versionId }]));
  const listBatch = (batch: readonly (typeof kept)[number][]) => {
    for (const one of batch) {
      const version = options.versions.get(one.versionId);
      const draft = findDraft(options, version, one.draftId);
      const message = draft && obstacleOf(draft);
      if (message) {
        leftCount += 1;
        if (left.length < maxListed) left.push({ recordId: draft.id, title: draft.title, message });
        continue;
      }
      // Two of its drafts may be gone, and another draft of the same article be there.
      const key = draft === null ? `version ${version.id}` : `draft ${draft.id}`;
      if (!items.has(key)) items.set(key, itemOf(version, one.draftId, draft));
    }
  };
  await inBatches(kept, listBatch, { size: batchSize });
  const created = found.filter((one) => one.versionId === null && one.outcome === 'created').length;
  const unkept = found.length - kept.length - created;
  return { plan: { accountId, items: [...items.values()] }, created, unkept, left, leftCount };
}

/** Restores the one version of a plan; AppError `not_found`, or `state` if its draft is not as listed, or cannot be changed. */
export function restoreArticle(options: RestoreOptions, { listed }: Confirmed<RestorePlan>): number {
  const done = options.transaction(() => restoreOne(options, listed.items[0]!));
  if (typeof done === 'number') return done;
  throw new AppError('state', done);
}

/** Restores what a plan lists, without the drafts that are no longer as listed; `step` records it for undo. */
export async function restoreUpload(
  options: RestoreOptions,
  { listed: { accountId, items } }: Confirmed<RestorePlan>,
  step: UndoStep,
): Promise<PutBack> {
  const recordIds: number[] = [];
  const { since, changed } = createSince();
  const restoreBatch = (batch: readonly RestoreItem[]) =>
    options.transaction(() => {
      for (const item of batch) {
        const done = restoreOne(options, item, step);
        if (typeof done === 'number') recordIds.push(done);
        else changed(item.title);
      }
    });
  await inBatches(items, restoreBatch, { size: batchSize });
  return { accountId, recordIds, since };
}

/** Whether restoring replaces content of the draft that differs from the version. */
export function replacesContent(options: RestoreOptions, { versionId, into }: RestoreItem): boolean {
  if (into === null) return false;
  const version = options.versions.get(versionId);
  const { record } = options.drafts.get(into.id);
  const hash = (one: DraftRecord) => articleHash(articleToWire(one));
  return hash(record) !== hash(versionInDraft(version, record));
}

function itemOf(
  { id: versionId, title }: StoredVersion,
  draftId: number,
  draft: StoredDraft | null,
): RestoreItem {
  return { versionId, draftId, title, into: draft && { id: draft.id, version: draft.version } };
}

/** Why a draft cannot be changed now; null if it can. */
function obstacleOf({ trashedAt, sync }: StoredDraft): Message | null {
  if (trashedAt !== null) return msg('versions.left.trashed');
  return sync === 'queued' ? msg('versions.left.queued') : null;
}

/** Returns the restored draft's id, or why it was left as it is. Needs a transaction. */
function restoreOne(options: RestoreOptions, item: RestoreItem, step?: UndoStep): number | Message {
  const { versions, drafts } = options;
  const { into } = item;
  const version = versions.get(item.versionId);
  const draft = findDraft(options, version, item.draftId);
  const obstacle = draft && obstacleOf(draft);
  if (obstacle) return obstacle;
  if (draft?.id !== into?.id || draft?.version !== into?.version) return msg('versions.changed');
  if (draft === null) {
    const made = makeDraft(options, version);
    step?.created({ source: 'drafts', id: made });
    return made;
  }
  const { id, title } = draft;
  const { accountId } = version;
  const context = options.context(accountId);
  const record = versionInDraft(version, draft.record);
  const next = draftColumns(record, context);
  const present = articleHash(articleToWire(draft.record));
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
    options.draftSync.setSent([{ id, hash: '', content: null, doiKey, urlKey, remoteId, at }]);
  return id;
}
