import { json } from '../answers.ts';
import { articleView } from '../publicViews.ts';
import { Crash, Refusal } from '../refusals.ts';
import { type ApiVersion, jsonBody, type Route, type RouteContext } from '../routes.ts';
import type { Account } from '../world.ts';
import { ownArticle, placeNew, placeUpdate, type Writing } from './articleService.ts';
import { ownsIssns } from './ownership.ts';

const ALL: ApiVersion[] = [1, 2, 3, 4, 'documented'];
const ONE = /^articles\/([^/]+)$/;

/** Create, read, update and delete one article (reference/directory-api.md 1.2 rows 11 to 14). */
export const articleRoutes: Route[] = [
  {
    method: 'POST',
    pattern: /^articles$/,
    versions: ALL,
    key: 'required',
    writes: true,
    handle: (request, context, account) => {
      const record = placeNew(jsonBody(request), writingOf(context, account));
      context.directory.commit({ put: [record] });
      const created = createdAnswer(record.id);
      return json(201, created, context.callback, { Location: created.location });
    },
  },
  {
    method: 'GET',
    pattern: ONE,
    versions: ALL,
    key: 'optional',
    handle: (_request, context, account) => json(200, readArticle(context, account), context.callback),
  },
  {
    method: 'PUT',
    pattern: ONE,
    versions: ALL,
    key: 'required',
    writes: true,
    handle: (request, context, account) => {
      const record = placeUpdate(context.caught, jsonBody(request), writingOf(context, account));
      context.directory.commit({ put: [record] });
      return json(204, undefined, context.callback);
    },
  },
  {
    method: 'DELETE',
    pattern: ONE,
    versions: ALL,
    key: 'required',
    writes: true,
    handle: (_request, context, account) => {
      ownArticle(context.caught, writingOf(context, account));
      context.directory.remove([context.caught]);
      return json(204, undefined, context.callback);
    },
  },
];

export function writingOf({ directory, dialect }: RouteContext, account: Account): Writing {
  return { store: directory.store, account, dialect, now: directory.now, profile: directory.profile };
}

/** The body of a creation; the location names the current version, whichever was called (reference/directory-api.md 1.4). */
export function createdAnswer(id: string): { status: string; id: string; location: string } {
  return { status: 'created', id, location: `/api/v4/articles/${id}` };
}

/** Returns true if the account may see an article (reference/directory-api.md 4.7). */
function readArticle({ directory, caught }: RouteContext, account: Account | undefined): object {
  const record = directory.store.articles.get(caught);
  if (!record) throw new Refusal(404);
  if (record.admin.in_doaj) return articleView(record);
  if (!account) throw new Refusal(401);
  if (!ownsIssns(directory.store, record.bibjson, account.id)) throw new Refusal(404);
  try {
    return articleView(record);
  } catch (error) {
    // The service handles data that it cannot serialise only for public records.
    throw error instanceof Refusal ? new Crash(error.message) : error;
  }
}
