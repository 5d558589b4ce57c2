import { readArticle } from '../../../shared/article/article.ts';
import type { Dialect } from '../../../shared/directory/account.ts';
import { creationEffect } from '../../../shared/directory/dialects.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { isoNow } from '../../platform/clock.ts';
import { readHits } from '../../remote/answers.ts';
import type { DirectoryClient } from '../../remote/directoryClient.ts';
import type { Answer } from '../../remote/exchange.ts';
import { anyOf } from '../../remote/lookupQuery.ts';
import type { RateLimiter } from '../../remote/rateLimiter.ts';
import { pageSize, searchRequest } from '../../remote/searchRequest.ts';
import type { VersionStore } from '../../store/drafts/versionStore.ts';
import type { QueuedItem } from '../../store/uploads/uploadRows.ts';
import type { UploadStore } from '../../store/uploads/uploadStore.ts';
import { type AccountOutcome, fine } from '../accountOutcome.ts';
import type { ArticlePace } from '../outboxPace.ts';
import { type Hit, isQueryRefused, readHit } from './articleLookUp.ts';
import { longestQuery, lookupLength, overwrittenLookups } from './articleLookups.ts';
import { isHeldBack, needsSnapshot } from './claimBatch.ts';

/** Keeps what an account's uploads are about to overwrite, as the directory has it. */
export interface ArticleSnapshots {
  /** Returns the next records, in their order, of which a snapshot is needed before they go out. */
  missing(uploadId: number): QueuedItem[];
  /** Fetches as many of them as fit into one request, with the limiter's turn that the caller has. */
  take(uploadId: number, items: readonly QueuedItem[], signal: AbortSignal): Promise<AccountOutcome>;
}

export interface SnapshotOptions {
  accountId: string;
  uploads: Pick<UploadStore, 'transaction' | 'hasKeeping' | 'queued' | 'setKept' | 'setDue'>;
  versions: Pick<VersionStore, 'keep'>;
  client: () => DirectoryClient;
  limiter: () => Pick<RateLimiter, 'giveBack'>;
  dialect: () => Dialect;
  batchBytes: () => number;
  clock: { now(): number };
  pace: Pick<ArticlePace, 'indexDelay'>;
}

/** Makes the snapshots of one account. */
export function createArticleSnapshots(options: SnapshotOptions): ArticleSnapshots {
  const { accountId, uploads, versions, clock } = options;
  /** Records in one request: fewer than a page after a query was refused, or found more than a page holds. */
  let most = pageSize;
  const refusals = new Map<number, number>();

  function nextGroup(items: readonly QueuedItem[]): QueuedItem[] {
    let length = 0;
    const fits = (item: QueuedItem, index: number) => {
      length += lookupLength(lookupsOf(item));
      return index === 0 || (index < most && length <= longestQuery);
    };
    const end = items.findIndex((item, index) => !fits(item, index));
    return end < 0 ? [...items] : items.slice(0, end);
  }

  async function fetch(uploadId: number, group: readonly QueuedItem[], signal: AbortSignal): Promise<Answer> {
    const request = searchRequest('articles', anyOf(group.flatMap(lookupsOf)), { page: 1, pageSize });
    const client = options.client();
    return client.perform(request, client.begin(request, uploadId), signal);
  }

  /** A record that is looked for and not found is new by now. */
  function write(uploadId: number, group: readonly QueuedItem[], hits: readonly FoundHit[]): void {
    const dialect = options.dialect();
    const at = isoNow({ clock });
    const ms = clock.now();
    uploads.transaction(() => {
      for (const item of group) {
        const { id, hash } = item;
        const hit = overwrittenBy(item, hits, dialect);
        if (!hit) uploads.setKept({ id, hash, ms, keeping: 'nothing', versionId: null });
        // What an earlier attempt sent is no earlier version.
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
      const { total, results } = readHits(answer);
      if (total > results.length && group.length > 1) halve(group);
      else write(uploadId, group, results.flatMap(readFound));
    } catch (error) {
      if (!isQueryRefused(error) || !giveUp(uploadId, group)) throw error;
    }
  }

  function halve(group: readonly QueuedItem[]): void {
    most = Math.max(1, Math.floor(group.length / 2));
  }

  /**
   * One odd value must not keep the others from being found, and a record whose own query is refused a few times cannot be
   * looked for; returns true if either was settled.
   */
  function giveUp(uploadId: number, group: readonly QueuedItem[]): boolean {
    const [only] = group;
    if (!only || group.length > 1) {
      halve(group);
      return true;
    }
    const times = (refusals.get(only.id) ?? 0) + 1;
    refusals.set(only.id, times);
    if (times < mostRefusals) return false;
    write(uploadId, group, []);
    refusals.delete(only.id);
    return true;
  }

  return {
    missing(uploadId) {
      if (!uploads.hasKeeping(uploadId)) return [];
      const now = clock.now();
      const batchBytes = options.batchBytes();
      const missing: QueuedItem[] = [];
      let bytes = 0;
      for (const item of uploads.queued(uploadId, now)) {
        if (isHeldBack(item)) continue;
        bytes += item.bytes;
        if (needsSnapshot(item, now)) missing.push(item);
        // A request that is needed at all also fetches for the batches after this one, as far as they fit.
        if (bytes > batchBytes && missing.length === 0) break;
        if (missing.length >= pageSize) break;
      }
      return missing;
    },
    async take(uploadId, items, signal) {
      const group = nextGroup(items);
      const wait = Math.max(...group.map((item) => shownIn(item, clock.now(), options.pace.indexDelay)));
      const ids = group.map((item) => item.id);
      if (wait > 0) uploads.setDue(ids, clock.now() + wait);
      else if (group.every((item) => lookupsOf(item).length === 0)) write(uploadId, group, []);
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

/** So often the look-up of one record may be refused before the record goes without a snapshot. */
const mostRefusals = 3;

/** Returns what a search hit tells, with its record. */
export function readFound(record: unknown): FoundHit[] {
  return readHit(record).map((hit) => ({ ...hit, record: record as DraftRecord }));
}

function lookupsOf(item: QueuedItem) {
  return overwrittenLookups(item, () => JSON.parse(item.record!));
}

/** Returns the record that the directory would overwrite with the item, if any: the known one before others. */
function overwrittenBy(item: QueuedItem, hits: readonly FoundHit[], dialect: Dialect): FoundHit | undefined {
  const keys = { doi: item.doiKey, url: item.urlKey };
  const matches = hits.filter((hit) => creationEffect(dialect, keys, [hit.keys]) === 'overwrites');
  return matches.find((hit) => hit.id === item.remoteId) ?? matches[0];
}

/** Returns the milliseconds until search is sure to show what was last stored of the draft. */
function shownIn({ draftSentAt }: QueuedItem, now: number, indexDelay: number): number {
  if (draftSentAt === null) return 0;
  const since = now - Date.parse(draftSentAt);
  return since >= 0 && since < indexDelay ? indexDelay - since : 0;
}
