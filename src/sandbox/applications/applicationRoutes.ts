import { json } from '../answers.ts';
import { entriesOf } from '../articles/bulkJobs.ts';
import { applicationView } from '../publicViews.ts';
import { type PyValue, pyStr } from '../python/pythonValue.ts';
import { Refusal } from '../refusals.ts';
import { type ApiVersion, jsonBody, type Route, type RouteContext } from '../routes.ts';
import type { Account } from '../world.ts';
import {
  type ApplicationChange,
  type ApplicationWriting,
  checkNotTooSoon,
  createApplication,
  deletableApplication,
  readableApplication,
  updateApplication,
} from './applicationService.ts';

const ONE = /^applications\/([^/]+)$/;
const BULK = /^bulk\/applications$/;

// Versions 1 and 2 still require a key before they refuse (addenda 1.1).
const shape: { versions: ApiVersion[]; retired: ApiVersion[]; key: 'required' } = {
  versions: [3, 4, 'documented'],
  retired: [1, 2],
  key: 'required',
};

/** Applications and Update Requests, single and in bulk (reference/directory-api.md 1.2 rows 7 to 10, 16 and 17). */
export const applicationRoutes: Extract<Route, { key: 'required' }>[] = [
  {
    ...shape,
    method: 'POST',
    pattern: /^applications$/,
    writes: true,
    handle: (request, context, account) => {
      const created = save(jsonBody(request), context, account);
      return json(201, created, context.callback, { Location: created.location });
    },
  },
  {
    ...shape,
    method: 'GET',
    pattern: ONE,
    handle: (_request, { directory, caught, dialect, callback }, account) => {
      const record = readableApplication(caught, directory.store, account);
      return json(200, applicationView(record, dialect), callback);
    },
  },
  {
    ...shape,
    method: 'PUT',
    pattern: ONE,
    writes: true,
    handle: (request, context, account) => {
      const writing = writingOf(context, account);
      commit(updateApplication(context.caught, jsonBody(request), writing), context, writing);
      return json(204, undefined, context.callback);
    },
  },
  {
    ...shape,
    method: 'DELETE',
    pattern: ONE,
    writes: true,
    handle: (_request, context, account) => {
      const writing = writingOf(context, account);
      context.directory.removeApplication(deletableApplication(context.caught, writing, { locks: true }));
      return json(204, undefined, context.callback);
    },
  },
  {
    ...shape,
    method: 'POST',
    pattern: BULK,
    writes: true,
    handle: (request, context, account) => {
      const sent = entriesOf(jsonBody(request));
      // All are validated first, then each is saved separately (reference/directory-api.md 8.2).
      for (const one of sent) tryOut(one, writingOf(context, account));
      return json(
        201,
        sent.map((one) => save(one, context, account)),
        context.callback,
      );
    },
  },
  {
    ...shape,
    method: 'DELETE',
    pattern: BULK,
    writes: true,
    handle: (request, context, account) => {
      deleteAll(entriesOf(jsonBody(request)).map(pyStr), context, account);
      return json(204, undefined, context.callback);
    },
  },
];

function writingOf({ directory, dialect }: RouteContext, account: Account): ApplicationWriting {
  const { store, now, timing, profile } = directory;
  const areChecksOn = directory.checksDelayMs > 0;
  return { store, account, dialect, now, areChecksOn, resaveDelayMs: timing.resaveDelayMs, profile };
}

function save(sent: PyValue, context: RouteContext, account: Account) {
  const writing = writingOf(context, account);
  const change = createApplication(sent, writing);
  commit(change, context, writing);
  const { id } = change.application;
  return { status: 'created', id, location: `/api/v4/applications/${id}` };
}

function commit(change: ApplicationChange, { directory }: RouteContext, writing: ApplicationWriting): void {
  checkNotTooSoon(change, writing);
  directory.saveApplication(change);
}

/**
 * With automatic checks on, the dry run of an Update Request that does not exist yet fails in the service
 * (reference/directory-api.md 8.2).
 */
function tryOut(sent: PyValue, writing: ApplicationWriting): void {
  const { application } = createApplication(sent, writing);
  const isNewRequest =
    application.admin.current_journal !== undefined && !writing.store.applications.get(application.id);
  if (isNewRequest && writing.areChecksOn && writing.dialect === '4.0') {
    throw new Refusal(400, "'application' ID must be provided to prepare function");
  }
}

/** Checks every id first, then deletes them all (reference/directory-api.md 8.1). */
function deleteAll(ids: string[], context: RouteContext, account: Account): void {
  const writing = writingOf(context, account);
  for (const id of ids) {
    try {
      deletableApplication(id, writing, { locks: false });
    } catch (error) {
      const isState = error instanceof Refusal && error.status === 403;
      const problem = isState
        ? 'is not in a state which allows it to be deleted'
        : 'does not exist or does not belong to this user account';
      throw new Refusal(400, `Id ${id} ${problem}`);
    }
  }
  for (const id of ids) {
    context.directory.removeApplication(deletableApplication(id, writing, { locks: true }));
  }
}
