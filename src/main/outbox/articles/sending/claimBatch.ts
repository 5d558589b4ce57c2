import { articleToWire } from '../../../../shared/article/article.ts';
import { checkArticle } from '../../../../shared/article/articleRules.ts';
import { isHardToFind } from '../../../../shared/article/rules/codes.ts';
import { storedContentHash } from '../../../../shared/article/storedContent.ts';
import type { DraftRecord } from '../../../../shared/draft/draft.ts';
import type { Finding } from '../../../../shared/finding.ts';
import { type Message, msg } from '../../../../shared/message.ts';
import { dueAgain, isoNow } from '../../../platform/clock.ts';
import { createRequest } from '../../../remote/directoryClient.ts';
import { storedRecord } from '../../../store/storedJson.ts';
import type { QueuedItem } from '../../../store/uploads/uploadRows.ts';
import type { Claim } from '../../outboxAdapter.ts';
import type { ArticleParts } from '../articleParts.ts';
import { ownRefusal, type Reason } from '../refusals.ts';
import { createBatchFiller } from './batchFiller.ts';
import type { ItemSteps, SentContent } from './itemSteps.ts';

/** A request with its items, in the order of its records. */
export interface BatchClaim extends Claim {
  uploadId: number;
  items: ClaimedItem[];
}

export interface ClaimedItem extends SentContent {
  cap: number;
  /** The draft's former directory id, and the kept version of what it overwrites. */
  knownId: string | null;
  versionId: number | null;
}

export type ClaimOptions = Pick<
  ArticleParts,
  'uploads' | 'client' | 'context' | 'batchBytes' | 'clock' | 'accountId' | 'sending' | 'candidates' | 'pace'
> & { steps: Pick<ItemSteps, 'refuse'> };

/** How many drafts our rules may refuse, or that may be postponed, in one transaction. */
const maxPutOff = 200;

/** Milliseconds until a snapshot is taken again. */
const snapshotCounts = 10 * 60_000;

/** Returns true if the record that an item overwrites must be fetched before the item is sent. */
export function needsSnapshot(item: QueuedItem, now: number): boolean {
  if (item.keeping === 'no' || item.keeping === 'left') return false;
  if (item.keeping === 'wanted' || item.keptHash !== item.hash) return true;
  // A request that was not processed stored nothing; after a lost one, what was there before it counts.
  return item.attempts === 0 && Math.abs(now - item.keptMs) > snapshotCounts;
}

/** Returns true if a queued record may no longer be sent. */
export function isHeldBack(item: QueuedItem): boolean {
  return item.record === null || item.trashedAt !== null || item.errors > 0 || item.hasIdentifier === 0;
}

/**
 * Claims the next records of an upload for one request, in one transaction: drafts as they were confirmed, up to
 * `batchBytes` or the first one that needs a snapshot. Refuses records that our rules hold back. Null if nothing is
 * left.
 */
export function claimBatch(options: ClaimOptions, uploadId: number): BatchClaim | null {
  const { uploads, steps, client, clock } = options;
  return uploads.transaction(() => {
    if (uploads.find(uploadId)?.state !== 'running') return null;
    const { bodies, taken, heldBack, early } = gather(options, uploadId);
    for (const { id, wait } of early) uploads.setDue([id], clock.monotonic() + wait);
    for (const { item, reason } of heldBack)
      steps.refuse('queued', item, ownRefusal(reason, uploadId, isoNow({ clock })));
    if (taken.length === 0) return null;
    const request = createRequest(bodies);
    const requestId = client().begin(request, uploadId);
    const at = isoNow({ clock });
    for (const { id, sentHash: hash, sentContent: content, doiKey, urlKey, bytes } of taken) {
      uploads.claim({ id, requestId, hash, content, doiKey, urlKey, bytes }, at);
    }
    return { uploadId, request, requestId, ids: taken.map(({ draftId }) => draftId), items: taken };
  });
}

interface Taken extends ClaimedItem {
  bytes: number;
}

function gather(options: ClaimOptions, uploadId: number) {
  const { uploads, batchBytes, clock } = options;
  const batch = createBatchFiller(batchBytes());
  const bodies: string[] = [];
  const taken: Taken[] = [];
  const heldBack: { item: QueuedItem; reason: Reason }[] = [];
  const early: { id: number; wait: number }[] = [];
  const now = clock.now();
  const needsApproval = options.sending.needsApproval(options.accountId);
  for (const item of uploads.queued(uploadId, clock.monotonic())) {
    const record = storedRecord(item.record);
    const reason = reasonToHoldBack(item, record, options, needsApproval);
    if (record === null || reason) {
      heldBack.push({ item, reason: reason ?? unreadableRecord });
      if (heldBack.length >= maxPutOff) break;
      continue;
    }
    if (needsSnapshot(item, now)) break;
    const wait = waitForAnother(options, item, now);
    if (wait > 0) {
      early.push({ id: item.id, wait });
      if (early.length >= maxPutOff) break;
      continue;
    }
    const wire = articleToWire(record);
    const body = JSON.stringify(wire);
    if (options.client().hasKeyIn(body)) {
      heldBack.push({ item, reason: ownKey });
      continue;
    }
    const bytes = Buffer.byteLength(body);
    if (!batch.take(item, bytes)) break;
    bodies.push(body);
    taken.push({
      id: item.id,
      draftId: item.draftId,
      cap: item.cap,
      sentHash: item.hash,
      doiKey: item.doiKey,
      urlKey: item.urlKey,
      knownId: item.remoteId,
      versionId: item.versionId,
      sentContent: storedContentHash(wire),
      bytes,
    });
  }
  return { bodies, taken, heldBack, early };
}

/**
 * Returns the milliseconds that an item has to wait for another with its DOI or address, of any upload: the directory
 * recognises the article only once its search shows what it stored, and would store it twice if asked earlier.
 */
function waitForAnother({ uploads, accountId, pace }: ClaimOptions, item: QueuedItem, now: number): number {
  const since = new Date(now - pace.indexDelay).toISOString();
  const waits = uploads
    .sentAlike({ ...item, accountId }, since)
    .map(({ state, at }) => (state === 'done' ? dueAgain(at, pace.indexDelay, now) - now : pace.indexDelay));
  return Math.max(0, ...waits);
}

/** Everybody could read the key in the directory. */
const ownKey: Reason = {
  path: '',
  code: 'own-key',
  message: msg('queue.held.ownKey'),
  help: msg('queue.held.ownKeyHelp'),
};

const unreadableRecord: Reason = {
  path: '',
  code: 'unreadable',
  message: msg('queue.held.unreadable'),
  help: msg('queue.held.unreadableHelp'),
};

/** Returns why a queued record may not be sent as it is now, or null. */
function reasonToHoldBack(
  item: QueuedItem,
  record: DraftRecord | null,
  { candidates, context }: Pick<ClaimOptions, 'candidates' | 'context'>,
  needsApproval: boolean,
): Reason | null {
  const { draftId } = item;
  if (item.record === null || item.trashedAt !== null)
    return { path: '', code: 'draft-gone', message: msg('queue.draftGone'), help: null };
  if (record === null) return unreadableRecord;
  const findings = () => checkArticle(record, context());
  if (item.errors > 0) {
    const error = findings().find(({ severity }) => severity === 'error');
    // The rules may accept it since, as after the journals were fetched; its row is checked again soon.
    if (!error) return { path: '', code: 'errors', message: msg('queue.held.errors'), help: null };
    return reasonOf(error, error.help);
  }
  if (item.hasIdentifier === 0)
    return {
      path: 'bibjson.link',
      code: 'no-doi-or-url',
      message: msg('queue.held.noIdentifier'),
      help: null,
    };
  if (needsApproval && !candidates.isApproved(draftId))
    return {
      path: '',
      code: 'not-approved',
      message: msg('queue.held.notApproved'),
      help: msg('queue.held.notApprovedHelp'),
    };
  if (item.hash !== item.confirmedHash)
    return {
      path: '',
      code: 'changed-since-plan',
      message: msg('queue.held.changedInQueue'),
      help: msg('queue.held.changedInQueueHelp'),
    };
  if (item.isDeletedThere === 1)
    return {
      path: '',
      code: 'changed-since-plan',
      message: msg('queue.held.deletedThere'),
      help: msg('queue.held.changedInQueueHelp'),
    };
  // A person confirmed it again since the plan, which alone asks about such records.
  if (item.hash !== item.plannedHash && candidates.isHardToFind(draftId)) {
    const hidden = findings().find(isHardToFind);
    if (hidden) return reasonOf(hidden, msg('queue.held.hardToFindHelp'));
  }
  return null;
}

function reasonOf({ path, code, message }: Finding, help: Message | null): Reason {
  return { path, code, message, help };
}
