import { dialects } from '../../shared/directory/dialects.ts';
import type { Refusal } from '../../shared/draft/draft.ts';
import { type Message, msg } from '../../shared/message.ts';
import { isoNow } from '../platform/clock.ts';
import type { CreateOutcome, Words } from '../remote/answers.ts';
import type { PausedBy } from '../store/uploads/uploadRows.ts';
import type { Claim, ClaimedItem } from './claimBatch.ts';
import { explain } from './explain.ts';
import type { QueueParts } from './queueParts.ts';

/** What the account's loop has to do after a request, besides going on. */
export interface Consequence {
  /** Nothing more can be sent for the account until somebody acts. */
  pause?: { by: PausedBy; message: Message };
  isOffline?: boolean;
  /** The directory itself is in trouble: a growing pause before the next request; `message` if the user should know more. */
  trouble?: { message: Message | null };
  ticket?: string;
}

/**
 * Writes down what became of a request, item by item, in one transaction (the table in ARCHITECTURE.md, "The upload
 * queue"), and answers what that means for the account.
 */
export function settle(parts: QueueParts, claim: Claim, outcome: CreateOutcome): Consequence {
  return parts.uploads.transaction(() => {
    const consequence = apply(parts, claim, outcome);
    parts.progress.draftsChanged(
      claim.accountId,
      claim.items.map((item) => item.draftId),
    );
    return consequence;
  });
}

function apply(parts: QueueParts, claim: Claim, outcome: CreateOutcome): Consequence {
  const { items } = claim;
  const at = isoNow(parts);
  const ids = items.map((item) => item.id);
  switch (outcome.kind) {
    case 'created':
      for (const [index, item] of items.entries()) store(parts, claim, item, outcome.ids[index]!, at);
      parts.progress.finished(claim.uploadId, items.length);
      return {};
    case 'accepted':
      parts.uploads.step(ids, 'sending', { state: 'accepted', ticket: outcome.ticket }, at);
      return { ticket: outcome.ticket };
    case 'refused':
    case 'too-large':
      if (items.length > 1) queueAgain(parts, claim, { cap: Math.floor(items.length / 2) });
      else refuse(parts, claim, items[0]!, outcome, at);
      return {};
    case 'unsure':
      parts.uploads.step(
        ids,
        'sending',
        { state: 'unsure', dueMs: parts.clock.now() + delayOf(parts, claim, outcome.why) },
        at,
      );
      return outcome.why === 'stopped' ? {} : { trouble: { message: null } };
    default:
      queueAgain(parts, claim, {});
      return consequenceOf(outcome);
  }
}

function consequenceOf(
  outcome: Extract<CreateOutcome, { words: string | Message; reference?: never }>,
): Consequence {
  switch (outcome.kind) {
    case 'key-refused':
      return { pause: { by: 'key', message: msg('queue.paused.keyRefused') } };
    case 'version-retired':
      return { pause: { by: 'version', message: msg('queue.paused.version') } };
    case 'wrong-address':
      return { pause: { by: 'problem', message: msg('queue.paused.address', { words: outcome.words }) } };
    case 'maintenance':
      return { trouble: { message: msg('queue.waiting.maintenance', { words: outcome.words }) } };
    case 'offline':
      return { isOffline: true };
    default:
      return {};
  }
}

/** Nothing was judged: back into the queue with the attempt taken back. */
function queueAgain(parts: QueueParts, claim: Claim, { cap }: { cap?: number }): void {
  const ids = claim.items.map((item) => item.id);
  const change = { state: 'queued', attempts: -1, ...(cap === undefined ? {} : { cap }) } as const;
  parts.uploads.step(ids, 'sending', change, isoNow(parts));
  releaseIfCancelled(parts, claim);
}

/** What comes back into the queue of a cancelled upload is not sent any more. */
export function releaseIfCancelled(
  parts: QueueParts,
  { uploadId, items }: { uploadId: number; items: readonly { draftId: number }[] },
): void {
  if (parts.uploads.find(uploadId)?.state !== 'cancelled') return;
  parts.draftSync.releaseQueued(items.map((item) => item.draftId));
}

function store(parts: QueueParts, claim: Claim, item: ClaimedItem, remoteId: string, at: string): void {
  const isKnown =
    item.knownId === remoteId ||
    isOfVersion(parts, item, remoteId) ||
    parts.uploads.isKnownElsewhere(claim.accountId, remoteId, item.draftId);
  const outcome = isKnown ? 'overwrote' : 'created';
  parts.uploads.step([item.id], 'sending', { state: 'done', outcome, remoteId, dueMs: 0 }, at);
  const { draftId: id, hash, doiKey, urlKey } = item;
  parts.draftSync.setSent([{ id, hash, doiKey, urlKey, remoteId, at }]);
}

/** What was fetched before it went out was this record. */
function isOfVersion(parts: QueueParts, { versionId }: ClaimedItem, remoteId: string): boolean {
  return versionId !== null && parts.versions.remoteIdOf(versionId) === remoteId;
}

function refuse(
  parts: QueueParts,
  claim: Claim,
  item: ClaimedItem,
  said: Words & { kind: 'refused' | 'too-large'; status: number },
  at: string,
): void {
  const refusal: Refusal = {
    ...explain(parts, claim.accountId, JSON.parse(claim.request.body ?? 'null'), said),
    words: said.words,
    status: said.status,
    reference: said.reference,
    uploadId: claim.uploadId,
    at,
  };
  parts.uploads.step([item.id], 'sending', { state: 'refused', refusal }, at);
  parts.draftSync.setRefused({ id: item.draftId, refusal, hash: item.hash });
  parts.progress.finished(claim.uploadId, 1);
}

/** How long to wait until a look into the directory tells what became of the records. */
function delayOf(parts: QueueParts, claim: Claim, why: string): number {
  const { pace } = parts;
  if (claim.items.length > 1 && dialects[parts.account(claim.accountId).dialect].storesLater)
    return pace.jobDelay;
  return why === 'timeout' || why === 'stopped' ? pace.timeoutDelay : pace.indexDelay;
}
