import { onTestFinished } from 'vitest';
import type { ApplicationChange, SendingAttempt } from '../../src/main/store/applications/applicationRows.ts';
import {
  applicationFromJournal,
  applicationHash,
  applicationToWire,
} from '../../src/shared/application/application.ts';
import type { EventData, EventName, Publish } from '../../src/shared/contract/contract.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import { journalRecord } from './applicationRecords.ts';
import { type SeenRequest, startScriptedServer } from './scriptedServer.ts';
import { account } from './storeParts.ts';
import { createTestApplications } from './testApplications.ts';
import { openTestAccess } from './testClient.ts';
import { goodKey } from './testDirectory.ts';
import { textOf } from './textOf.ts';

/** A status, optionally with a JSON body; `drop` closes the connection, `hang` never answers. */
export type Reply = { status: number; body?: unknown } | 'drop' | 'hang';

/** When every request of these tests was sent. */
export const sentAt = '2026-01-01T12:00:00.000Z';

/** An Update Request for a journal, with values by path. */
export function updateRequest(journal = 1, changes: Record<string, DraftRecord[string]> = {}): DraftRecord {
  let record = applicationFromJournal(journalRecord(journal));
  for (const [path, value] of Object.entries(changes)) record = setAt(record, path, value);
  return record;
}

/** A record as the directory returns it. `word`: its state there; null: it does not say. */
export function storedThere(
  id: string,
  { admin, bibjson }: DraftRecord,
  { word = 'update_request', ...more }: { word?: string | null } & DraftRecord = {},
): DraftRecord {
  const { contact: _, ...named } = admin as DraftRecord;
  const said: DraftRecord = word === null ? {} : { application_status: word };
  return {
    id,
    created_date: '2025-01-01T00:00:00Z',
    last_updated: '2026-01-01T00:00:00Z',
    admin: { ...named, ...said },
    bibjson: bibjson as DraftRecord,
    ...more,
  };
}

/**
 * The parts that send the applications of one account, over real stores and HTTP, without background work. The directory
 * answers as the test says, and time stands still unless the test moves it.
 */
export async function openScriptedApplications() {
  const world = {
    /** Records at the directory, which reading and searching shows. */
    records: [] as DraftRecord[],
    /** What searching shows, where it is not the same. */
    hits: null as DraftRecord[] | null,
    /** Called at each request; a result replaces the usual answer. */
    answer: (_request: string): Reply | undefined => undefined,
    /** All requests, such as `GET applications/x`; searches with their query. */
    requests: [] as string[],
    published: [] as { name: EventName; data: EventData<EventName> }[],
    now: Date.parse('2026-01-02T00:00:00Z'),
    monotonic: 5_000_000,
  };
  const server = await startScriptedServer((request, response) => {
    const name = nameOf(request);
    world.requests.push(name);
    const reply = world.answer(name) ?? usualReply(world, name);
    if (reply === 'hang') return;
    if (reply === 'drop') {
      response.destroy();
      return;
    }
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(reply.body === undefined ? undefined : JSON.stringify(reply.body));
  });
  const access = openTestAccess({
    bases: [`${server.origin}/api/`],
    key: goodKey,
    limits: { perSecond: 10_000, burst: 1_000 },
  });
  onTestFinished(async () => {
    await access.close();
    await server.stop();
  });
  const { db, directory, scope } = access;
  const accountId = account.id;
  const clock = { now: () => world.now, monotonic: () => world.monotonic, sleep: async () => undefined };
  const publish: Publish = (name, data) => void world.published.push({ name, data });
  const { parts, store, journals, create } = createTestApplications({ db, directory, clock, scope, publish });
  /** Stores an application, and returns its row; `base`: the journal that an Update Request is about. */
  const add = (record: DraftRecord, found: ApplicationChange = {}, base: DraftRecord | null = null) =>
    create(record, { base, found, at: sentAt });
  return Object.assign(world, {
    accountId,
    db,
    parts,
    store,
    client: directory.client(accountId),
    add,
    /** Stores an Update Request that was sent, as the directory has it and as it was read back. */
    addSent(remoteId: string, more: ApplicationChange = {}) {
      const record = updateRequest();
      const stored = storedThere(remoteId, record);
      world.records.push(stored);
      return add(record, {
        remoteId,
        sent: record,
        sentAt,
        sentHash: applicationHash(applicationToWire(record, account.dialect)),
        stored,
        storedAt: sentAt,
        status: 'waiting',
        statusAt: sentAt,
        checkedAt: sentAt,
        sync: 'settled',
        ...more,
      });
    },
    /** Stores a journal as it was fetched at `sentAt`. */
    addJournal(number: number): void {
      const record = journalRecord(number);
      const view = { id: record.id, title: '', publisher: '', pissn: null, eissn: null, record };
      journals.put(accountId, { ...view, inDirectory: true, mine: true, owner: null }, sentAt);
    },
    /** A timeline as text. */
    texts: (id: number) => store.events(id).map(({ message }) => textOf(message)),
    /** The data of every event of one name so far. */
    publishedAs: <N extends EventName>(name: N) =>
      world.published.flatMap((one) => (one.name === name ? [one.data as EventData<N>] : [])),
    /** Requests that read an application. */
    reads: () => world.requests.filter((name) => name.startsWith('GET applications/')),
    searches: () => world.requests.filter((name) => name.startsWith('GET search/applications/')),
  });
}

export type ScriptedApplications = Awaited<ReturnType<typeof openScriptedApplications>>;

/** A request whose outcome is unknown. */
export function attemptOf(body: DraftRecord, more: Partial<SendingAttempt> = {}): SendingAttempt {
  return {
    method: 'POST',
    remoteId: null,
    hash: applicationHash(body),
    at: sentAt,
    body,
    isLocked: false,
    ...more,
  };
}

/** Pages other than the first of a hundred are named. */
function nameOf({ method, url }: SeenRequest): string {
  const { pathname, searchParams } = new URL(url, 'http://any');
  searchParams.delete('api_key');
  const page = searchParams.toString();
  const path = decodeURIComponent(pathname.slice('/api/'.length));
  return page === '' || page === 'page=1&pageSize=100' ? `${method} ${path}` : `${method} ${path}?${page}`;
}

function usualReply(
  { records, hits }: { records: DraftRecord[]; hits: DraftRecord[] | null },
  name: string,
): Reply {
  if (name.startsWith('GET search/applications/')) {
    const results = hits ?? records;
    return { status: 200, body: { total: results.length, results } };
  }
  const [method, path = ''] = name.split(' ');
  const found = records.find(({ id }) => path === `applications/${id}`);
  if (!found) return { status: 404, body: { status: 'not_found', error: 'Not found (ref: x)' } };
  return method === 'DELETE' ? { status: 204 } : { status: 200, body: found };
}
