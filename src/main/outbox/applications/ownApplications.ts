import type { ApplicationStatus } from '../../../shared/application/applicationDraft.ts';
import { statusOf } from '../../../shared/application/updateRequest.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { readHits } from '../../remote/answers.ts';
import {
  applicationFacts,
  type ReadOutcome,
  readApplication,
  readApplicationRequest,
} from '../../remote/applicationRequests.ts';
import type { AskOptions, DirectoryClient } from '../../remote/directoryClient.ts';
import { canLookUp, quoted } from '../../remote/lookupQuery.ts';
import { deepestPage, everyApplication, pageSize, searchRequest } from '../../remote/searchRequest.ts';

/** A search hit of one's own application: neither whether it is an Update Request, nor its journal (reference/directory-api.md 1.3). */
export interface OwnHit {
  id: string;
  record: DraftRecord;
  /** null: the hit does not say. */
  status: ApplicationStatus | null;
}

/** Characters of one query: servers refuse longer addresses. */
const longestQuery = 3_000;

/** All of the account's applications that search shows, up to its wall of 1,000; throws AppError as `problemOf`. */
export async function listOwn(
  client: DirectoryClient,
  options: AskOptions,
): Promise<{ hits: OwnHit[]; isWhole: boolean }> {
  const hits: OwnHit[] = [];
  for (let page = 1; page <= deepestPage; page++) {
    const request = searchRequest('applications', everyApplication, { page, pageSize });
    const { total, results } = readHits(await client.ask(request, options));
    hits.push(...results.flatMap(readHit));
    if (results.length === 0 || page * pageSize >= total) return { hits, isWhole: true };
  }
  return { hits, isWhole: false };
}

/** The account's applications with any of these ISSNs, in as few requests as they fit into; throws AppError as `problemOf`. */
export async function findOwnByIssn(
  client: DirectoryClient,
  issns: readonly string[],
  options: AskOptions,
): Promise<OwnHit[]> {
  const found = new Map<string, OwnHit>();
  for (const query of issnQueries(issns)) {
    for (let page = 1; page <= deepestPage; page++) {
      const request = searchRequest('applications', query, { page, pageSize });
      const { total, results } = readHits(await client.ask(request, options));
      for (const hit of results.flatMap(readHit)) found.set(hit.id, hit);
      if (results.length === 0 || page * pageSize >= total) break;
    }
  }
  return [...found.values()];
}

/** Queries that together ask for all of these ISSNs. */
export function issnQueries(issns: readonly string[]): string[] {
  const queries: string[] = [];
  let current: string[] = [];
  let length = 0;
  for (const issn of new Set(issns.filter(canLookUp))) {
    const term = `issn:${quoted(issn)}`;
    const size = encodeURIComponent(` OR ${term}`).length;
    if (length + size > longestQuery) {
      queries.push(current.join(' OR '));
      [current, length] = [[], 0];
    }
    current.push(term);
    length += size;
  }
  return current.length > 0 ? [...queries, current.join(' OR ')] : queries;
}

/** Reads one application as the directory has it now; throws what the client throws. */
export async function readOwn(
  client: DirectoryClient,
  id: string,
  options: AskOptions,
): Promise<ReadOutcome> {
  return readApplication(await client.ask(readApplicationRequest(id), options), id);
}

function readHit(value: unknown): OwnHit[] {
  const { id, record, word } = applicationFacts(value);
  return id === '' ? [] : [{ id, record, status: word === null ? null : statusOf(word) }];
}
