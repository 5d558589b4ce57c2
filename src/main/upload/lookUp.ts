import { readArticle } from '../../shared/article/article.ts';
import { articleKeys } from '../../shared/article/articleKeys.ts';
import { sharedKeys } from '../../shared/directory/dialects.ts';
import type { Refusal } from '../../shared/draft/draft.ts';
import { AppError } from '../../shared/errors.ts';
import { isoNow } from '../platform/clock.ts';
import { anyOf, type Lookup } from '../remote/lookupQuery.ts';
import { neverDue } from '../store/uploads/uploadItemQueue.ts';
import type { SentItem } from '../store/uploads/uploadRows.ts';
import { doiLookups, longestQuery, lookupLength, urlLookups } from './articleLookups.ts';
import { gaveUp } from './explain.ts';
import { growing } from './pace.ts';
import type { QueueParts } from './queueParts.ts';
import { releaseIfCancelled } from './settle.ts';
import { storedContentHash } from './storedContent.ts';

/** An article of the directory as a look-up found it. */
export interface Hit {
  id: string;
  created: string;
  updated: string;
  keys: { doi: string | null; url: string | null };
  content: string;
}

/** A record is given up after so many requests that nobody answered. */
const mostAttempts = 5;
/** A request that was lost once may be sent again as it is; lost twice, its records are parted. */
const triesTogether = 2;
/** Records in one look-up. */
const mostRecords = 30;
/** By then a whole request is looked up, in milliseconds; a restart does not wait for it. */
const longestLookUp = 10 * 60_000;
/** How often the id of a stored record is looked for. */
const mostIdLookups = 4;

/** Looks records up in the directory: those of which it is not known whether they were stored, and those without an id. */
export interface LookUps {
  /** Settles unsure items that are due; answers false if the directory could not be asked. */
  settleUnsure(uploadId: number, signal: AbortSignal): Promise<boolean>;
  /** Finds directory ids of done items; answers false if the directory could not be asked. */
  findIds(uploadId: number, signal: AbortSignal): Promise<boolean>;
}

/** Makes the look-ups of one account; the caller has waited for nothing yet. */
export function createLookUps(parts: QueueParts, accountId: string): LookUps {
  const idLookups = new Map<number, number>();
  /** Records whose joint query was refused: one odd value must not keep the others from being found. */
  const alone = new Set<number>();
  /** Items that were not found, by request: they wait until all of it is looked up, so that they go as one batch again. */
  const waiting = new Map<number, { ids: number[]; tries: number }>();

  async function ask(items: readonly SentItem[], signal: AbortSignal): Promise<Hit[] | 'later'> {
    const lookups = items.flatMap(lookupsOf);
    if (lookups.length === 0) return [];
    try {
      const uploadId = items[0]!.uploadId;
      const found = await parts.directory
        .client(accountId)
        .findArticles(anyOf(lookups), { priority: 'bulk', signal, uploadId });
      return found.flatMap(readHit);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Only a refusal of the query itself says that asking again is of no use.
      if (error.code !== 'remote' || !error.details.startsWith('400 ')) return 'later';
      if (items.length === 1) return [];
      for (const item of items) alone.add(item.id);
      return 'later';
    }
  }

  function group(due: readonly SentItem[]): SentItem[] {
    const [first] = due;
    if (!first || alone.has(first.id)) return due.slice(0, 1);
    const taken: SentItem[] = [];
    let length = 0;
    for (const item of due) {
      length += lookupLength(lookupsOf(item));
      if (alone.has(item.id) || taken.length >= mostRecords || (taken.length > 0 && length > longestQuery))
        break;
      taken.push(item);
    }
    return taken;
  }

  return {
    async settleUnsure(uploadId, signal) {
      const now = parts.clock.now();
      const items = group(parts.uploads.sent(uploadId, 'unsure', { dueBy: now, limit: mostRecords }));
      const hits = await ask(items, signal);
      if (hits === 'later') return false;
      parts.uploads.transaction(() => {
        for (const item of items) {
          const hit = matching(item, hits).find((one) => one.content === item.sentContent);
          if (hit) markStored(parts, accountId, item, hit);
          else if (sendAgain(parts, item)) {
            const others = waiting.get(item.requestId)?.ids ?? [];
            waiting.set(item.requestId, { ids: [...others, item.id], tries: item.attempts });
          }
        }
        releaseLookedUp(uploadId);
      });
      for (const item of items) alone.delete(item.id);
      parts.progress.draftsChanged(
        accountId,
        items.map((item) => item.draftId),
      );
      return true;
    },
    async findIds(uploadId, signal) {
      const now = parts.clock.now();
      const items = group(parts.uploads.withoutId(uploadId, now, mostRecords));
      const hits = await ask(items, signal);
      if (hits === 'later') return false;
      parts.uploads.transaction(() => {
        for (const item of items) {
          const found = matching(item, hits);
          const hit = found.find((one) => one.content === item.sentContent) ?? found[0];
          if (hit) {
            parts.uploads.setFound(item.id, {
              outcome: item.outcome ?? outcomeOf(item, hit),
              remoteId: hit.id,
            });
            parts.draftSync.setRemoteId(item.draftId, hit.id);
            idLookups.delete(item.id);
          } else postpone(item);
        }
      });
      parts.progress.draftsChanged(
        accountId,
        items.map((item) => item.draftId),
      );
      return true;
    },
  };

  function releaseLookedUp(uploadId: number): void {
    const open = new Set(parts.uploads.sent(uploadId, 'unsure').map((item) => item.requestId));
    for (const [requestId, { ids, tries }] of waiting) {
      if (open.has(requestId)) continue;
      parts.uploads.setDue(ids, parts.clock.now() + growing(parts.pace.retry, tries, parts.random));
      waiting.delete(requestId);
    }
  }

  function postpone(item: SentItem): void {
    const count = (idLookups.get(item.id) ?? 0) + 1;
    idLookups.set(item.id, count);
    const pause = growing(parts.pace.idLookup, count, parts.random);
    parts.uploads.setDue([item.id], count >= mostIdLookups ? neverDue : parts.clock.now() + pause);
  }
}

/** Found as sent: unsure -> done. */
function markStored(parts: QueueParts, accountId: string, item: SentItem, hit: Hit): void {
  const at = isoNow(parts);
  const isKnown =
    item.knownId === hit.id ||
    item.keptId === hit.id ||
    parts.uploads.isKnownElsewhere(accountId, hit.id, item.draftId);
  const outcome = isKnown ? 'overwrote' : outcomeOf(item, hit);
  parts.uploads.step([item.id], 'unsure', { state: 'done', outcome, remoteId: hit.id, dueMs: 0 }, at);
  const { draftId: id, sentHash: hash, doiKey, urlKey } = item;
  parts.draftSync.setSent([{ id, hash, doiKey, urlKey, remoteId: hit.id, at }]);
  parts.progress.finished(item.uploadId, 1);
}

/** Not found: unsure -> queued (not due before its whole request is looked up), or failed when it was tried often enough by itself. */
function sendAgain(parts: QueueParts, item: SentItem): boolean {
  const at = isoNow(parts);
  const dueMs = parts.clock.now() + longestLookUp;
  if (item.batch > 1 && item.attempts >= triesTogether) {
    const cap = Math.min(item.cap, Math.floor(item.batch / 2));
    parts.uploads.step([item.id], 'unsure', { state: 'queued', cap, attempts: -1, dueMs }, at);
  } else if (item.batch > 1 || item.attempts < mostAttempts) {
    parts.uploads.step([item.id], 'unsure', { state: 'queued', dueMs }, at);
  } else {
    giveUp(parts, item, at);
    return false;
  }
  releaseIfCancelled(parts, { uploadId: item.uploadId, items: [item] });
  return true;
}

function giveUp(parts: QueueParts, item: SentItem, at: string): void {
  const { uploadId } = item;
  const refusal: Refusal = { ...gaveUp(item.attempts), words: '', status: null, reference: '', uploadId, at };
  parts.uploads.step([item.id], 'unsure', { state: 'failed', refusal }, at);
  parts.draftSync.setFailed({ id: item.draftId, refusal, hash: item.sentHash });
  parts.progress.finished(uploadId, 1);
}

/** A record that has never been changed since it was made was new; an older one was overwritten. */
function outcomeOf(item: SentItem, hit: Hit): 'created' | 'overwrote' {
  return item.knownId === hit.id || item.keptId === hit.id || hit.created !== hit.updated
    ? 'overwrote'
    : 'created';
}

function matching(item: SentItem, hits: readonly Hit[]): Hit[] {
  const keys = { doi: item.doiKey, url: item.urlKey };
  return hits.filter((hit) => sharedKeys(keys, hit.keys).length > 0);
}

/** By the DOI where there is one, else by the address. */
function lookupsOf(item: SentItem): Lookup[] {
  const record = item.record === null ? null : JSON.parse(item.record);
  if (item.doiKey === null) return urlLookups(item.urlKey, record);
  const { doi } = record === null ? { doi: '' } : readArticle(record);
  return doiLookups(item.doiKey, [doi, item.doi]);
}

/** What a search hit tells; none where it has no id. */
export function readHit(record: unknown): Hit[] {
  if (typeof record !== 'object' || record === null) return [];
  const { id, created_date, last_updated } = record as Record<string, unknown>;
  if (typeof id !== 'string' || id === '') return [];
  return [
    {
      id,
      created: String(created_date),
      updated: String(last_updated),
      keys: articleKeys(record),
      content: storedContentHash(record),
    },
  ];
}
