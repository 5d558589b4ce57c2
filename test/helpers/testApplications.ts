import {
  type ApplicationsOptions,
  createApplicationParts,
} from '../../src/main/outbox/applications/applicationParts.ts';
import { createApplicationRules } from '../../src/main/outbox/applications/applicationRules.ts';
import { unrestrictedSending } from '../../src/main/outbox/bulkSending.ts';
import { createLog } from '../../src/main/platform/log.ts';
import { originOf } from '../../src/main/platform/network/origin.ts';
import { OriginKey } from '../../src/main/platform/network/originKey.ts';
import { createJournalRecords } from '../../src/main/services/journalRecords.ts';
import { createAccountStore } from '../../src/main/store/accounts/accountStore.ts';
import type {
  ApplicationChange,
  StoredApplication,
} from '../../src/main/store/applications/applicationRows.ts';
import { createApplicationStore } from '../../src/main/store/applications/applicationStore.ts';
import type { Db } from '../../src/main/store/database.ts';
import { createVersionStore } from '../../src/main/store/drafts/versionStore.ts';
import { createJournalStore } from '../../src/main/store/journals/journalStore.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { settingsSchema } from '../../src/shared/settings.ts';
import { account as testAccount } from './storeParts.ts';
import { goodKey } from './testDirectory.ts';
import { shortApplicationPace } from './testServices.ts';

/** The parts that send applications, over the stores of a database, without an engine that uses them. */
export function createTestApplications({
  db,
  ...given
}: { db: Db } & Pick<ApplicationsOptions, 'directory' | 'clock' | 'scope'> & Partial<ApplicationsOptions>) {
  const { directory, clock } = given;
  const accounts = createAccountStore(db);
  const store = createApplicationStore(db);
  const journals = createJournalStore(db);
  const { account = accounts.get, journalsChanged = () => undefined } = given;
  const rules = createApplicationRules({ account, journals, clock });
  const options: ApplicationsOptions = {
    store,
    rules,
    journals,
    journalRecords: createJournalRecords({ journals, directory, clock, changed: journalsChanged }),
    journalsChanged,
    versions: createVersionStore(db),
    sending: unrestrictedSending,
    account,
    accounts: accounts.list,
    key: async (id) => new OriginKey(goodKey, originOf(account(id).base)),
    keyProblem: () => null,
    learned: () => undefined,
    settings: () => settingsSchema.parse({}),
    log: createLog({ file: null }),
    publish: () => undefined,
    pace: shortApplicationPace,
    ...given,
  };
  return {
    accounts,
    store,
    journals,
    rules,
    options,
    /** Pauses are exactly as long as their settings say. */
    parts: { ...createApplicationParts(options), random: () => 0.5 },
    /** Stores an application of the account `a`, of which `found` is known, as at this time; its content counts as confirmed. */
    create(
      record: DraftRecord,
      { base = null, found = {}, at }: { base?: DraftRecord | null; found?: ApplicationChange; at: string },
    ): StoredApplication {
      const accountId = testAccount.id;
      const derived = rules.derive(accountId, record, base);
      const known = { confirmedHash: derived.columns.hash, ...found };
      return store.create({ accountId, derived, base, baseAt: base && at, at, found: known });
    },
  };
}
