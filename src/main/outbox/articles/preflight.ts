import { articleHash, articleToWire, readArticle } from '../../../shared/article/article.ts';
import { takenArticle } from '../../../shared/article/takenArticle.ts';
import type { Account, Dialect } from '../../../shared/directory/account.ts';
import { creationEffect } from '../../../shared/directory/dialects.ts';
import { AppError } from '../../../shared/errors.ts';
import { serviceIssn } from '../../../shared/text/identifiers.ts';
import type { RemoteState } from '../../../shared/upload/upload.ts';
import type { Clock } from '../../platform/clock.ts';
import { readHits } from '../../remote/answers.ts';
import type { DirectoryAccess } from '../../remote/directoryAccess.ts';
import { anyOf, canLookUp } from '../../remote/lookupQuery.ts';
import { type Patience, requestWithRetry } from '../../remote/requestWithRetry.ts';
import { deepestPage, pageSize, searchRequest } from '../../remote/searchRequest.ts';
import { inBatches } from '../../store/inBatches.ts';
import type { SendCandidate, SendCandidates } from '../../store/uploads/sendCandidates.ts';
import { type Hit, isQueryRefused } from './articleLookUp.ts';
import { longestQuery, lookupLength, overwrittenLookups, ownLookups } from './articleLookups.ts';
import { type FoundHit, readFound } from './articleSnapshots.ts';
import type { RemoteCache } from './remoteCache.ts';

export interface PreflightOptions {
  candidates: SendCandidates;
  remoteCache: Pick<RemoteCache, 'note'>;
  directory: Pick<DirectoryAccess, 'client'>;
  account: (id: string) => Account;
  clock: Clock;
  patience?: Patience;
}

/** A draft about to be sent; `isNew`: no record is known here that it would overwrite. */
export interface PreflightDraft {
  draftId: number;
  isNew: boolean;
}

/** The first so many are named. */
const longestList = 100;
/** With more new drafts than this the articles of their journals are counted first: where there are few, reading those is cheaper. */
const manyNew = 200;
/** Journals that are asked about together. */
const mostIssns = 100;

/**
 * Asks the directory what these drafts would overwrite, a hundred in one request, and returns what somebody else changed
 * or made there. The result is noted in the cache, so that the plan counts on it. Many new drafts are first compared with
 * the articles of their own journals, where these are few; a record under other ISSNs is not seen then. Throws when
 * `signal` is aborted; where the directory cannot be asked, returns why and what was learnt until then.
 */
export async function preflight(
  options: PreflightOptions,
  accountId: string,
  drafts: readonly PreflightDraft[],
  { signal, checked }: { signal: AbortSignal; checked: (done: number) => void },
): Promise<RemoteState> {
  const { candidates, remoteCache } = options;
  const { dialect } = options.account(accountId);
  const state: RemoteState = {
    looked: 0,
    changed: [],
    changedCount: 0,
    foreign: [],
    foreignCount: 0,
    unasked: null,
  };
  const fresh = new Set(drafts.filter(({ isNew }) => isNew).map(({ draftId }) => draftId));
  const search: Search = (query, page = 1) => searchArticles(options, accountId, query, { page, signal });

  function note(draft: PreflightCandidate, hits: readonly FoundHit[]): void {
    const keys = { doi: draft.doiKey, url: draft.urlKey };
    const matches = hits.filter((hit) => creationEffect(dialect, keys, [hit.keys]) !== 'new');
    if (matches.length > 0)
      remoteCache.note(
        draft.id,
        matches.map((hit) => ({ ...hit.keys, remoteId: hit.id })),
      );
    const overwritten = matches.filter((hit) => creationEffect(dialect, keys, [hit.keys]) === 'overwrites');
    const hit = overwritten.find(({ id }) => id === draft.remoteId) ?? overwritten[0];
    if (!hit || isOurs(candidates, accountId, draft, hit)) return;
    const isForeign = fresh.has(draft.id);
    state[isForeign ? 'foreignCount' : 'changedCount'] += 1;
    const list = state[isForeign ? 'foreign' : 'changed'];
    if (list.length < longestList) list.push({ draftId: draft.id, title: draft.title, at: hit.updated });
  }

  /** One odd value must not keep the others from being found. */
  async function lookUp(group: readonly PreflightCandidate[]): Promise<void> {
    try {
      const { total, hits } = await search(anyOf(group.flatMap(({ lookups }) => lookups)));
      if (total > pageSize && group.length > 1) await lookUpHalves(group);
      else for (const draft of group) note(draft, hits);
    } catch (error) {
      if (!isQueryRefused(error)) throw error;
      if (group.length > 1) await lookUpHalves(group);
    }
  }

  async function lookUpHalves(group: readonly PreflightCandidate[]): Promise<void> {
    const half = Math.ceil(group.length / 2);
    await lookUp(group.slice(0, half));
    await lookUp(group.slice(half));
  }

  try {
    const wanted = await mayExist(candidates, fresh, search, signal);
    const left = drafts.filter(({ draftId, isNew }) => !isNew || wanted.has(draftId));
    let done = drafts.length - left.length;
    state.looked = done;
    checked(done);
    for await (const group of groupsOf(candidates, left, dialect)) {
      signal.throwIfAborted();
      if (group.drafts.length > 0) await lookUp(group.drafts);
      // A draft that cannot be looked up is done, but nobody knows what the directory has of it.
      state.looked += group.drafts.length;
      done += group.size;
      checked(done);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    state.unasked = error.brief;
  }
  return state;
}

/** Returns how many requests a preflight takes at most: by id for records that are known, by DOI and address for others. */
export function preflightRequests(drafts: readonly PreflightDraft[]): number {
  const known = drafts.filter(({ isNew }) => !isNew).length;
  return Math.ceil(known / pageSize) + Math.ceil((drafts.length - known) / newInOneRequest);
}

/** So many DOIs with their addresses fit into one request. */
const newInOneRequest = 35;

type PreflightCandidate = SendCandidate & { lookups: ReturnType<typeof overwrittenLookups> };
type Search = (query: string, page?: number) => Promise<{ total: number; hits: FoundHit[] }>;

async function searchArticles(
  { directory, clock, patience }: PreflightOptions,
  accountId: string,
  query: string,
  { page, signal }: { page: number; signal: AbortSignal },
): Promise<{ total: number; hits: FoundHit[] }> {
  const request = searchRequest('articles', query, { page, pageSize });
  const answer = await requestWithRetry(directory.client(accountId), request, {
    priority: 'bulk',
    signal,
    clock,
    patience,
  });
  const { total, results } = readHits(answer);
  return { total, hits: results.flatMap(readFound) };
}

/** Returns the new drafts that the directory may have: all of them, unless their journals' articles are few enough to be read. */
async function mayExist(
  candidates: SendCandidates,
  fresh: ReadonlySet<number>,
  search: Search,
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  if (fresh.size <= manyNew) return fresh;
  const issns = await issnsOf(candidates, [...fresh], signal);
  if (issns.size === 0 || issns.size > mostIssns) return fresh;
  const query = anyOf([...issns].map((value) => ({ field: 'issn', value })));
  const first = await search(query);
  const pages = Math.ceil(first.total / pageSize);
  if (pages > deepestPage || pages * pageSize > fresh.size) return fresh;
  const known = new Set(first.hits.flatMap(keysOfHit));
  for (let page = 2; page <= pages; page++)
    for (const hit of (await search(query, page)).hits) for (const key of keysOfHit(hit)) known.add(key);
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

/** Returns true if the directory has what was last sent or taken from here. */
function isOurs(candidates: SendCandidates, accountId: string, draft: SendCandidate, hit: FoundHit): boolean {
  const known = { accountId, draftId: draft.id, remoteId: hit.id };
  const taken = articleHash(articleToWire(takenArticle(hit.record), '4.0'));
  return candidates.isKnownContent({ ...known, content: hit.content, taken });
}

async function issnsOf(
  candidates: SendCandidates,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<Set<string>> {
  const issns = new Set<string>();
  const read = (id: number) => {
    const { pissn, eissn } = readArticle(candidates.record(id));
    for (const issn of [pissn, eissn]) if (issn !== '' && canLookUp(issn)) issns.add(serviceIssn(issn));
  };
  await inBatches(ids, (slice) => slice.forEach(read), { size: 100, signal });
  return issns;
}

/** Groups the drafts so that each group fits into one request; `size` also counts those that cannot be looked up. */
async function* groupsOf(
  candidates: SendCandidates,
  drafts: readonly PreflightDraft[],
  dialect: Dialect,
): AsyncGenerator<{ drafts: PreflightCandidate[]; size: number }> {
  const isNew = new Map(drafts.map((one) => [one.draftId, one.isNew]));
  let group: PreflightCandidate[] = [];
  let [size, length] = [0, 0];
  for (let at = 0; at < drafts.length; at += pageSize) {
    const ids = drafts.slice(at, at + pageSize).map(({ draftId }) => draftId);
    for (const draft of candidates.read(ids)) {
      const record = () => candidates.record(draft.id);
      const lookups = isNew.get(draft.id)
        ? ownLookups(draft, record, dialect)
        : overwrittenLookups(draft, record);
      const more = lookupLength(lookups);
      if (group.length >= pageSize || (group.length > 0 && length + more > longestQuery)) {
        yield { drafts: group, size };
        [group, size, length] = [[], 0, 0];
      }
      size += 1;
      if (lookups.length > 0) group.push({ ...draft, lookups });
      length += more;
    }
  }
  if (size > 0) yield { drafts: group, size };
}
