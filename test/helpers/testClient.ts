import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/main/platform/clock.ts';
import { createLog } from '../../src/main/platform/log.ts';
import { createDirectoryAccess } from '../../src/main/remote/directoryAccess.ts';
import { createAccountStore } from '../../src/main/store/accounts/accountStore.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { openLimitFile } from '../../src/main/store/limitFile.ts';
import { createRequestStore } from '../../src/main/store/uploads/requestStore.ts';
import { account } from './storeParts.ts';
import { testScope } from './testScope.ts';

/** The client of one account at `base`, with requests and limiter in its own database. */
export function openTestClient({
  base,
  key,
  limits = { perSecond: 10_000, burst: 1_000 },
  isDurable = false,
}: {
  base: string;
  /** null: the account has no key. It is only given out for `base`. */
  key: string | null;
  limits?: { perSecond: number; burst: number };
  /** true: every write is synced to disk. */
  isDurable?: boolean;
}) {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-client-'));
  const db = openDatabase(join(folder, 'colophon.db'), { durable: isDurable });
  const accounts = createAccountStore(db);
  accounts.insert({ ...account, base });
  const scope = testScope();
  const limitFile = openLimitFile(undefined, folder, systemClock);
  const directory = createDirectoryAccess({
    account: accounts.get,
    key: async (id) => (accounts.get(id).base === base ? key : null),
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
    limits,
  });
  return {
    db,
    scope,
    client: directory.client(account.id),
    connection: () => directory.connection(account.id).state,
    /** Changes the account's address. */
    move: (address: string) => accounts.update(account.id, { base: address }),
    async close() {
      await scope.stop();
      limitFile.close();
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
