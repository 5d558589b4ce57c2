import { readArticle } from '../../../../shared/article/article.ts';
import type { Dialect } from '../../../../shared/directory/account.ts';
import { creationEffect } from '../../../../shared/directory/dialects.ts';
import type { DraftRecord } from '../../../../shared/draft/draft.ts';
import { dueAgain, isoNow } from '../../../platform/clock.ts';
import { readLookUp, UnreadableHit } from '../../../remote/answers.ts';
import type { Answer } from '../../../remote/exchange.ts';
import { anyOf, queryGroups } from '../../../remote/lookupQuery.ts';
import { pageSize, searchRequest } from '../../../remote/searchRequest.ts';
import type { QueuedItem } from '../../../store/uploads/uploadRows.ts';
import { type AccountOutcome, fine } from '../../accountOutcome.ts';
import { lookupLength, maxQueryLength, overwrittenLookups } from '../articleLookups.ts';
import type { ArticleParts } from '../articleParts.ts';
import {
  ownRefusal,
  type Reason,
  refusedBeforeSending,
  tooManyBeforeSending,
  unreadBeforeSending,
} from '../refusals.ts';
import { type Hit, isQueryRefused, isQueryTooLong, readHit } from './articleLookUp.ts';
import { isHeldBack, needsSnapshot } from './claimBatch.ts';
import type { ItemSteps } from './itemSteps.ts';

type SnapshotParts = Pick<
  ArticleParts,
  'accountId' | 'uploads' | 'versions' | 'client' | 'limiter' | 'dialect' | 'batchBytes' | 'clock' | 'pace'
> & { steps: Pick<ItemSteps, 'refuse'> };

/** Keeps the directory's records that an account's uploads are about to overwrite. */
export function createArticleSnapshots(options: SnapshotParts) {
  const { accountId, uploads, versions, clock } = options;
  /** Records in one request: fewer after a query was refused, may have been too long, or found more than one page. */
  let most = pageSize;
  const refusals = new Map<number, number>();

  async function fetch(uploadId: number, group: readonly QueuedItem[], signal: AbortSignal): Promise<Answer> {
    const request = searchRequest('articles', anyOf(group.flatMap(overwrittenLookups)), {
      page: 1,
      pageSize,
    });
    const client = options.client();
    return client.perform(request, client.begin(request, uploadId), { signal });
  }

  /** Stores the snapshots of a group; a record that was not found is new by now. */
  function write(uploadId: number, group: readonly QueuedItem[], hits: readonly FoundHit[]): void {
    const dialect = options.dialect();
    const at = isoNow({ clock });
    const ms = clock.now();
    uploads.transaction(() => {
      for (const item of group) {
        const { id, hash } = item;
        const hit = overwrittenBy(item, hits, dialect);
        if (!hit) uploads.setKept({ id, hash, ms, keeping: 'nothing', versionId: null });
        // Content that an earlier attempt sent is not an earlier version.
        else if (item.versionId !== null && hit.content === item.sentContent)
          uploads.setKept({ id, hash, ms, keeping: 'kept' });
        else {
          const versionId = versions.keep({
            accountId,
            kind: 'article',
            why: 'overwritten',
            uploadId,
            at,
            remoteId: hit.id,
            recordId: item.draftId,
            content: hit.content,
            record: hit.record,
            title: readArticle(hit.record).title,
          });
          uploads.setKept({ id, hash, ms, keeping: 'kept', versionId });
        }
      }
    });
    most = pageSize;
  }

  function settle(uploadId: number, group: readonly QueuedItem[], answer: Answer): void {
    try {
      const { total, hits } = readLookUp(answer, readFound);
      const [item] = group;
      if (total <= hits.length || (group.length === 1 && overwrittenBy(item!, hits, options.dialect())))
        write(uploadId, group, hits);
      else if (group.length > 1) halve(group);
      else holdBack(uploadId, item!, tooManyBeforeSending);
    } catch (error) {
      const isUnreadable = error instanceof UnreadableHit;
      const isTooLong = group.length > 1 && isQueryTooLong(error);
      if (!isUnreadable && !isTooLong && !isQueryRefused(error)) throw error;
      const reason = isUnreadable ? unreadBeforeSending : refusedBeforeSending;
      if (!giveUp(uploadId, group, reason)) throw error;
    }
  }

  function halve(group: readonly QueuedItem[]): void {
    most = Math.floor(group.length / 2);
  }

  function holdBack(uploadId: number, item: QueuedItem, reason: Reason): void {
    uploads.transaction(() =>
      options.steps.refuse('queued', item, ownRefusal(reason, uploadId, isoNow({ clock }))),
    );
    most = pageSize;
  }

  /**
   * Halves a group without a readable answer. After a few times, a single record is held back, because it would
   * overwrite what nobody could restore. Returns false to fail.
   */
  function giveUp(uploadId: number, group: readonly QueuedItem[], reason: Reason): boolean {
    if (group.length > 1) {
      halve(group);
      return true;
    }
    const [item] = group;
    const { id } = item!;
    const times = (refusals.get(id) ?? 0) + 1;
    refusals.set(id, times);
    if (times < maxRefusals) return false;
    refusals.delete(id);
    holdBack(uploadId, item!, reason);
    return true;
  }

  return {
    /** Returns the next records, in order, that need a snapshot before they are sent. */
    missing(uploadId: number): QueuedItem[] {
      if (!uploads.hasKeeping(uploadId)) return [];
      const now = clock.now();
      const batchBytes = options.batchBytes();
      const missing: QueuedItem[] = [];
      let bytes = 0;
      for (const item of uploads.queued(uploadId, clock.monotonic())) {
        if (isHeldBack(item)) continue;
        bytes += item.bytes;
        if (needsSnapshot(item, now)) missing.push(item);
        // A request that is needed anyway also fetches records for later batches.
        if (bytes > batchBytes && missing.length === 0) break;
        if (missing.length >= pageSize) break;
      }
      return missing;
    },
    /** Fetches as many as fit into one request; the caller has acquired the limiter. */
    async take(uploadId: number, items: readonly QueuedItem[], signal: AbortSignal): Promise<AccountOutcome> {
      const lengthOf = (item: QueuedItem) => lookupLength(overwrittenLookups(item));
      const [group = []] = queryGroups(items, lengthOf, { count: most, length: maxQueryLength });
      const wait = Math.max(...group.map((item) => shownIn(item, clock.now(), options.pace.indexDelay)));
      const ids = group.map((item) => item.id);
      if (wait > 0) uploads.setDue(ids, clock.monotonic() + wait);
      else if (group.every((item) => overwrittenLookups(item).length === 0)) write(uploadId, group, []);
      else {
        settle(uploadId, group, await fetch(uploadId, group, signal));
        return fine;
      }
      options.limiter().giveBack();
      return fine;
    },
  };
}

export type FoundHit = Hit & { record: DraftRecord };

/** Look-ups of one record that were refused, or whose hit could not be read, before it is given up. */
const maxRefusals = 3;

/** Reads a search hit together with its record. */
export function readFound(record: unknown): FoundHit | null {
  const hit = readHit(record);
  return hit && { ...hit, record: record as DraftRecord };
}

/** Returns the record that the item would overwrite, preferably the known one. */
function overwrittenBy(item: QueuedItem, hits: readonly FoundHit[], dialect: Dialect): FoundHit | undefined {
  const keys = { doi: item.doiKey, url: item.urlKey };
  const matches = hits.filter((hit) => creationEffect(dialect, keys, [hit.keys]) === 'overwrites');
  return matches.find((hit) => hit.id === item.remoteId) ?? matches[0];
}

/** Returns the milliseconds until search is sure to show the last stored version; 0 or less: it does. */
function shownIn({ draftSentAt }: QueuedItem, now: number, indexDelay: number): number {
  return dueAgain(draftSentAt, indexDelay, now) - now;
}
