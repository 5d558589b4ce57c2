import { json } from '../answers.ts';
import { journalView } from '../publicViews.ts';
import { Refusal } from '../refusals.ts';
import type { ApiRequest, ApiVersion, Route, RouteContext } from '../routes.ts';
import type { Account } from '../world.ts';
import type { Collection } from './queryRewrite.ts';
import { search } from './search.ts';

const SINCE_TWO: ApiVersion[] = [2, 3, 4, 'documented'];

/** Search, and journals by id (reference/directory-api.md 1.2 rows 4 to 6 and 15). */
export const searchRoutes: Route[] = [
  {
    method: 'GET',
    pattern: queryPath('articles'),
    versions: [1, ...SINCE_TWO],
    key: 'none',
    handle: (request, context) => searchAnswer('articles', request, context),
  },
  {
    method: 'GET',
    pattern: queryPath('journals'),
    versions: SINCE_TWO,
    retired: [1],
    key: 'none',
    handle: (request, context) => searchAnswer('journals', request, context),
  },
  {
    method: 'GET',
    pattern: queryPath('applications'),
    versions: SINCE_TWO,
    retired: [1],
    key: 'required',
    handle: (request, context, account) => searchAnswer('applications', request, context, account),
  },
  {
    method: 'GET',
    pattern: /^journals\/([^/]+)$/,
    versions: SINCE_TWO,
    retired: [1],
    key: 'optional',
    handle: (_request, { directory, caught, dialect, callback }) => {
      const journal = directory.store.journal(caught);
      // Withdrawn journals are hidden, also from their owner.
      if (!journal?.admin.in_doaj) throw new Refusal(404);
      return json(200, journalView(journal, dialect), callback);
    },
  },
];

/** The query is the rest of the path, including slashes, but it cannot begin with one or contain a line feed after its first character. */
function queryPath(collection: Collection): RegExp {
  return new RegExp(`^search/${collection}/([^/][^\\n]*)$`);
}

function searchAnswer(
  collection: Collection,
  { parameter }: ApiRequest,
  { directory, dialect, callback, caught }: RouteContext,
  account?: Account,
) {
  const { body, link, total } = search(
    {
      collection,
      query: caught,
      page: parameter('page'),
      pageSize: parameter('pageSize'),
      sort: parameter('sort'),
      ...(account ? { owner: account.id } : {}),
    },
    { store: directory.store, dialect, profile: directory.profile, now: directory.now() },
  );
  return json(200, body, callback, { Link: link, 'X-Total-Count': String(total) });
}
