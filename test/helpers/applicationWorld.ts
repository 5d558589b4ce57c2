import type { ApplicationEvent, ApplicationRow } from '../../src/shared/application/applicationDraft.ts';
import type { Dialect } from '../../src/shared/directory/account.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import { journalRecord } from './applicationRecords.ts';
import { openQueueWorld, type QueueWorldOptions, testAccount } from './queueWorld.ts';
import { goodKey, otherKey, startTestDirectory } from './testDirectory.ts';

/** A publisher with journals 1 to `journals` in the directory and one more that was withdrawn, beside another publisher. */
export function applicationsWorld(journals = 6) {
  return {
    accounts: [
      { id: 'pub1', api_key: goodKey, roles: ['api', 'publisher'] },
      { id: 'pub2', api_key: otherKey, roles: ['api', 'publisher'] },
    ],
    journals: [
      ...Array.from({ length: journals }, (_, index) => journalRecord(index + 1)),
      journalRecord(journals + 1, { inDirectory: false }),
      journalRecord(journals + 2, { owner: 'pub2' }),
    ],
    articles: [],
    applications: [],
  };
}

/** A sandbox with those journals, and the means to play its administrator. */
export async function startApplicationDirectory(
  options: Parameters<typeof startTestDirectory>[0] & { journals?: number } = {},
) {
  const { journals, ...rest } = options;
  const directory = await startTestDirectory({
    world: applicationsWorld(journals),
    checksDelayMs: 0,
    resaveDelayMs: 0,
    ...rest,
  });
  const state = async () =>
    (await (await fetch(`${directory.origin}/_sandbox/state?only=applications`)).json()) as {
      applications: StoredThere[];
    };
  const steer = async (path: string, body: unknown, method = 'POST') => {
    const response = await fetch(`${directory.origin}/_sandbox/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  return {
    ...directory,
    applications: async () => (await state()).applications,
    setStatus: (id: string, status: string) => steer(`applications/${id}/status`, { status }),
    lock: (about: string, type: 'application' | 'journal' = 'journal') =>
      steer('locks', { about, type, username: 'editor' }),
    unlock: () => steer('locks', undefined, 'DELETE'),
    /** Deleted by its owner, on the directory's own pages as it were. */
    removeAsOwner: async (dialect: Dialect, id: string) => {
      const address = `${directory.directory[dialect]}applications/${id}?api_key=${goodKey}`;
      const { status } = await fetch(address, { method: 'DELETE' });
      if (status !== 204) throw new Error(`${status}`);
    },
    timing: (timing: unknown) => steer('timing', timing),
  };
}

export interface StoredThere {
  id: string;
  admin: { application_status: string; current_journal?: string; owner?: string };
  bibjson: DraftRecord;
}

export type ApplicationDirectory = Awaited<ReturnType<typeof startApplicationDirectory>>;

/** The program's side, with short ways to do what a person does. */
export function openApplicationWorld(options: QueueWorldOptions) {
  const world = openQueueWorld({ key: goodKey, ...options });
  const { handlers, applicationStore: store } = world;
  const accountId = testAccount;
  return {
    ...world,
    accountId,
    /** An Update Request draft for a journal, with changes by path. */
    propose: async (
      journal: number,
      changes: Record<string, DraftRecord[string]> = { 'bibjson.oa_start': 2015 },
    ) => {
      const { id, version, record } = await handlers['applications.create']({
        accountId,
        journalId: `journal${journal}`,
      });
      let next = record;
      for (const [path, value] of Object.entries(changes)) next = setAt(next, path, value);
      await handlers['applications.save']({ id, version, record: next });
      return id;
    },
    edit: async (id: number, path: string, value: DraftRecord[string]) => {
      const { version, record } = store.get(id);
      return handlers['applications.save']({ id, version, record: setAt(record, path, value) });
    },
    plan: async (...ids: number[]) => (await handlers['applications.plan']({ accountId, ids })).plans,
    send: (...ids: number[]) => handlers['applications.send']({ accountId, ids, seenIgnored: 1000 }),
    refresh: (ids?: number[]) => handlers['applications.refresh']({ accountId, ...(ids ? { ids } : {}) }),
    get: async (id: number) => handlers['applications.get']({ id }),
    row: (id: number) => store.get(id),
    /** Resolves as soon as the application is as `isReached` wants it. */
    reach: async (id: number, isReached: (row: ReturnType<typeof store.get>) => boolean) => {
      await world.when(() => isReached(store.get(id)));
      return store.get(id);
    },
    kinds: (id: number): ApplicationEvent['kind'][] => store.events(id).map((event) => event.kind),
    texts: (id: number): string[] => store.events(id).map((event) => event.text),
    told: () =>
      world.heard.flatMap(({ name, data }) =>
        name === 'application.status'
          ? [data as { id: number; status: string; message: string; title: string }]
          : [],
      ),
  };
}

export type ApplicationWorld = ReturnType<typeof openApplicationWorld>;

/** Stored, and read back. */
export function isSettled(row: ApplicationRow & { stored: unknown; readMs: number | null }): boolean {
  return row.sync === 'sent' && row.stored !== null;
}
