import { articleKeys } from '../../../../shared/article/articleKeys.ts';
import { storedContentHash } from '../../../../shared/article/storedContent.ts';
import { sharedKeys } from '../../../../shared/directory/dialects.ts';
import { AppError } from '../../../../shared/errors.ts';
import { type Instant, readInstant } from '../../../../shared/instant.ts';
import { isObject, member } from '../../../../shared/json.ts';
import { type RemoteId, readRemoteId } from '../../../../shared/remoteId.ts';
import { maxUnread, outboxStep } from '../../../../shared/upload/outboxSteps.ts';
import { isoNow } from '../../../platform/clock.ts';
import { UnreadableHit } from '../../../remote/answers.ts';
import { anyOf, type Lookup, queryGroups } from '../../../remote/lookupQuery.ts';
import { neverDue } from '../../../store/uploads/uploadItemQueue.ts';
import type { SentItem } from '../../../store/uploads/uploadRows.ts';
import { type AccountOutcome, fine } from '../../accountOutcome.ts';
import { backoff } from '../../backoff.ts';
import { doiLookups, lookupLength, maxQueryLength, urlLookups } from '../articleLookups.ts';
import type { ArticleParts } from '../articleParts.ts';
import type { Progress } from '../progress.ts';
import { gaveUp, ownRefusal, unreadAfterSending } from '../refusals.ts';
import type { ItemSteps } from './itemSteps.ts';

/** An article of the directory as a look-up found it. */
export interface Hit {
  id: RemoteId;
  /** null: the directory does not say. */
  created: Instant | null;
  updated: Instant | null;
  keys: { doi: string | null; url: string | null };
  content: string;
}

/** A request may be sent again unchanged once; after that its records are divided. */
const triesTogether = 2;
/** The maximum number of records in one look-up; fewer after a query that may have been too long, until one succeeds. */
const maxRecords = 30;
/** Milliseconds until a whole request is sure to be looked up; a restart does not wait for it. */
const maxLookUpTime = 10 * 60_000;
/** How many times the id of a stored record is looked up. */
const maxIdLookups = 4;

type LookUpParts = Pick<
  ArticleParts,
  'accountId' | 'uploads' | 'draftSync' | 'client' | 'storesLater' | 'clock' | 'pace' | 'random'
> & { steps: ItemSteps; progress: Pick<Progress, 'draftsChanged'> };

/** Looks up an account's records: unclear ones, and stored ones whose directory id is unknown. */
export function createArticleLookUp(options: LookUpParts) {
  const { accountId, uploads, draftSync, steps, progress, clock, pace, random } = options;
  const idLookups = new Map<number, number>();
  /** Times that the hit for a record could not be read. */
  const unread = new Map<number, number>();
  /** Records whose joint query was refused, or whose hits are not all there to be read: each is looked up alone. */
  const alone = new Set<number>();
  /** When records of a batch were first not found, by request. */
  const firstLookUps = new Map<number, number>();
  let most = maxRecords;
  /** Items that were not found, by request: they wait for the whole request, to be sent as one batch again. */
  const waiting = new Map<number, { uploadId: number; ids: number[]; tries: number }>();

  /**
   * Returns null if its records are to be looked up in halves, because the query may have been too long, or one by one,
   * because it was refused, or a hit cannot be read or is only counted. A record that is alone may still be there: no such
   * answer says that it is absent.
   */
  async function find(
    items: readonly SentItem[],
    signal: AbortSignal,
  ): Promise<readonly Hit[] | 'unreadable' | null> {
    const lookups = items.flatMap(lookupsOf);
    if (lookups.length === 0) return [];
    try {
      const [first] = items;
      const asked = { priority: 'bulk', signal, uploadId: first!.uploadId } as const;
      const { total, hits } = await options.client().findArticles(anyOf(lookups), readHit, asked);
      most = maxRecords;
      if (total <= hits.length || (items.length === 1 && asSent(first!, hits))) return hits;
    } catch (error) {
      if (items.length > 1 && isQueryTooLong(error)) {
        most = Math.floor(items.length / 2);
        return null;
      }
      if (!(error instanceof UnreadableHit) && !isQueryRefused(error)) throw error;
    }
    if (items.length === 1) return 'unreadable';
    for (const item of items) alone.add(item.id);
    return null;
  }

  /** Returns the first items that fit into one query; one that is looked up alone fills it. */
  function nextGroup(due: readonly SentItem[]): SentItem[] {
    const lengthOf = (item: SentItem) =>
      alone.has(item.id) ? Number.POSITIVE_INFINITY : lookupLength(lookupsOf(item));
    const [group = []] = queryGroups(due, lengthOf, { count: most, length: maxQueryLength });
    return group;
  }

  function settle(item: SentItem, hits: readonly Hit[] | 'unreadable'): void {
    if (hits === 'unreadable') {
      settleUnread(item);
      return;
    }
    unread.delete(item.id);
    const hit = asSent(item, hits);
    const runsFor = hit ? 0 : stillRunsFor(item);
    if (hit) {
      const isKnown = uploads.isKnownElsewhere(accountId, hit.id, item.draftId);
      const outcome = isKnown ? 'overwrote' : outcomeOf(item, hit);
      steps.store(item.uploadId, 'unsure', [{ item, outcome, remoteId: hit.id }]);
    } else if (isGivenUp(item)) {
      const refusal = ownRefusal(gaveUp(item.attempts), item.uploadId, isoNow({ clock }));
      steps.fail(item, refusal);
    } else if (runsFor > 0) {
      lookUpLater(item, runsFor);
    } else {
      sendAgain(item);
      const others = waiting.get(item.requestId);
      const ids = others ? [...others.ids, item.id] : [item.id];
      waiting.set(item.requestId, { uploadId: item.uploadId, ids, tries: item.attempts });
    }
  }

  /** The directory may have the article, so it is not sent again before a person decides that. */
  function settleUnread(item: SentItem): void {
    const times = (unread.get(item.id) ?? 0) + 1;
    unread.set(item.id, times);
    if (times < maxUnread) {
      uploads.setDue([item.id], clock.monotonic() + backoff(pace.idLookup, times, random));
      return;
    }
    unread.delete(item.id);
    steps.fail(item, ownRefusal(unreadAfterSending, item.uploadId, isoNow({ clock })), 'unreadable');
  }

  /**
   * Returns the milliseconds until the directory is sure to have ended the request of a batch: sending it again meanwhile
   * would store its articles twice. Counted from the first look-up, which no change of the wall clock shortens.
   */
  function stillRunsFor({ requestId, batch, isUnanswered }: SentItem): number {
    if (batch === 1 || isUnanswered === 0 || options.storesLater()) return 0;
    const now = clock.monotonic();
    if (!firstLookUps.has(requestId)) firstLookUps.set(requestId, now);
    return firstLookUps.get(requestId)! + pace.bulkTime - now;
  }

  /** Looks an item up again after twice the time since the first look-up, and when its request is over. */
  function lookUpLater(item: SentItem, runsFor: number): void {
    const since = pace.bulkTime - runsFor;
    uploads.setDue([item.id], clock.monotonic() + Math.min(runsFor, Math.max(pace.timeoutDelay, since)));
  }

  /** Queues an item again, to be sent after its whole request is looked up. */
  function sendAgain(item: SentItem): void {
    // A single record is the whole request.
    if (item.batch === 1) {
      steps.queueAgain(item.uploadId, 'unsure', 'not found', [item]);
      return;
    }
    const dueMs = clock.monotonic() + maxLookUpTime;
    const cap = Math.floor(item.batch / 2);
    const divided = item.attempts >= triesTogether ? { cap, attempts: -1 } : {};
    steps.queueAgain(item.uploadId, 'unsure', 'batch not found', [item], { dueMs, ...divided });
  }

  /** Releases the waiting items of an upload's requests that are completely looked up. */
  function releaseLookedUp(uploadId: number): void {
    if (waiting.size === 0) return;
    const open = new Set(uploads.sent(uploadId, 'unsure').map((item) => item.requestId));
    for (const [requestId, { uploadId: ofUpload, ids, tries }] of waiting) {
      if (ofUpload !== uploadId || open.has(requestId)) continue;
      uploads.setDue(ids, clock.monotonic() + backoff(pace.retry, tries, random));
      waiting.delete(requestId);
    }
  }

  function noteId(item: SentItem, hits: readonly Hit[] | 'unreadable'): void {
    const hit = hits === 'unreadable' ? undefined : (asSent(item, hits) ?? matching(item, hits)[0]);
    if (!hit) {
      postpone(item);
      return;
    }
    uploads.setFound(item.id, { outcome: outcomeOf(item, hit), remoteId: hit.id });
    const { draftId, doiKey, urlKey } = item;
    draftSync.setFoundId({ id: draftId, doiKey, urlKey, remoteId: hit.id });
    idLookups.delete(item.id);
  }

  function postpone(item: SentItem): void {
    const count = (idLookups.get(item.id) ?? 0) + 1;
    idLookups.set(item.id, count);
    const pause = backoff(pace.idLookup, count, random);
    uploads.setDue([item.id], count >= maxIdLookups ? neverDue : clock.monotonic() + pause);
  }

  /** Looks up the first due items and stores the results in one transaction. */
  async function lookUp(
    due: readonly SentItem[],
    signal: AbortSignal,
    write: (item: SentItem, hits: readonly Hit[] | 'unreadable') => void,
  ): Promise<AccountOutcome> {
    const items = nextGroup(due);
    const hits = await find(items, signal);
    if (hits === null) return fine;
    uploads.transaction(() => {
      for (const item of items) write(item, hits);
      if (items[0]) releaseLookedUp(items[0].uploadId);
    });
    for (const item of items) alone.delete(item.id);
    progress.draftsChanged(
      accountId,
      items.map((item) => item.draftId),
    );
    return fine;
  }

  return {
    /** Settles unclear items that are due; throws AppError if the directory could not be asked. */
    lookUpUnclear(uploadId: number, signal: AbortSignal): Promise<AccountOutcome> {
      const due = uploads.sent(uploadId, 'unsure', { dueBy: clock.monotonic(), limit: maxRecords });
      return lookUp(due, signal, settle);
    },
    /** Finds directory ids of stored items; throws AppError if the directory could not be asked. */
    findIds(uploadId: number, signal: AbortSignal): Promise<AccountOutcome> {
      return lookUp(uploads.withoutId(uploadId, clock.monotonic(), maxRecords), signal, noteId);
    },
  };
}

const refused: ReadonlySet<number | null> = new Set([400, 414]);

/** Returns true if the directory, or a server in front, refused a search because of its query. */
export function isQueryRefused(error: unknown): boolean {
  return error instanceof AppError && error.code === 'remote' && refused.has(error.status);
}

/** Returns true if a server in front may have found the query, or the header that repeats it, too long. */
export function isQueryTooLong(error: unknown): boolean {
  return error instanceof AppError && (error.status === 414 || error.status === 502);
}

/** Reads a search hit; null if its id, or what the directory recognises an article by, cannot be read. */
export function readHit(record: unknown): Hit | null {
  const id = readRemoteId(member(record, 'id'));
  if (id === null || !hasReadableKeys(member(record, 'bibjson'))) return null;
  return {
    id,
    created: readInstant(member(record, 'created_date')),
    updated: readInstant(member(record, 'last_updated')),
    keys: articleKeys(record),
    content: storedContentHash(record),
  };
}

/** Returns true if the DOI and the address of an article are there to be read, or absent. */
function hasReadableKeys(bibjson: unknown): boolean {
  if (!isObject(bibjson)) return false;
  return [bibjson.identifier, bibjson.link].every((list) => {
    if (list === undefined || list === null) return true;
    return (
      Array.isArray(list) && list.every((entry) => isObject(entry) && Object.values(entry).every(isPlain))
    );
  });
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

function isGivenUp({ batch, attempts }: SentItem): boolean {
  return batch === 1 && outboxStep('articles', 'unsure', 'not found', attempts).to === 'failed';
}

/** A record that was never changed is new; an older one was overwritten. */
function outcomeOf(item: SentItem, hit: Hit): 'created' | 'overwrote' {
  // The directory sets the two dates one after the other.
  const { created, updated } = hit;
  const isChanged = created !== null && updated !== null && Date.parse(updated) - Date.parse(created) > 5_000;
  return item.knownId === hit.id || item.keptId === hit.id || isChanged ? 'overwrote' : 'created';
}

function matching(item: SentItem, hits: readonly Hit[]): Hit[] {
  const keys = { doi: item.doiKey, url: item.urlKey };
  return hits.filter((hit) => sharedKeys(keys, hit.keys).length > 0);
}

/** The hit with the content that was sent. */
function asSent(item: SentItem, hits: readonly Hit[]): Hit | undefined {
  return matching(item, hits).find((hit) => hit.content === item.sentContent);
}

/** Looks up by DOI if there is one, otherwise by URL. */
function lookupsOf(item: SentItem): Lookup[] {
  if (item.doiKey === null) return urlLookups(item.urlKey);
  return doiLookups(item.doiKey);
}
