import { createAccountStore } from '../store/accounts/accountStore.ts';
import type { Db } from '../store/database.ts';
import { createOfficeStore } from '../store/office/officeStore.ts';
import { createLedgerStore } from '../store/watch/ledgerStore.ts';
import { createSharedWatchStore } from '../store/watch/sharedWatchStore.ts';
import type { OfficeClient } from './connect.ts';
import type { JoinParts } from './join.ts';
import { addNewAccounts } from './officeAccounts.ts';
import { createLocalRows } from './rows/localRows.ts';
import { type PullParts, pull } from './rows/pull.ts';
import { type Pushed, type PushParts, push } from './rows/push.ts';
import type { ShareWatchParts } from './sending/shareWatch.ts';

/** Everything that works on one data folder's copy of the office. */
export type OfficeInstance = PullParts & PushParts & JoinParts & ShareWatchParts;

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
    watch: createSharedWatchStore(db),
    ledger: createLedgerStore(db),
    open: [],
    declined: { permissions: '', changes: new Map() },
  };
}

export interface Synchronised extends Pushed {
  /** The number of the last change of what is watched in each account of the office, as of the start of this. */
  watched: ReadonlyMap<string, number>;
}

/** Fetches what others changed, and sends what was changed here. */
export async function synchronise(client: OfficeClient, instance: OfficeInstance): Promise<Synchronised> {
  const accounts = await addNewAccounts(client, instance);
  await pull(client, instance);
  const pushed = await push(client, instance);
  return { ...pushed, watched: new Map(accounts.map(({ officeId, lastWatch }) => [officeId, lastWatch])) };
}
