import type { Account, Dialect } from '../../shared/directory/account.ts';
import type { AppError } from '../../shared/errors.ts';
import type { MessageParams } from '../../shared/message.ts';
import { fail } from '../platform/failures.ts';
import type { Log } from '../platform/log.ts';
import { originIfAny } from '../platform/network/origin.ts';
import { OriginKey } from '../platform/network/originKey.ts';
import type { ConfirmedOrigins } from '../platform/secrets/confirmedOrigins.ts';
import type { EnvironmentKey } from '../platform/secrets/environmentKey.ts';
import type { KeptSecrets } from '../platform/secrets/keptSecrets.ts';
import type { AccountStore } from '../store/accounts/accountStore.ts';

/** The running embedded sandbox. */
export interface RunningSandbox {
  addresses: Record<Dialect, string>;
  key: string;
}

export type AccountAccess = ReturnType<typeof createAccountAccess>;

/**
 * Combines accounts with their keys from the keychain, the sandbox or the environment. A key is only given out for the
 * origin that it was entered for: the account's address comes from the data file, which may be another one than when
 * the key was entered.
 */
export function createAccountAccess(parts: {
  store: AccountStore;
  secrets: KeptSecrets;
  confirmed: ConfirmedOrigins;
  log: Log;
  sandbox: () => RunningSandbox | null;
  environmentKey?: EnvironmentKey;
  /** Called when it turns out that the stored key of an account is for another origin. */
  changed?: () => void;
}) {
  const { store, secrets, confirmed, log, environmentKey } = parts;
  const keys = new Map<string, OriginKey>();
  /** The origin of a stored key that was not given out, by account. */
  const elsewhere = new Map<string, string>();
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
    const isElsewhere = elsewhere.has(account.id) && known(account) === null;
    if (account.key === 'keychain' && secrets.isAvailable && !isElsewhere) return 'keychain';
    if (known(account) !== null) return 'session';
    if (fromEnvironment(account) !== null) return isConfirmed(account) ? 'environment' : 'unconfirmed';
    return isElsewhere ? 'elsewhere' : 'missing';
  }

  /** The key in memory, if it is for the account's present origin. */
  function known(account: Account): OriginKey | null {
    const key = keys.get(account.id);
    return key?.origin === originIfAny(account.base) ? key : null;
  }

  function keyInMemory(account: Account): OriginKey | null {
    if (account.kind === 'directory')
      return known(account) ?? (isConfirmed(account) ? fromEnvironment(account) : null);
    const running = parts.sandbox();
    if (!running) return null;
    log.hide(running.key);
    return new OriginKey(running.key, originIfAny(running.addresses[account.dialect]));
  }

  function fromEnvironment(account: Account): OriginKey | null {
    return environmentKey?.keyOf(account, store.list()) ?? null;
  }

  function isConfirmed({ id, base }: Account): boolean {
    return environmentKey?.namesOrigin === true || confirmed.isConfirmed(id, originIfAny(base));
  }

  /** Loads the key from the keychain, unless the account changed meanwhile. */
  async function load(account: Account): Promise<void> {
    if (account.key !== 'keychain') return;
    const origin = originIfAny(account.base);
    const kept = await secrets.read(account.id, origin).catch(() => null);
    const now = store.get(account.id);
    if (kept === null || now.key !== 'keychain' || now.base !== account.base || known(account) !== null)
      return;
    if (kept.kind === 'found') remember(account.id, new OriginKey(kept.secret, origin), kept.secret);
    else if (kept.kind === 'elsewhere' && elsewhere.get(account.id) !== kept.origin) {
      elsewhere.set(account.id, kept.origin);
      log.warn('key.elsewhere', { account: account.id, origin, keyOrigin: kept.origin });
      parts.changed?.();
    }
  }

  function remember(id: string, key: OriginKey, secret: string): void {
    log.hide(secret);
    keys.set(id, key);
    elsewhere.delete(id);
  }

  return {
    /** Throws AppError `not_found` if there is none. */
    get: (id: string) => present(store.get(id)),
    list: () => store.list().map(present),
    /** null: the account has no key for its present origin; `keyProblem` explains. Looked up once, then cached in memory. */
    async key(id: string): Promise<OriginKey | null> {
      const account = store.get(id);
      if (account.kind === 'directory' && known(account) === null) await load(account);
      return keyInMemory(store.get(id));
    },
    /** The same without asking the keychain. */
    knownKey: (id: string): OriginKey | null => keyInMemory(store.get(id)),
    /** Why the account has no key although there is one, and what to do; null: there simply is none. */
    keyProblem(id: string): AppError | null {
      const account = store.get(id);
      const origin = originIfAny(account.base);
      const place = placeOf(account);
      if (place === 'unconfirmed') return problem('keyUnconfirmed', { name: account.name, origin });
      if (place === 'elsewhere')
        return problem('keyElsewhere', { origin, keyOrigin: elsewhere.get(id) ?? '' });
      return null;
    },
    /** Stores a key, entered for this origin, in the keychain, or in memory if there is no keychain or it refuses. */
    async keepKey(id: string, origin: string, key: string): Promise<void> {
      remember(id, new OriginKey(key, origin), key);
      const isKept = secrets.isAvailable && (await tryToKeep(secrets, { id, origin, key }, log));
      store.update(id, { key: isKept ? 'keychain' : 'session' });
    },
    /** Resolves with false if the keychain did not remove it; Colophon does not read it from there again. */
    async removeKey(id: string): Promise<boolean> {
      keys.delete(id);
      elsewhere.delete(id);
      // Set before the first await: a request that starts meanwhile must not read the key from the keychain.
      store.update(id, { key: 'missing' });
      if (!secrets.isAvailable) return true;
      return secrets.remove(id).then(
        () => true,
        () => false,
      );
    },
    /** Somebody here entered the account's address: if the environment's key belongs to the account, it may go there. */
    chooseOrigin: (id: string, base: string): void => confirmed.confirm(id, originIfAny(base)),
    /** Somebody here confirmed that the environment's key may go to the account's origin. */
    confirmOrigin(id: string): void {
      const account = store.get(id);
      confirmed.confirm(id, originIfAny(account.base));
      environmentKey?.assignTo(account);
    },
    /** The environment's key no longer goes to the account without a new confirmation. */
    forgetOrigin: (id: string): void => confirmed.forget(id),
  };
}

function problem(kind: 'keyUnconfirmed' | 'keyElsewhere', params: MessageParams): AppError {
  return fail(`directory.problem.${kind}`, params);
}

/** A keychain may be locked, or unable to store keys: then the key lasts for this session. */
async function tryToKeep(
  secrets: KeptSecrets,
  { id, origin, key }: { id: string; origin: string; key: string },
  log: Log,
): Promise<boolean> {
  try {
    await secrets.keep(id, origin, key);
    return true;
  } catch (error) {
    log.warn('keychain', { error });
    return false;
  }
}
