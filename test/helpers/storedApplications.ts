import { onTestFinished } from 'vitest';
import { isoNow } from '../../src/main/platform/clock.ts';
import { createApplicationRequest } from '../../src/main/remote/applicationRequests.ts';
import type { ApplicationChange } from '../../src/main/store/applications/applicationRows.ts';
import {
  applicationFromJournal,
  applicationToWire,
  toFlat,
} from '../../src/shared/application/application.ts';
import type { EventData } from '../../src/shared/contract/contract.ts';
import type { Account } from '../../src/shared/directory/account.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { getAt, setAt } from '../../src/shared/draft/fieldPath.ts';
import { readJournal } from '../../src/shared/journal/journal.ts';
import { journalRecord, newApplication } from './applicationRecords.ts';
import { ManualClock } from './manualClock.ts';
import { account } from './storeParts.ts';
import { createTestApplications } from './testApplications.ts';
import { openTestAccess } from './testClient.ts';
import { goodKey } from './testDirectory.ts';

/**
 * The parts that send the applications of the account `a` at `base`, on a database of their own, but no engine that uses
 * them: nothing is sent. Closed and removed after the test.
 */
export function openStoredApplications(base = account.base) {
  const limits = { perSecond: 10_000, burst: 1_000 };
  const access = openTestAccess({ bases: [base], key: goodKey, limits });
  onTestFinished(access.close);
  const { db, directory, scope } = access;
  const clock = new ManualClock();
  const accountId = account.id;
  const now = () => isoNow({ clock });
  const client = directory.client(accountId);
  /** Applications that were published as changed, states that the user was told, and how often journals changed. */
  const published = { ids: [] as (readonly number[] | null)[], news: [] as string[], journals: 0 };
  const { accounts, parts, store, journals, create } = createTestApplications({
    db,
    directory,
    clock,
    scope,
    journalsChanged: () => void published.journals++,
    publish: (name, data) => {
      if (name === 'applications.changed')
        published.ids.push((data as EventData<'applications.changed'>).ids);
      if (name === 'applications.statusChanged')
        published.news.push((data as EventData<'applications.statusChanged'>).status);
    },
  });
  /** Stores an application and returns its id; `found`: what is known of it at the directory. */
  const add = (record: DraftRecord, base: DraftRecord | null, found: ApplicationChange = {}): number =>
    create(record, { base, found, at: now() }).id;
  return {
    ...parts,
    parts,
    journals,
    db,
    accountId,
    manual: clock,
    published,
    client,
    /** Adds an account with the same address. */
    addAccount: (id: string, more: Partial<Account> = {}) =>
      accounts.insert({ ...account, base, id, ...more }),
    add,
    /** An Update Request for a journal with these values, by path. */
    addUpdate: (
      journal: number,
      values: Record<string, DraftRecord[string]> = { 'bibjson.oa_start': 2015 },
      change: ApplicationChange = {},
    ): number => {
      const base = toFlat(journalRecord(journal));
      const start = applicationFromJournal(base);
      const record = Object.entries(values).reduce((rest, [path, value]) => setAt(rest, path, value), start);
      return add(record, base, change);
    },
    addNew: (number: number, change: ApplicationChange = {}): number =>
      add(newApplication(number), null, change),
    /** Stores the record of a journal as if it was viewed just now. */
    keepJournal: (record: object) => void journals.put(accountId, readJournal(record)!, now()),
    /** Stores journals as the account's own, as if they were fetched just now. */
    keepOwnJournals: (records: readonly object[]) =>
      journals.replaceAll(
        accountId,
        records.map((record) => readJournal(record)!),
        now(),
      ),
    /** Stores the record of an application at the directory and returns its id there. */
    storeThere: async (id: number): Promise<string> => {
      const body = JSON.stringify(applicationToWire(store.get(id).record, '4.0'));
      const answer = await client.ask(createApplicationRequest(body));
      return getAt(answer.kind === 'answer' ? answer.json : null, 'id') as string;
    },
    keys: (id: number): string[] => store.events(id).map(({ message }) => message.key),
  };
}
