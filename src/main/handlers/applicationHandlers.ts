import type { Handlers, Publish } from '../../shared/contract.ts';
import { derive } from '../applications/applicationParts.ts';
import type { Applications } from '../applications/applications.ts';
import type { ApplicationStore } from '../store/applicationStore.ts';
import type { JournalStore } from '../store/journalStore.ts';
import type { AccountAccess } from './accountAccess.ts';

/** The calls `applications.*`. */
export function applicationHandlers(parts: {
  applications: Applications;
  store: ApplicationStore;
  journals: Pick<JournalStore, 'cards'>;
  access: Pick<AccountAccess, 'get'>;
  clock: { now(): number };
  publish: Publish;
}): Pick<Handlers, Extract<keyof Handlers, `applications.${string}`>> {
  const { applications, store, clock } = parts;
  const now = () => new Date(clock.now()).toISOString();

  function changing(accountId: string, ids: readonly number[], count: number): { count: number } {
    if (count > 0) {
      parts.publish('applications.changed', { accountId, ids: ids.length <= 500 ? [...ids] : null });
    }
    return { count };
  }

  return {
    'applications.list': ({ accountId, filter, offset, limit }) =>
      store.list(accountId, filter, { offset, limit }),
    'applications.counts': ({ accountId }) => store.counts(accountId),
    'applications.get': ({ id }) => applications.view(id),
    'applications.create': ({ accountId, journalId, record }) =>
      applications.create({ accountId, journalId, ...(record ? { record } : {}) }),
    'applications.save': ({ id, version, record }) => {
      const { accountId, base } = store.get(id);
      const about = { ...parts, account: parts.access.get };
      store.save({ id, version, derived: derive(about, accountId, record, base), at: now() });
      parts.publish('applications.changed', { accountId, ids: [id] });
      return applications.view(id);
    },
    'applications.refreshBase': ({ id }) => applications.refreshBase(id),
    'applications.trash': ({ accountId, ids }) =>
      changing(accountId, ids, store.trash(accountId, ids, now())),
    'applications.restore': ({ accountId, ids }) => changing(accountId, ids, store.restore(accountId, ids)),
    'applications.purge': ({ accountId, ids }) => changing(accountId, ids, store.purge(accountId, ids)),
    'applications.plan': (input) => applications.plan(input),
    'applications.send': async (input) => ({ queued: await applications.send(input) }),
    'applications.cancel': (input) => ({ count: applications.cancel(input) }),
    'applications.payload': ({ id }) => applications.payload(id),
    'applications.lookUp': ({ id }) => applications.lookUp(id),
    'applications.refresh': ({ accountId, ids }) =>
      applications.refresh({ accountId, ...(ids ? { ids } : {}) }),
    'applications.delete': ({ id }) => applications.delete(id),
    'applications.previewMany': (input) => applications.previewMany(input),
    'applications.createMany': async (input) => ({ ids: await applications.createMany(input) }),
  };
}
