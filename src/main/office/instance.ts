import { createAccountStore } from '../store/accounts/accountStore.ts';
import type { Db } from '../store/database.ts';
import { createOfficeStore } from '../store/office/officeStore.ts';
import type { OfficeClient } from './connect.ts';
import type { JoinParts } from './join.ts';
import { addNewAccounts } from './officeAccounts.ts';
import { createLocalRows } from './rows/localRows.ts';
import { type PullParts, pull } from './rows/pull.ts';
import { type Pushed, type PushParts, push } from './rows/push.ts';

/** Everything that works on one data folder's copy of the office. */
export type OfficeInstance = PullParts & PushParts & JoinParts;

export function createInstance(
  db: Db,
  parts: Pick<OfficeInstance, 'signal' | 'clock' | 'received' | 'pushed'>,
): OfficeInstance {
  const store = createOfficeStore(db);
  return {
    ...parts,
    db,
    store,
    rows: createLocalRows(db, store, parts.clock),
    accounts: createAccountStore(db),
    sent: new Map(),
    open: [],
  };
}

/** Fetches what others changed, and sends what was changed here. */
export async function synchronise(client: OfficeClient, instance: OfficeInstance): Promise<Pushed> {
  await addNewAccounts(client, instance);
  await pull(client, instance);
  return push(client, instance);
}
