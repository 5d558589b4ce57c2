import { readArticle } from '../../shared/article/article.ts';
import { creationEffect } from '../../shared/directory/dialects.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { isoNow } from '../platform/clock.ts';
import { readHits } from '../remote/answers.ts';
import type { Answer } from '../remote/exchange.ts';
import { anyOf } from '../remote/lookupQuery.ts';
import { pageSize, searchRequest } from '../remote/searchRequest.ts';
import type { QueuedItem } from '../store/uploads/uploadRows.ts';
import { longestQuery, lookupLength, overwrittenLookups } from './articleLookups.ts';
import { isTurnedDown, isUnkept } from './claimBatch.ts';
import { type Hit, readHit } from './lookUp.ts';
import type { QueueParts } from './queueParts.ts';
import type { Consequence } from './settle.ts';

/** Fetches what an account's uploads are about to overwrite, and keeps it. */
export interface Keeper {
  /** The next records that have to be fetched before anything goes out, in their order; none: the next batch may go. */
  missing(uploadId: number): QueuedItem[];
  /** Fetches as many of them as fit into one request, keeps them in one transaction, and answers what that means for the account. */
  keep(uploadId: number, items: readonly QueuedItem[], signal: AbortSignal): Promise<Consequence>;
}

/** Makes the keeper of one account; the caller has waited for the limiter. */
export function createKeeper(parts: QueueParts, accountId: string): Keeper {
  const { uploads, clock } = parts;
  /** Fewer than a page where a query was refused, or found more than a page holds. */
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

  async function ask(uploadId: number, items: readonly QueuedItem[], signal: AbortSignal): Promise<Answer> {
    const request = searchRequest('articles', anyOf(items.flatMap(lookupsOf)), { page: 1, pageSize });
    const client = parts.directory.client(accountId);
    return client.perform(request, client.begin(request, uploadId), signal);
  }

  /** Writes down what was there; a record that is looked for and not found is new by now. */
  function write(uploadId: number, items: readonly QueuedItem[], hits: readonly FoundHit[]): void {
    const { dialect } = parts.account(accountId);
    const at = isoNow(parts);
    const ms = clock.now();
    uploads.transaction(() => {
      for (const item of items) {
        const { id, hash } = item;
        const hit = overwrittenBy(item, hits, dialect);
        if (!hit) uploads.setKept({ id, hash, ms, keeping: 'nothing', versionId: null });
        // Our own words of an earlier attempt are no earlier version.
        else if (item.versionId !== null && hit.content === item.sentContent)
          uploads.setKept({ id, hash, ms, keeping: 'kept' });
        else {
          const versionId = parts.versions.keep({
            ...{ accountId, kind: 'article', why: 'overwritten', uploadId, at },
            ...{ remoteId: hit.id, recordId: item.draftId, content: hit.content, record: hit.record },
            title: readArticle(hit.record).title,
          });
          uploads.setKept({ id, hash, ms, keeping: 'kept', versionId });
        }
      }
    });
  }

  function settle(uploadId: number, group: readonly QueuedItem[], answer: Answer): Consequence {
    if (answer.kind === 'silence' && answer.why === 'offline') return { isOffline: true };
    try {
      const { total, results } = readHits(answer);
      if (total > results.length && group.length > 1) halve(group);
      else {
        write(uploadId, group, results.flatMap(readFound));
        most = pageSize;
      }
      return {};
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (answer.kind === 'silence' || answer.status !== 400 || error.code !== 'remote')
        return consequenceOf(error);
      return refused(uploadId, group, error);
    }
  }

  function halve(group: readonly QueuedItem[]): void {
    most = Math.max(1, Math.floor(group.length / 2));
  }

  /** One odd value must not keep the others from being found; refused by itself a few times, it cannot be looked for. */
  function refused(uploadId: number, group: readonly QueuedItem[], error: AppError): Consequence {
    const [only] = group;
    if (!only || group.length > 1) {
      halve(group);
      return {};
    }
    const times = (refusals.get(only.id) ?? 0) + 1;
    refusals.set(only.id, times);
    if (times < mostRefusals) return consequenceOf(error);
    write(uploadId, group, []);
    refusals.delete(only.id);
    most = pageSize;
    return {};
  }

  return {
    missing(uploadId) {
      if (!uploads.hasKeeping(uploadId)) return [];
      const now = clock.now();
      const { batchBytes } = parts.settings();
      const missing: QueuedItem[] = [];
      let bytes = 0;
      for (const item of uploads.queued(uploadId, now)) {
        if (isTurnedDown(item)) continue;
        bytes += item.bytes;
        if (isUnkept(item, now)) missing.push(item);
        // What is fetched at all is fetched for the batches after this one, too, as far as it fits into the request.
        if (bytes > batchBytes && missing.length === 0) break;
        if (missing.length >= pageSize) break;
      }
      return missing;
    },
    async keep(uploadId, items, signal) {
      const group = nextGroup(items);
      // Search shows a record about a second after it was written.
      const wait = Math.max(...group.map((item) => shownIn(item, clock.now(), parts.pace.indexDelay)));
      const ids = group.map((item) => item.id);
      if (wait > 0) uploads.setDue(ids, clock.now() + wait);
      else if (group.every((item) => lookupsOf(item).length === 0)) write(uploadId, group, []);
      else return settle(uploadId, group, await ask(uploadId, group, signal));
      parts.directory.limiter(accountId).giveBack();
      return {};
    },
  };
}

type FoundHit = Hit & { record: DraftRecord };

/** So often the look-up of one record may be refused before it goes without. */
const mostRefusals = 3;

function readFound(record: unknown): FoundHit[] {
  return readHit(record).map((hit) => ({ ...hit, record: record as DraftRecord }));
}

function lookupsOf(item: QueuedItem) {
  return overwrittenLookups(item, () => JSON.parse(item.record!));
}

/** The record that the directory would overwrite with the item, if any: the known one before others. */
function overwrittenBy(
  item: QueuedItem,
  hits: readonly FoundHit[],
  dialect: Parameters<typeof creationEffect>[0],
): FoundHit | undefined {
  const keys = { doi: item.doiKey, url: item.urlKey };
  const matches = hits.filter((hit) => creationEffect(dialect, keys, [hit.keys]) === 'overwrites');
  return matches.find((hit) => hit.id === item.remoteId) ?? matches[0];
}

/** Milliseconds until search is sure to show what was stored of the draft last. */
function shownIn({ draftSentAt }: QueuedItem, now: number, indexDelay: number): number {
  if (draftSentAt === null) return 0;
  const since = now - Date.parse(draftSentAt);
  return since >= 0 && since < indexDelay ? indexDelay - since : 0;
}

/** Nothing is overwritten before what is there could be fetched: it is tried again, with growing pauses. */
function consequenceOf(error: AppError): Consequence {
  switch (error.code) {
    case 'rate_limited':
    case 'cancelled':
      return {};
    case 'version_retired':
      return { pause: { by: 'version', message: msg('queue.paused.version') } };
    default:
      return { trouble: { message: msg('queue.waiting.keeping', { words: error.problem }) } };
  }
}
