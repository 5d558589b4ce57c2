import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/main/platform/clock.ts';
import { createLog } from '../../src/main/platform/log.ts';
import { originOf } from '../../src/main/platform/network/origin.ts';
import { OriginKey } from '../../src/main/platform/network/originKey.ts';
import { createDirectoryAccess } from '../../src/main/remote/directoryAccess.ts';
import { createAccountStore } from '../../src/main/store/accounts/accountStore.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { openLimitFile } from '../../src/main/store/limitFile.ts';
import { createRequestStore } from '../../src/main/store/uploads/requestStore.ts';
import { provideDatabase } from './provideDatabase.ts';
import { account } from './storeParts.ts';
import { testScope } from './testScope.ts';

/** The access to the directories of the accounts `a`, `a1`, `a2` ... at these addresses, with a data folder of its own. */
export function openTestAccess({
  bases,
  key,
  limits,
  shared,
  isDurable = false,
}: {
  bases: readonly string[];
  /** null: the accounts have no key. It is only given out for their first address. */
  key: string | null;
  /** undefined: those of the accounts. */
  limits?: { perSecond: number; burst: number } | undefined;
  /** Where limits are counted instead of the data folder. */
  shared?: string | undefined;
  /** true: every write is synced to disk. */
  isDurable?: boolean;
}) {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-client-'));
  const db = openDatabase(provideDatabase(folder), { durable: isDurable });
  const accounts = createAccountStore(db);
  for (const [place, base] of bases.entries())
    accounts.insert({ ...account, id: place === 0 ? account.id : `${account.id}${place}`, base });
  const scope = testScope();
  const limitFile = openLimitFile(shared, folder, systemClock);
  const directory = createDirectoryAccess({
    sharedLimit: () => null,
    account: accounts.get,
    key: async (id) => {
      const { base } = accounts.get(id);
      return key !== null && bases.includes(base) ? new OriginKey(key, originOf(base)) : null;
    },
    knownKey: () => null,
    keyProblem: () => null,
    requests: createRequestStore(db),
    accounts: accounts.list,
    limitFile,
    fetch: (address, init) => fetch(address, init),
    clock: systemClock,
    log: createLog({ file: null }),
    publish: () => undefined,
    scope,
    version: '0.0.0',
    bulkTimeout: () => 60,
    ...(limits ? { limits } : {}),
  });
  return {
    db,
    scope,
    accounts,
    directory,
    async close() {
      await scope.stop();
      limitFile.close();
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The client of one account at `base`. */
export function openTestClient({
  base,
  limits = { perSecond: 10_000, burst: 1_000 },
  ...options
}: { base: string } & Omit<Parameters<typeof openTestAccess>[0], 'bases' | 'shared'>) {
  const { db, scope, accounts, directory, close } = openTestAccess({ ...options, bases: [base], limits });
  return {
    db,
    scope,
    client: directory.client(account.id),
    connection: () => directory.connection(account.id).state,
    /** Changes the account's address. */
    move: (address: string) => accounts.update(account.id, { base: address }),
    close,
  };
}
