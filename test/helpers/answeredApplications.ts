import { onTestFinished } from 'vitest';
import type { ApplicationsOptions } from '../../src/main/outbox/applications/applicationParts.ts';
import type { DirectoryAccess } from '../../src/main/remote/directoryAccess.ts';
import type { AskOptions, DirectoryRequest } from '../../src/main/remote/directoryClient.ts';
import type { Answer } from '../../src/main/remote/exchange.ts';
import type { ApplicationChange } from '../../src/main/store/applications/applicationRows.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { applicationFromJournal } from '../../src/shared/application/application.ts';
import type { Account } from '../../src/shared/directory/account.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import type { Settings } from '../../src/shared/settings.ts';
import { journalRecord, newApplication } from './applicationRecords.ts';
import { ManualClock } from './manualClock.ts';
import { provideDatabase } from './provideDatabase.ts';
import { account, storesOf, temporaryFolder } from './storeParts.ts';
import { createTestApplications } from './testApplications.ts';
import { testScope } from './testScope.ts';
import { textOf } from './textOf.ts';

/** A JSON answer of the directory. */
export function answering(status: number, body: unknown = ''): Answer {
  return { kind: 'answer', status, headers: new Headers(), text: JSON.stringify(body), json: body };
}

interface PartsOptions extends Partial<Omit<ApplicationsOptions, 'account'>> {
  account?: Partial<Account>;
  /** Answers for the directory; absent: it has nothing. */
  answer?: (request: DirectoryRequest, options?: AskOptions) => Answer;
}

/** The outbox for the applications of account `a` (4.0) on a database on disk, with a clock that stands still. */
export function openAnsweredApplications({ account: own, answer, ...more }: PartsOptions = {}) {
  const db = openDatabase(provideDatabase(temporaryFolder()), { durable: false });
  onTestFinished(() => void db.close());
  const { accountStore } = storesOf(db);
  const clock = new ManualClock();
  const published: { name: string; data: unknown }[] = [];
  /** Method and path of each request. */
  const asked: string[] = [];
  /** How many turns of the limiter were given back. */
  const turns = { back: 0 };
  const current = { ...account, ...own };
  const ask = async (request: DirectoryRequest, options?: AskOptions) => {
    asked.push(`${request.method} ${request.path}`);
    return answer ? answer(request, options) : answering(404, { error: '' });
  };
  const directory = {
    client: () => ({
      begin: () => 7,
      hasKeyIn: () => false,
      ask,
      perform: (request: DirectoryRequest) => ask(request),
      isReachable: async () => true,
    }),
    limiter: () => ({
      acquire: async () => undefined,
      giveBack: () => void turns.back++,
      secondsFor: () => 0,
    }),
    connection: () => ({ state: 'online' }),
    setConnection: () => undefined,
    closure: () => null,
    reopen: () => undefined,
    onConnection: () => undefined,
  } as unknown as DirectoryAccess;
  const {
    store,
    journals: journalStore,
    rules,
    options,
    parts,
    create,
  } = createTestApplications({
    db,
    directory,
    clock,
    account: () => current,
    accounts: () => [current],
    journalRecords: { get: () => Promise.reject(new Error('No journal is fetched.')) },
    settings: () => ({ followEvery: 0 }) as Settings,
    publish: (name, data) => void published.push({ name, data }),
    scope: testScope(),
    ...more,
  });
  const at = '2026-01-01T00:00:00.000Z';

  return {
    db,
    account: current,
    accountStore,
    journalStore,
    store,
    rules,
    clock,
    options,
    parts,
    writer: parts.writer,
    published,
    asked,
    turns,
    /** Adds a new application, in the given state. */
    addNew: (found: ApplicationChange = {}) => create(newApplication(), { found, at }),
    /** Adds an Update Request for the journal `journal1`, with one change, in the given state. */
    addUpdate: (found: ApplicationChange = {}) => {
      const base = journalRecord(1) as DraftRecord;
      const record = setAt(applicationFromJournal(base), 'bibjson.oa_start', 2015);
      return create(record, { base, found, at });
    },
    /** The kinds and texts of the events of an application. */
    events: (id: number) => store.events(id).map(({ kind, message }) => [kind, textOf(message)]),
  };
}
