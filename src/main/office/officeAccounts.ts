import { randomUUID } from 'node:crypto';
import type { Account } from '../../shared/directory/account.ts';
import type { AccountStore } from '../store/accounts/accountStore.ts';
import type { Db } from '../store/database.ts';
import { write } from '../store/write.ts';
import type { OfficeClient } from './connect.ts';
import type { PullParts } from './rows/pull.ts';
import { readContent } from './rows/readRow.ts';
import type { ReceiveParts } from './rows/receive.ts';

/** An account of the office that this person may see. */
export interface SharedAccount {
  officeId: string;
  name: string;
  base: string;
  dialect: Account['dialect'];
  rate: number;
  username: string;
  /** The number of the last change of what is watched; 0: none. */
  lastWatch: number;
}

export interface AccountParts extends Pick<ReceiveParts, 'store'> {
  db: Db;
  accounts: Pick<AccountStore, 'list' | 'insert'>;
  clock: { now(): number };
}

/** Bytes of an account, and the number of accounts that an office can have. */
const maxBytes = 10_000;
const maxAccounts = 1_000;

export async function readSharedAccounts(client: OfficeClient): Promise<SharedAccount[]> {
  const { rows } = await client.query<{ id: string; record: string; lastWatch: number | null }>(
    `SELECT id, record, (SELECT w.seq FROM colophon.watch w WHERE w.account_id = r.id ORDER BY w.seq DESC LIMIT 1)
       AS "lastWatch" FROM colophon.records r
     WHERE kind = 'account' AND id = account_id AND NOT deleted AND octet_length(record::text) <= ${maxBytes}
     ORDER BY seq LIMIT ${maxAccounts}`,
  );
  // What no Colophon wrote must not stop the others.
  return rows.flatMap(({ id, record, lastWatch }) => {
    const content = readContent('account', record);
    return content === null
      ? []
      : [{ ...(content as unknown as SharedAccount), officeId: id, lastWatch: lastWatch ?? 0 }];
  });
}

/** The local account at the same address, in the same version and with the same user name. */
export function findTwin(
  accounts: readonly Account[],
  { base, dialect, username }: Pick<Account, 'base' | 'dialect' | 'username'>,
) {
  return accounts.find(
    (one) =>
      one.kind === 'directory' && one.base === base && one.dialect === dialect && one.username === username,
  );
}

/** Returns true if this person may add accounts to the office. */
export async function mayAddAccounts(client: OfficeClient): Promise<boolean> {
  const { rowCount } = await client.query('SELECT 1 FROM colophon.creators');
  return rowCount === 1;
}

/**
 * Creates accounts that somebody shared since, without a key; one that is already here is joined only on purpose. Returns
 * all accounts of the office.
 */
export async function addNewAccounts(
  client: OfficeClient,
  parts: AccountParts & Pick<PullParts, 'received'>,
): Promise<SharedAccount[]> {
  const known = new Set(parts.store.accounts().map(({ officeId }) => officeId));
  const here = parts.accounts.list();
  const all = await readSharedAccounts(client);
  for (const shared of all) {
    if (known.has(shared.officeId) || findTwin(here, shared)) continue;
    const accountId = addAccount(parts, shared);
    parts.received([{ kind: 'account', accountId, localId: accountId }]);
  }
  return all;
}

/** Creates the local account for one of the office. */
export function addAccount({ db, store, accounts, clock }: AccountParts, shared: SharedAccount): string {
  const { officeId, lastWatch: _, ...account } = shared;
  const id = randomUUID();
  write(db, () => {
    const createdAt = new Date(clock.now()).toISOString();
    accounts.insert({ ...account, id, kind: 'directory', key: 'missing', createdAt });
    linkAccount(store, officeId, id);
  });
  return id;
}

/** Shares a local account as this account of the office, whose name is taken from there. */
export function linkAccount(store: AccountParts['store'], officeId: string, accountId: string): void {
  store.addAccount(officeId, accountId);
  store.setBase({ officeId, kind: 'account', accountId, localId: accountId, version: 0, record: null });
}
