import { json } from '../answers.ts';
import { type PyValue, pyStr } from '../python/pythonValue.ts';
import { Refusal, TEXTS } from '../refusals.ts';
import { type ApiRequest, type ApiVersion, jsonBody, type Route, type RouteContext } from '../routes.ts';
import type { Account } from '../world.ts';
import { createdAnswer, writingOf } from './articleRoutes.ts';
import { ownArticle } from './articleService.ts';
import { entriesOf, jobStatus, placeBatchAtOnce } from './bulkJobs.ts';

const ALL: ApiVersion[] = [1, 2, 3, 4, 'documented'];
const BULK = /^bulk\/articles$/;
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Create and delete articles in bulk (reference/directory-api.md 8). */
export const bulkRoutes: Route[] = [
  {
    method: 'POST',
    pattern: BULK,
    versions: [4, 'documented'],
    retired: [1, 2, 3],
    key: 'required',
    writes: true,
    handle: (request, context, account) =>
      context.dialect === '3.0.1'
        ? createAtOnce(request, context, account)
        : createLater(request, context, account),
  },
  {
    method: 'DELETE',
    pattern: BULK,
    versions: ALL,
    key: 'required',
    writes: true,
    handle: (request, context, account) => {
      deleteAll(entriesOf(jsonBody(request)), context, account);
      return json(204, undefined, context.callback);
    },
  },
  {
    method: 'GET',
    pattern: /^bulk\/articles\/([^/]+)$/,
    versions: [4],
    key: 'required',
    handle: (_request, context, account) => {
      const job = context.directory.job(context.caught);
      if (job?.owner !== account.id) throw new Refusal(400, TEXTS.uploadUnknown);
      return json(200, jobStatus(job), context.callback);
    },
  },
];

function createAtOnce(request: ApiRequest, context: RouteContext, account: Account) {
  const records = placeBatchAtOnce(jsonBody(request), writingOf(context, account));
  // The service waits until the last record is indexed before it responds.
  context.directory.commit({ put: records }, { atOnce: true });
  const created = records.map((record) => createdAnswer(record.id));
  return json(201, created, context.callback);
}

function createLater(request: ApiRequest, context: RouteContext, account: Account) {
  jsonBody(request);
  const job = context.directory.acceptJob(account, UTF8.decode(request.body));
  const status = `https://doaj.org/api/v4/bulk/articles/${job.id}?api_key=${request.parameter('api_key')}`;
  return json(202, { msg: TEXTS.bulkAccepted, upload_id: job.id, status }, context.callback);
}

/** Checks every id first, then deletes them all; the second occurrence of an id is not found (reference/directory-api.md 8.1). */
function deleteAll(ids: PyValue[], context: RouteContext, account: Account): void {
  const writing = writingOf(context, account);
  for (const id of ids) {
    try {
      ownArticle(pyStr(id), writing);
    } catch {
      throw new Refusal(400, `Id ${pyStr(id)} does not exist or does not belong to this user account`);
    }
  }
  for (const id of ids) {
    ownArticle(pyStr(id), writing);
    context.directory.remove([pyStr(id)]);
  }
}
