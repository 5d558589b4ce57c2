import type { ApplicationStatus } from '../../../../shared/application/applicationDraft.ts';
import { statusOf } from '../../../../shared/application/updateRequest.ts';
import type { DraftRecord } from '../../../../shared/draft/draft.ts';
import { UnreadableHit } from '../../../remote/answers.ts';
import {
  applicationFacts,
  type ReadOutcome,
  readApplication,
  readApplicationRequest,
} from '../../../remote/applicationRequests.ts';
import type { AskOptions, DirectoryClient } from '../../../remote/directoryClient.ts';
import { canLookUp, queryGroups, quoted } from '../../../remote/lookupQuery.ts';
import { searchPages } from '../../../remote/searchPages.ts';
import { everyApplication } from '../../../remote/searchRequest.ts';

/** A search hit. It does not say whether it is an Update Request, nor for which journal (reference/directory-api.md 1.3). */
export interface OwnHit {
  id: string;
  record: DraftRecord;
  /** null: the hit does not say. */
  status: ApplicationStatus | null;
}

/** The maximum length of one query: the answer repeats it for each page that it names, in 4 kB of headers at most. */
const maxQueryLength = 1_810;

/** Up to 1,000 applications of the account; `isWhole`: these are all; `isReadable`: each came and could be read. */
interface OwnList {
  hits: OwnHit[];
  isWhole: boolean;
  isReadable: boolean;
}

/** Lists the account's applications, without those that cannot be read. Throws AppError as `problemOf`. */
export async function listOwn(
  client: DirectoryClient,
  options: AskOptions,
  query = everyApplication,
): Promise<OwnList> {
  const list: OwnList = { hits: [], isWhole: false, isReadable: true };
  const pages = searchPages({ kind: 'applications', query }, (request) => client.ask(request, options));
  let came = 0;
  for await (const { total, results, isLast } of pages) {
    const read = results.flatMap(readHit);
    list.hits.push(...read);
    came += results.length;
    // The last page may be empty although the directory counts more.
    const isShort = isLast && came < total;
    if (read.length < results.length || isShort) list.isReadable = false;
    list.isWhole = isLast && !isShort;
  }
  return list;
}

/** The same to look for an application; throws UnreadableHit unless each came and could be read, since it may be that one. */
export async function lookUpOwn(...asked: Parameters<typeof listOwn>): Promise<OwnList> {
  const list = await listOwn(...asked);
  if (!list.isReadable) throw new UnreadableHit();
  return list;
}

/** Returns the account's applications with any of these ISSNs; throws as `lookUpOwn`. */
export async function findOwnByIssn(
  client: DirectoryClient,
  issns: readonly string[],
  options: AskOptions,
): Promise<OwnHit[]> {
  const found = new Map<string, OwnHit>();
  for (const query of issnQueries(issns)) {
    const { hits, isWhole } = await lookUpOwn(client, options, query);
    // With small pages, it may be beyond the last one.
    if (!isWhole) throw new UnreadableHit();
    for (const hit of hits) found.set(hit.id, hit);
  }
  return [...found.values()];
}

/** Returns queries that together ask for all of these ISSNs. */
export function issnQueries(issns: readonly string[]): string[] {
  const terms = [...new Set(issns.filter(canLookUp))].map((issn) => `issn:${quoted(issn)}`);
  const lengthOf = (term: string) => encodeURIComponent(` OR ${term}`).length;
  return [...queryGroups(terms, lengthOf, { length: maxQueryLength })].map((group) => group.join(' OR '));
}

/** Reads one application from the directory; throws AppError if that fails. */
export async function readOwn(
  client: DirectoryClient,
  id: string,
  options: AskOptions,
): Promise<Exclude<ReadOutcome, { kind: 'silent' }>> {
  const seen = readApplication(await client.ask(readApplicationRequest(id), options), id);
  if (seen.kind === 'silent') throw seen.error;
  return seen;
}

function readHit(value: unknown): OwnHit[] {
  const { id, record, word } = applicationFacts(value);
  return id === '' ? [] : [{ id, record, status: word === null ? null : statusOf(word) }];
}
