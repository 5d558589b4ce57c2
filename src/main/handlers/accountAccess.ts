import type { Account, Dialect } from '../../shared/directory/account.ts';
import type { Keychain } from '../platform/keychain.ts';
import type { Log } from '../platform/log.ts';
import type { AccountStore } from '../store/accounts/accountStore.ts';

/** The embedded sandbox as it runs now. */
export interface RunningSandbox {
  addresses: Record<Dialect, string>;
  key: string;
}

/** Accounts as they are at present, and their keys, which no caller but the directory client gets to see. */
export interface AccountAccess {
  /** AppError `not_found` if there is none. */
  get(id: string): Account;
  list(): Account[];
  /** null: the account has none. Looked up once, then kept in memory. */
  key(id: string): Promise<string | null>;
  /** Keeps a key in the keychain, or in memory where there is none or it refuses. */
  keepKey(id: string, key: string): Promise<void>;
  removeKey(id: string): Promise<void>;
}

/** Puts together what the database knows of accounts, the keychain, the sandbox that runs, and the environment's key. */
export function createAccountAccess(parts: {
  store: AccountStore;
  keychain: Keychain;
  log: Log;
  sandbox: () => RunningSandbox | null;
  environmentKey?: string;
}): AccountAccess {
  const { store, keychain, log } = parts;
  const keys = new Map<string, string>();
  if (parts.environmentKey) log.hide(parts.environmentKey);

  function present(account: Account): Account {
    if (account.kind === 'sandbox') {
      return {
        ...account,
        base: parts.sandbox()?.addresses[account.dialect] ?? account.base,
        key: 'none-needed',
      };
    }
    return { ...account, key: placeOf(account) };
  }

  function placeOf({ id, key }: Account): Account['key'] {
    if (key === 'keychain' && keychain.state === 'system') return 'keychain';
    if (keys.has(id)) return 'session';
    return parts.environmentKey ? 'environment' : 'missing';
  }

  function remember(id: string, key: string): void {
    log.hide(key);
    keys.set(id, key);
  }

  return {
    get: (id) => present(store.get(id)),
    list: () => store.list().map(present),
    async key(id) {
      const account = store.get(id);
      if (account.kind === 'sandbox') {
        const key = parts.sandbox()?.key ?? null;
        if (key !== null) log.hide(key);
        return key;
      }
      const known = keys.get(id);
      if (known !== undefined) return known;
      const kept = account.key === 'keychain' ? await keychain.get(id).catch(() => null) : null;
      if (kept !== null) remember(id, kept);
      return kept ?? parts.environmentKey ?? null;
    },
    async keepKey(id, key) {
      remember(id, key);
      const isKept = keychain.state === 'system' && (await tryToKeep(keychain, id, key, log));
      store.update(id, { key: isKept ? 'keychain' : 'session' });
    },
    async removeKey(id) {
      keys.delete(id);
      if (keychain.state === 'system') await keychain.remove(id).catch(() => undefined);
      store.update(id, { key: 'missing' });
    },
  };
}

/** A keychain may be locked, or have no place for keys: then the key is good for this session. */
async function tryToKeep(keychain: Keychain, id: string, key: string, log: Log): Promise<boolean> {
  try {
    await keychain.set(id, key);
    return (await keychain.get(id)) === key;
  } catch (error) {
    log.warn('keychain', { error });
    return false;
  }
}
