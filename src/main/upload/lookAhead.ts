import { articleHash, articleToWire, readArticle } from '../../shared/article/article.ts';
import { takenArticle } from '../../shared/article/takenArticle.ts';
import type { Account, Dialect } from '../../shared/directory/account.ts';
import { creationEffect } from '../../shared/directory/dialects.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import { AppError } from '../../shared/errors.ts';
import { serviceIssn } from '../../shared/text/identifiers.ts';
import type { There } from '../../shared/upload/upload.ts';
import type { Clock } from '../platform/clock.ts';
import { readHits } from '../remote/answers.ts';
import type { DirectoryAccess } from '../remote/directoryAccess.ts';
import { anyOf, canLookUp } from '../remote/lookupQuery.ts';
import { type Patience, patientAsk } from '../remote/patientAsk.ts';
import { deepestPage, pageSize, searchRequest } from '../remote/searchRequest.ts';
import { inSlices } from '../store/inSlices.ts';
import type { SendCandidate, SendCandidates } from '../store/uploads/sendCandidates.ts';
import { longestQuery, lookupLength, overwrittenLookups, ownLookups } from './articleLookups.ts';
import { type Hit, readHit } from './lookUp.ts';
import type { SeenThere } from './seenThere.ts';

export interface LookAheadParts {
  candidates: SendCandidates;
  seenThere: Pick<SeenThere, 'note'>;
  directory: Pick<DirectoryAccess, 'client'>;
  account: (id: string) => Account;
  clock: Clock;
  patience?: Patience;
}

/** A draft about to be sent; `isNew`: nothing is known here of a record that it would overwrite. */
export interface LookedDraft {
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
 * Looks at the directory for what these drafts would overwrite, a hundred in one request, and answers what somebody else
 * changed or made there. What is found is noted, so that the plan counts on it. Many new drafts are first held against
 * the articles of their own journals, where these are few; one that stands under other ISSNs is not seen then. Throws when
 * `signal` is aborted; where the directory cannot be asked, says why and what was learnt until then.
 */
export async function lookAhead(
  parts: LookAheadParts,
  accountId: string,
  drafts: readonly LookedDraft[],
  { signal, looked }: { signal: AbortSignal; looked: (done: number) => void },
): Promise<There> {
  const { candidates, seenThere } = parts;
  const { dialect } = parts.account(accountId);
  const there: There = {
    looked: 0,
    changed: [],
    changedCount: 0,
    foreign: [],
    foreignCount: 0,
    unasked: null,
  };
  const news = new Set(drafts.filter(({ isNew }) => isNew).map(({ draftId }) => draftId));

  async function search(query: string, page = 1): Promise<{ total: number; hits: FoundHit[] }> {
    const request = searchRequest('articles', query, { page, pageSize });
    const client = parts.directory.client(accountId);
    const patience = parts.patience ? { patience: parts.patience } : {};
    const answer = await patientAsk(client, request, {
      priority: 'bulk',
      signal,
      clock: parts.clock,
      ...patience,
    });
    const { total, results } = readHits(answer);
    return { total, hits: results.flatMap(readFound) };
  }

  /** Those of the new drafts that may be there: all of them, unless their journals' articles are few enough to be read. */
  async function mayBeThere(): Promise<ReadonlySet<number>> {
    if (news.size <= manyNew) return news;
    const issns = await issnsOf(candidates, [...news], signal);
    if (issns.size === 0 || issns.size > mostIssns) return news;
    const query = anyOf([...issns].map((value) => ({ field: 'issn', value })));
    const first = await search(query);
    const pages = Math.ceil(first.total / pageSize);
    if (pages > deepestPage || pages * pageSize > news.size) return news;
    const known = new Set(first.hits.flatMap(keysOfHit));
    for (let page = 2; page <= pages; page++)
      for (const hit of (await search(query, page)).hits) for (const key of keysOfHit(hit)) known.add(key);
    const found = new Set<number>();
    await inSlices([...news], (slice) => {
      for (const draft of candidates.read(slice))
        if (keysOfHit({ keys: { doi: draft.doiKey, url: draft.urlKey } }).some((key) => known.has(key)))
          found.add(draft.id);
    });
    return found;
  }

  function note(draft: Looked, hits: readonly FoundHit[]): void {
    const keys = { doi: draft.doiKey, url: draft.urlKey };
    const matches = hits.filter((hit) => creationEffect(dialect, keys, [hit.keys]) !== 'new');
    if (matches.length > 0)
      seenThere.note(
        draft.id,
        matches.map((hit) => ({ ...hit.keys, remoteId: hit.id })),
      );
    const over = matches.filter((hit) => creationEffect(dialect, keys, [hit.keys]) === 'overwrites');
    const hit = over.find(({ id }) => id === draft.remoteId) ?? over[0];
    if (!hit || isOurs(candidates, accountId, draft, hit)) return;
    const isForeign = news.has(draft.id);
    there[isForeign ? 'foreignCount' : 'changedCount'] += 1;
    const list = there[isForeign ? 'foreign' : 'changed'];
    if (list.length < longestList) list.push({ draftId: draft.id, title: draft.title, at: hit.updated });
  }

  /** One odd value must not keep the others from being found. */
  async function lookUp(group: readonly Looked[]): Promise<void> {
    try {
      const { total, hits } = await search(anyOf(group.flatMap(({ lookups }) => lookups)));
      if (total > pageSize && group.length > 1) await lookUpHalves(group);
      else for (const draft of group) note(draft, hits);
    } catch (error) {
      const isQueryRefused =
        error instanceof AppError && error.code === 'remote' && error.details.startsWith('400 ');
      if (!isQueryRefused) throw error;
      if (group.length > 1) await lookUpHalves(group);
    }
  }

  async function lookUpHalves(group: readonly Looked[]): Promise<void> {
    const half = Math.ceil(group.length / 2);
    await lookUp(group.slice(0, half));
    await lookUp(group.slice(half));
  }

  try {
    const wanted = await mayBeThere();
    const left = drafts.filter(({ draftId, isNew }) => !isNew || wanted.has(draftId));
    let done = drafts.length - left.length;
    there.looked = done;
    looked(done);
    for await (const group of groupsOf(candidates, left, dialect)) {
      signal.throwIfAborted();
      if (group.drafts.length > 0) await lookUp(group.drafts);
      // What cannot be looked for is done with, and nobody knows what is there of it.
      there.looked += group.drafts.length;
      done += group.size;
      looked(done);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    there.unasked = error.brief;
  }
  return there;
}

/** Requests that looking takes at most: what is known by its id, and what has to be looked for by DOI and address. */
export function lookRequests(drafts: readonly LookedDraft[]): number {
  const known = drafts.filter(({ isNew }) => !isNew).length;
  return Math.ceil(known / pageSize) + Math.ceil((drafts.length - known) / newInOneRequest);
}

/** So many DOIs with their addresses fit into one request. */
const newInOneRequest = 35;

type FoundHit = Hit & { record: DraftRecord };
type Looked = SendCandidate & { lookups: ReturnType<typeof overwrittenLookups> };

function readFound(record: unknown): FoundHit[] {
  return readHit(record).map((hit) => ({ ...hit, record: record as DraftRecord }));
}

function keysOfHit({ keys }: Pick<Hit, 'keys'>): string[] {
  return [keys.doi === null ? [] : `doi ${keys.doi}`, keys.url === null ? [] : `url ${keys.url}`].flat();
}

/** What is there is what was sent or taken from here last. */
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
  await inSlices(ids, (slice) => slice.forEach(read), { size: 100, signal });
  return issns;
}

/** The drafts in groups of which each fits into one request; `size` counts those as well that cannot be looked for. */
async function* groupsOf(
  candidates: SendCandidates,
  drafts: readonly LookedDraft[],
  dialect: Dialect,
): AsyncGenerator<{ drafts: Looked[]; size: number }> {
  const isNew = new Map(drafts.map((one) => [one.draftId, one.isNew]));
  let group: Looked[] = [];
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
