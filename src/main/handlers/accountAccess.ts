import type { Account, Dialect } from '../../shared/directory/account.ts';
import type { EnvironmentKey } from '../platform/environmentKey.ts';
import type { Keychain } from '../platform/keychain.ts';
import type { Log } from '../platform/log.ts';
import type { AccountStore } from '../store/accounts/accountStore.ts';

/** The running embedded sandbox. */
export interface RunningSandbox {
  addresses: Record<Dialect, string>;
  key: string;
}

export type AccountAccess = ReturnType<typeof createAccountAccess>;

/** Combines accounts with their keys from the keychain, the sandbox or the environment; only the directory client may see keys. */
export function createAccountAccess(parts: {
  store: AccountStore;
  keychain: Keychain;
  log: Log;
  sandbox: () => RunningSandbox | null;
  environmentKey?: EnvironmentKey;
}) {
  const { store, keychain, log, environmentKey } = parts;
  const keys = new Map<string, string>();
  if (environmentKey) log.hide(environmentKey.value);

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

  function placeOf(account: Account): Account['key'] {
    if (account.key === 'keychain' && keychain.state === 'system') return 'keychain';
    if (keys.has(account.id)) return 'session';
    return environmentKey?.belongsTo(account, store.list()) ? 'environment' : 'missing';
  }

  /** The key in the keychain; null if there is none, or if the key or address changed meanwhile. */
  async function keptKey(account: Account): Promise<string | null> {
    if (account.key !== 'keychain') return null;
    const kept = await keychain.get(account.id).catch(() => null);
    const now = store.get(account.id);
    return now.key === 'keychain' && now.base === account.base ? kept : null;
  }

  function remember(id: string, key: string): void {
    log.hide(key);
    keys.set(id, key);
  }

  return {
    /** Throws AppError `not_found` if there is none. */
    get: (id: string) => present(store.get(id)),
    list: () => store.list().map(present),
    /** null: the account has no key. Looked up once, then cached in memory. */
    async key(id: string): Promise<string | null> {
      const account = store.get(id);
      if (account.kind === 'sandbox') {
        const key = parts.sandbox()?.key ?? null;
        if (key !== null) log.hide(key);
        return key;
      }
      if (!keys.has(id)) {
        const kept = await keptKey(account);
        if (kept !== null && !keys.has(id)) remember(id, kept);
      }
      const known = keys.get(id);
      if (known !== undefined) return known;
      return environmentKey?.belongsTo(store.get(id), store.list()) ? environmentKey.value : null;
    },
    /** Stores a key in the keychain, or in memory if there is no keychain or it refuses. */
    async keepKey(id: string, key: string): Promise<void> {
      remember(id, key);
      const isKept = keychain.state === 'system' && (await tryToKeep(keychain, id, key, log));
      store.update(id, { key: isKept ? 'keychain' : 'session' });
    },
    async removeKey(id: string): Promise<void> {
      keys.delete(id);
      // Set before the first await: a request that starts meanwhile must not read the key from the keychain.
      store.update(id, { key: 'missing' });
      if (keychain.state === 'system') await keychain.remove(id).catch(() => undefined);
    },
  };
}

/** A keychain may be locked, or unable to store keys: then the key lasts for this session. */
async function tryToKeep(keychain: Keychain, id: string, key: string, log: Log): Promise<boolean> {
  try {
    await keychain.set(id, key);
    return (await keychain.get(id)) === key;
  } catch (error) {
    log.warn('keychain', { error });
    return false;
  }
}
