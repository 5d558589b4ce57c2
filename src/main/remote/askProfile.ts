import type { ServerProfile } from '../../shared/directory/profile.ts';
import { getAt } from '../../shared/draft/fieldPath.ts';
import { isObject, type JsonObject } from '../../shared/json.ts';
import { readHits } from './answers.ts';
import type { AskOptions, DirectoryClient } from './directoryClient.ts';
import { quoted } from './lookupQuery.ts';
import { type SearchedKind, searchRequest } from './searchRequest.ts';

/**
 * Asks a server what it does now, with harmless searches (reference/directory-changes.md 4.2); whatever an answer does
 * not tell stays as `before`. `issn` is that of a journal of the account; null: it has none. Throws AppError if the
 * server cannot be asked.
 */
export async function askProfile(
  client: Pick<DirectoryClient, 'ask'>,
  before: ServerProfile,
  issn: string | null,
  options: AskOptions,
): Promise<ServerProfile> {
  const search = async (kind: SearchedKind, query: string) =>
    readHits(await client.ask(searchRequest(kind, query, { page: 1, pageSize: 1 }), options));

  async function version(): Promise<string | null> {
    const answer = await client.ask({ method: 'GET', path: 'docs', wantsKey: false, isPage: true }, options);
    if (answer.kind !== 'answer' || answer.status !== 200) return before.version;
    return /main\.css\?v=([\w.-]{1,40})/.exec(answer.text)?.[1] ?? before.version;
  }

  async function wildcards(): Promise<ServerProfile['wildcards']> {
    const request = searchRequest('journals', 'zz*', { page: 1, pageSize: 1 });
    const answer = await client.ask(request, options);
    if (answer.kind === 'answer' && answer.status === 400) return 'refused';
    readHits(answer);
    return 'not-first';
  }

  /** The short name finds an ISSN only where it compares identifiers as they were sent. */
  async function doiCase(): Promise<ServerProfile['doiCase']> {
    if (issn === null) return before.doiCase;
    if ((await search('articles', `doi:${issn}`)).total > 0) return 'kept';
    return (await search('articles', `issn:${issn}`)).total > 0 ? 'lowered' : before.doiCase;
  }

  async function reviews(): Promise<Pick<ServerProfile, 'reviews' | 'subjects'>> {
    const having = (value: string) =>
      search('journals', `bibjson.editorial.review_process.exact:${quoted(value)}`);
    const former = await having('Anonymous peer review');
    const subjects = schemeOf(former.results) ?? before.subjects;
    if (former.total > 0) return { reviews: 'mixed', subjects };
    const named = await having('Single anonymous peer review');
    if (named.total === 0) return { reviews: before.reviews, subjects };
    return { reviews: 'by-sides', subjects: schemeOf(named.results) ?? subjects };
  }

  async function moreIdentifiers(): Promise<boolean> {
    return (await search('articles', 'bibjson.identifier.type.exact:"e-location"')).total > 0;
  }

  return {
    ...before,
    version: await version(),
    wildcards: await wildcards(),
    doiCase: await doiCase(),
    ...(await reviews()),
    moreIdentifiers: await moreIdentifiers(),
  };
}

function schemeOf([journal]: readonly unknown[]): string | null {
  if (!isObject(journal)) return null;
  const scheme = getAt(journal as JsonObject, 'bibjson.subject[0].scheme');
  return typeof scheme === 'string' && scheme !== '' ? scheme.slice(0, 40) : null;
}
