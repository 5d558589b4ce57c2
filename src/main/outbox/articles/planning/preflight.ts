import { articleHash, articleToWire, readArticle } from '../../../../shared/article/article.ts';
import { identifierTexts } from '../../../../shared/article/articleKeys.ts';
import { storedArticle } from '../../../../shared/article/storedArticle.ts';
import { takenArticle } from '../../../../shared/article/takenArticle.ts';
import type { Account, Dialect } from '../../../../shared/directory/account.ts';
import { creationEffect } from '../../../../shared/directory/dialects.ts';
import type { DraftRecord } from '../../../../shared/draft/draft.ts';
import { AppError } from '../../../../shared/errors.ts';
import { isObject } from '../../../../shared/json.ts';
import { sameJson } from '../../../../shared/sameJson.ts';
import { serviceIssn } from '../../../../shared/text/identifiers.ts';
import type { RemoteState } from '../../../../shared/upload/upload.ts';
import type { Clock } from '../../../platform/clock.ts';
import { readLookUp, UnreadableHit } from '../../../remote/answers.ts';
import type { DirectoryAccess } from '../../../remote/directoryAccess.ts';
import { anyOf, canLookUp, queryGroups } from '../../../remote/lookupQuery.ts';
import { type RetryLimits, requestWithRetry } from '../../../remote/requestWithRetry.ts';
import { deepestPage, pageSize, searchRequest } from '../../../remote/searchRequest.ts';
import { inBatches } from '../../../store/inBatches.ts';
import type { SendCandidate, SendCandidates } from '../../../store/uploads/sendCandidates.ts';
import { lookupLength, maxQueryLength, overwrittenLookups, ownLookups } from '../articleLookups.ts';
import type { RemoteCache } from '../remoteCache.ts';
import { type Hit, isQueryRefused, isQueryTooLong } from '../sending/articleLookUp.ts';
import { type FoundHit, readFound } from '../sending/articleSnapshots.ts';
import type { Sendable, Survey } from './survey.ts';

export interface PreflightOptions {
  candidates: SendCandidates;
  remoteCache: Pick<RemoteCache, 'note'>;
  directory: Pick<DirectoryAccess, 'client'>;
  account: (id: string) => Account;
  clock: Clock;
  retryLimits?: RetryLimits;
}

/** A draft about to be sent. */
type PreflightDraft = Pick<Sendable, 'draftId' | 'keeping'>;

/** Returns true if we know of no record that the draft would overwrite. */
const isNew = ({ keeping }: PreflightDraft): boolean => keeping === 'no';

/** The result: records that others changed or created at the directory, and why it was not asked. */
export type Preflight = Pick<RemoteState, 'looked' | 'changed' | 'foreign' | 'unasked'>;

/** With more new drafts than this, it may be cheaper to read all articles of their journals. */
const manyNew = 200;
/** The maximum number of ISSNs in one query: the answer repeats it for each page that it names, in 4 kB of headers at most. */
const maxIssns = 40;

/**
 * Asks the directory what these drafts would overwrite, and returns what others changed or created there. The plan uses the
 * result through the cache. Many new drafts are first compared with the articles of their journals, if these are few;
 * records under other ISSNs are missed then. Throws if `signal` is aborted; `unasked` says why the directory was not asked.
 */
export async function preflight(
  options: PreflightOptions,
  accountId: string,
  drafts: readonly PreflightDraft[],
  { signal, checked }: { signal: AbortSignal; checked: (done: number) => void },
): Promise<Preflight> {
  const { candidates, remoteCache } = options;
  const { dialect } = options.account(accountId);
  const state: Preflight = { looked: 0, changed: [], foreign: [], unasked: null };
  const fresh = new Set(drafts.filter(isNew).map(({ draftId }) => draftId));
  const search: Search = (query, page = 1) => searchArticles(options, accountId, query, { page, signal });

  function note(draft: PreflightCandidate, hits: readonly FoundHit[]): void {
    const keys = { doi: draft.doiKey, url: draft.urlKey };
    const matches = hits.filter((hit) => creationEffect(dialect, keys, [hit.keys]) !== 'new');
    // Not every key was asked about, so what was found before stays otherwise.
    if (matches.length > 0)
      remoteCache.note(
        draft.id,
        matches.map((hit) => ({ ...hit.keys, remoteId: hit.id })),
      );
    const overwritten = matches.filter((hit) => creationEffect(dialect, keys, [hit.keys]) === 'overwrites');
    const hit = overwritten.find(({ id }) => id === draft.remoteId) ?? overwritten[0];
    if (!hit || isOurs(candidates, accountId, draft, hit)) return;
    const list = state[fresh.has(draft.id) ? 'foreign' : 'changed'];
    list.push({ draftId: draft.id, title: draft.title, at: hit.updated });
  }

  /** Looks up a group; halves it if the directory refuses its query because of some value, or only counts some hits. */
  async function lookUp(group: readonly PreflightCandidate[]): Promise<void> {
    try {
      const { total, hits } = await search(anyOf(group.flatMap(({ lookups }) => lookups)));
      if (total > hits.length && group.length > 1) await lookUpHalves(group);
      else for (const draft of group) note(draft, hits);
    } catch (error) {
      const isUnreadable = error instanceof UnreadableHit;
      const isTooLong = group.length > 1 && isQueryTooLong(error);
      if (!isUnreadable && !isTooLong && !isQueryRefused(error)) throw error;
      if (group.length > 1) await lookUpHalves(group);
      else if (isUnreadable) {
        state.unasked = error.brief;
        state.looked--;
      }
    }
  }

  async function lookUpHalves(group: readonly PreflightCandidate[]): Promise<void> {
    const half = Math.ceil(group.length / 2);
    await lookUp(group.slice(0, half));
    await lookUp(group.slice(half));
  }

  try {
    const wanted = await mayExist(candidates, fresh, search, signal);
    const left = drafts.filter((draft) => !isNew(draft) || wanted.has(draft.draftId));
    state.looked = drafts.length - left.length;
    checked(state.looked);
    const lengthOf = ({ lookups }: PreflightCandidate) => lookupLength(lookups);
    const most = { count: pageSize, length: maxQueryLength };
    for (const group of queryGroups(candidatesOf(candidates, left, dialect), lengthOf, most)) {
      await lookUp(group);
      state.looked += group.length;
      checked(state.looked);
    }
    // Drafts that cannot be looked up are checked, too, but not counted as looked up.
    checked(drafts.length);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    state.unasked = error.brief;
  }
  return state;
}

/** Returns how many requests a preflight takes at most: by id for known records, by DOI and URL for others. */
export function preflightRequests({ fresh, overwriting }: Pick<Survey, 'fresh' | 'overwriting'>): number {
  return Math.ceil(overwriting / pageSize) + Math.ceil(fresh / newInOneRequest);
}

/** DOIs with their URLs that fit into one request. */
const newInOneRequest = 35;

type PreflightCandidate = SendCandidate & { lookups: ReturnType<typeof overwrittenLookups> };
type Search = (query: string, page?: number) => Promise<{ total: number; hits: FoundHit[] }>;

async function searchArticles(
  { directory, clock, retryLimits }: PreflightOptions,
  accountId: string,
  query: string,
  { page, signal }: { page: number; signal: AbortSignal },
): Promise<{ total: number; hits: FoundHit[] }> {
  const request = searchRequest('articles', query, { page, pageSize });
  const answer = await requestWithRetry(directory.client(accountId), request, {
    priority: 'bulk',
    signal,
    clock,
    retryLimits,
  });
  return readLookUp(answer, readFound);
}

/** Returns the new drafts that the directory may have: all, unless their journals' articles are few enough to read. */
async function mayExist(
  candidates: SendCandidates,
  fresh: ReadonlySet<number>,
  search: Search,
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  if (fresh.size <= manyNew) return fresh;
  const issns = await issnsOf(candidates, [...fresh], signal);
  if (issns.size === 0 || issns.size > maxIssns) return fresh;
  const query = anyOf([...issns].map((value) => ({ field: 'issn', value })));
  const known = new Set<string>();
  try {
    const first = await search(query);
    const pages = Math.ceil(first.total / pageSize);
    if (pages > deepestPage || pages * pageSize > fresh.size) return fresh;
    let came = 0;
    for (let page = 1; page <= pages; page++) {
      const { hits } = page === 1 ? first : await search(query, page);
      came += hits.length;
      for (const key of hits.flatMap(keysOfHit)) known.add(key);
    }
    // The directory may have any draft that is not in what came.
    if (came < first.total) return fresh;
  } catch (error) {
    // Each draft is looked up instead.
    if (error instanceof UnreadableHit) return fresh;
    throw error;
  }
  const found = new Set<number>();
  await inBatches([...fresh], (slice) => {
    for (const draft of candidates.read(slice))
      if (keysOfHit({ keys: { doi: draft.doiKey, url: draft.urlKey } }).some((key) => known.has(key)))
        found.add(draft.id);
  });
  return found;
}

function keysOfHit({ keys }: Pick<Hit, 'keys'>): string[] {
  return [keys.doi === null ? [] : `doi ${keys.doi}`, keys.url === null ? [] : `url ${keys.url}`].flat();
}

/** Returns true if the directory has what we last sent or imported. */
function isOurs(candidates: SendCandidates, accountId: string, draft: SendCandidate, hit: FoundHit): boolean {
  const known = { accountId, draftId: draft.id, remoteId: hit.id };
  const taken = articleToWire(takenArticle(hit.record));
  const respelt = withIdentifiersOf(taken, candidates.record(draft.id));
  return candidates.isKnownContent({
    ...known,
    content: hit.content,
    taken: articleHash(taken),
    respelt: articleHash(respelt),
  });
}

/** The article with the identifiers of the draft, if they differ only in what the directory changes when it stores it. */
function withIdentifiersOf(article: DraftRecord, draft: DraftRecord): DraftRecord {
  const [there, here] = [article, draft].map((record) => identifierTexts(storedArticle(record).identifier));
  if (!sameJson(there, here) || !isObject(article.bibjson)) return article;
  const own = articleToWire(draft).bibjson;
  const identifier = isObject(own) ? own.identifier : undefined;
  return identifier === undefined ? article : { ...article, bibjson: { ...article.bibjson, identifier } };
}

async function issnsOf(
  candidates: SendCandidates,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<Set<string>> {
  const issns = new Set<string>();
  const add = (id: number) => {
    const { pissn, eissn } = readArticle(candidates.record(id));
    for (const issn of [pissn, eissn]) if (canLookUp(issn)) issns.add(serviceIssn(issn));
  };
  // Drafts may be gone by now, and only those that can be read are sent.
  const read = (slice: readonly number[]) => {
    for (const { id, isReadable } of candidates.read(slice)) if (isReadable) add(id);
  };
  await inBatches(ids, read, { size: 100, signal });
  return issns;
}

/** Reads the drafts with their look-ups, without those that cannot be looked up. */
function* candidatesOf(
  candidates: SendCandidates,
  drafts: readonly PreflightDraft[],
  dialect: Dialect,
): Generator<PreflightCandidate> {
  for (let at = 0; at < drafts.length; at += pageSize) {
    const newById = new Map(drafts.slice(at, at + pageSize).map((one) => [one.draftId, isNew(one)]));
    for (const draft of candidates.read([...newById.keys()])) {
      if (!draft.isReadable) continue;
      const lookups = newById.get(draft.id) ? ownLookups(draft, dialect) : overwrittenLookups(draft);
      if (lookups.length > 0) yield { ...draft, lookups };
    }
  }
}
