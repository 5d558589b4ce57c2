import type { Application, ApplicationEvent } from '../../src/shared/application/applicationDraft.ts';
import type { Dialect } from '../../src/shared/directory/account.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import type { Message } from '../../src/shared/message.ts';
import { journalRecord } from './applicationRecords.ts';
import { asking, sendRequestsNow } from './confirm.ts';
import { goodKey, otherKey, startTestDirectory } from './testDirectory.ts';
import { openTestServices, type TestServicesOptions } from './testServices.ts';
import { textOf } from './textOf.ts';

/** A publisher with journals 1 to `journals` in the directory and a withdrawn one, plus another publisher. */
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

/** A sandbox with those journals and the actions of its administrator. */
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
    /** Deleted by its owner on the directory's website. */
    removeAsOwner: async (dialect: Dialect, id: string) => {
      const address = `${directory.directory[dialect]}applications/${id}?api_key=${goodKey}`;
      const { status } = await fetch(address, { method: 'DELETE' });
      if (status !== 204) throw new Error(`${status}`);
    },
    timing: (timing: unknown) => steer('timing', timing),
  };
}

interface StoredThere {
  id: string;
  admin: { application_status: string; current_journal?: string; owner?: string };
  bibjson: DraftRecord;
}

export type ApplicationDirectory = Awaited<ReturnType<typeof startApplicationDirectory>>;

/** The application with shortcuts for user actions on applications. */
export async function openApplicationWorld(options: TestServicesOptions) {
  const services = await openTestServices({ key: goodKey, ...options });
  const { accountId, handlers, db } = services;
  const inside = db.prepare<[number], Inside>(
    'SELECT attempt, attempts, reads, read_ms AS readMs FROM applications WHERE id = ?',
  );
  const row = async (id: number): Promise<ApplicationThere> => ({
    ...(await handlers['applications.get']({ id })),
    ...inside.get(id)!,
  });
  return {
    ...services,
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
      const { version, record } = await handlers['applications.get']({ id });
      return handlers['applications.save']({ id, version, record: setAt(record, path, value) });
    },
    plan: async (...ids: number[]) => (await handlers['applications.plan']({ accountId, ids })).plans,
    send: (...ids: number[]) => sendRequestsNow(asking(handlers), { accountId, ids }),
    sendDrafts: services.send,
    refresh: (ids?: number[]) => handlers['applications.refresh']({ accountId, ...(ids ? { ids } : {}) }),
    get: (id: number) => handlers['applications.get']({ id }),
    row,
    rows: (ids: readonly number[]) => Promise.all(ids.map(row)),
    /** The ids of all drafts outside the trash. */
    ids: async (): Promise<number[]> => {
      const asked = { accountId, filter: { trashed: false }, offset: 0, limit: 200 };
      return (await handlers['applications.list'](asked)).rows.map(({ id }) => id);
    },
    /** Resolves once `isReached` returns true for the application. */
    reach: async (id: number, isReached: (row: ApplicationThere) => boolean) => {
      await services.when(async () => isReached(await row(id)));
      return row(id);
    },
    kinds: async (id: number): Promise<ApplicationEvent['kind'][]> =>
      (await row(id)).timeline.map((event) => event.kind),
    texts: async (id: number): Promise<string[]> => textsOf(await row(id)),
    /** Makes its last status check one hour old. */
    age: (id: number): void => {
      const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
      db.prepare('UPDATE applications SET checked_at = ? WHERE id = ?').run(hourAgo, id);
    },
    published: () =>
      services.received.flatMap(({ name, data }) =>
        name === 'applications.statusChanged'
          ? [data as { id: number; status: string; message: Message; title: string }]
          : [],
      ),
  };
}

export type ApplicationWorld = Awaited<ReturnType<typeof openApplicationWorld>>;

/** Database columns of an application that windows do not see. */
interface Inside {
  /** The request without an outcome, as JSON. */
  attempt: string | null;
  /** Requests that failed. */
  attempts: number;
  /** Attempts at reading it back. */
  reads: number;
  /** When it is next read back, in milliseconds since 1970. */
  readMs: number | null;
}

type ApplicationThere = Application & Inside;

export const textsOf = ({ timeline }: Application): string[] =>
  timeline.map((event) => textOf(event.message));

/** Stored, and read back. */
export function isSettled(row: Application): boolean {
  return row.sync === 'sent' && row.stored !== null;
}
