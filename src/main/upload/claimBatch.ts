import { articleToWire } from '../../shared/article/article.ts';
import { checkArticle } from '../../shared/article/articleRules.ts';
import type { DraftRecord, Refusal } from '../../shared/draft/draft.ts';
import { msg } from '../../shared/message.ts';
import { isoNow } from '../platform/clock.ts';
import { createRequest, type DirectoryRequest } from '../remote/directoryClient.ts';
import type { QueuedItem } from '../store/uploads/uploadRows.ts';
import { createBatchFiller } from './batches.ts';
import type { QueueParts } from './queueParts.ts';
import { storedContentHash } from './storedContent.ts';

/** A request that was claimed for sending: its rows are in state `sending`. */
export interface Claim {
  uploadId: number;
  accountId: string;
  request: DirectoryRequest;
  requestId: number;
  /** In the order of the request's records. */
  items: ClaimedItem[];
}

export interface ClaimedItem {
  id: number;
  draftId: number;
  cap: number;
  attempts: number;
  hash: string;
  doiKey: string | null;
  urlKey: string | null;
  /** Directory id that the draft had before, and the version that was kept of what it overwrites. */
  knownId: string | null;
  versionId: number | null;
}

/** So many drafts at most are turned down by our own rules in one transaction. */
const mostTurnedDown = 200;

/** What is kept of a record is believed for so long before the record is overwritten, in milliseconds. */
const keptFor = 10 * 60_000;

/** Whether the record that an item overwrites is to be fetched before the item may go. */
export function isUnkept(item: QueuedItem, now: number): boolean {
  if (item.keeping === 'no' || item.keeping === 'left') return false;
  if (item.keeping === 'wanted' || item.keptHash !== item.hash) return true;
  return item.requestId === null && Math.abs(now - item.keptMs) > keptFor;
}

/** Whether our rules turn a queued record down by now. */
export function isTurnedDown(item: QueuedItem): boolean {
  return item.record === null || item.trashedAt !== null || item.errors > 0 || item.hasIdentifier === 0;
}

/**
 * Takes the next records of an upload into one request, in one transaction: the newest saved version of each draft,
 * up to `batchBytes`, as far as what they overwrite is kept. What our rules hold back by now is refused without a request.
 * Null when there is nothing to send.
 */
export function claimBatch(parts: QueueParts, uploadId: number): Claim | null {
  return parts.uploads.transaction(() => {
    const upload = parts.uploads.find(uploadId);
    if (upload?.state !== 'running') return null;
    const { accountId } = upload;
    const { bodies, taken, turnedDown } = gather(parts, uploadId, accountId);
    for (const item of turnedDown) turnDown(parts, uploadId, accountId, item);
    if (turnedDown.length > 0) parts.progress.finished(uploadId, turnedDown.length);
    if (taken.length === 0) return null;
    const request = createRequest(bodies);
    const requestId = parts.directory.client(accountId).begin(request, uploadId);
    const at = isoNow(parts);
    for (const { id, hash, content, doiKey, urlKey, bytes } of taken) {
      parts.uploads.claim({ id, requestId, hash, content, doiKey, urlKey, bytes }, at);
    }
    return { uploadId, accountId, request, requestId, items: taken };
  });
}

interface Taken extends ClaimedItem {
  content: string;
  bytes: number;
}

function gather(parts: QueueParts, uploadId: number, accountId: string) {
  const { dialect } = parts.account(accountId);
  const batch = createBatchFiller(parts.settings().batchBytes);
  const bodies: string[] = [];
  const taken: Taken[] = [];
  const turnedDown: QueuedItem[] = [];
  const now = parts.clock.now();
  for (const item of parts.uploads.queued(uploadId, now)) {
    if (isTurnedDown(item)) {
      turnedDown.push(item);
      if (turnedDown.length >= mostTurnedDown) break;
      continue;
    }
    if (isUnkept(item, now)) break;
    const wire = articleToWire(JSON.parse(item.record!) as DraftRecord, dialect);
    const body = JSON.stringify(wire);
    const bytes = Buffer.byteLength(body);
    if (!batch.take(item, bytes)) break;
    bodies.push(body);
    taken.push({
      id: item.id,
      draftId: item.draftId,
      cap: item.cap,
      attempts: item.attempts + 1,
      hash: item.hash,
      doiKey: item.doiKey,
      urlKey: item.urlKey,
      knownId: item.remoteId,
      versionId: item.versionId,
      content: storedContentHash(wire),
      bytes,
    });
    if (item.cap === 1) break;
  }
  return { bodies, taken, turnedDown };
}

function turnDown(parts: QueueParts, uploadId: number, accountId: string, item: QueuedItem): void {
  const at = isoNow(parts);
  const refusal: Refusal = {
    ...reasonOf(parts, accountId, item),
    words: '',
    status: null,
    reference: '',
    uploadId,
    at,
  };
  parts.uploads.step([item.id], 'queued', { state: 'refused', refusal }, at);
  if (item.record !== null) parts.draftSync.setRefused({ id: item.draftId, refusal });
  parts.progress.draftsChanged(accountId, [item.draftId]);
}

function reasonOf(
  parts: QueueParts,
  accountId: string,
  item: QueuedItem,
): Pick<Refusal, 'path' | 'code' | 'message' | 'help'> {
  if (item.record === null || item.trashedAt !== null) {
    return { path: '', code: 'draft-gone', message: msg('queue.draftGone'), help: null };
  }
  const findings = checkArticle(JSON.parse(item.record), parts.context(accountId));
  const error = findings.find((finding) => finding.severity === 'error');
  if (error) return { path: error.path, code: error.code, message: error.message, help: error.help };
  return { path: 'bibjson.link', code: 'no-doi-or-url', message: msg('queue.held.noIdentifier'), help: null };
}
