import { type Message, msg } from '../../../shared/message.ts';

/** The storage for keys of accounts: the system's keychain, or none (then they stay in memory, see `createKeys`). */
export interface Keychain {
  /** `system`: keys outlive this run. `unavailable`: `set` stores nothing on this computer; `reason` explains why. */
  readonly state: 'system' | 'unavailable';
  readonly reason: Message | null;
  get(accountId: string): Promise<string | null>;
  set(accountId: string, key: string): Promise<void>;
  remove(accountId: string): Promise<void>;
}

/** The part of keytar that is used. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

const service = 'Colophon';
const timeoutMs = 5_000;

/**
 * The system's keychain through keytar, which is loaded and tested here; if its library or the session bus is missing,
 * or it does not respond within five seconds, a keychain of state `unavailable` with the reason.
 */
export async function openKeychain(load: () => Promise<Keytar> = loadKeytar): Promise<Keychain> {
  let keytar: Keytar;
  try {
    keytar = await load();
  } catch {
    return sessionKeychain(msg('directory.keychain.notInstalled'));
  }
  try {
    await within(timeoutMs, keytar.getPassword(service, 'probe'));
  } catch {
    const why = process.platform === 'linux' ? 'noService' : 'closed';
    return sessionKeychain(msg(`directory.keychain.${why}`));
  }
  return {
    state: 'system',
    reason: null,
    get: (accountId) => keytar.getPassword(service, accountId),
    set: (accountId, key) => keytar.setPassword(service, accountId, key),
    remove: async (accountId) => {
      await keytar.deletePassword(service, accountId);
    },
  };
}

/** A keychain that stores nothing; `reason` explains why. */
export function sessionKeychain(reason: Message): Keychain {
  return {
    state: 'unavailable',
    reason,
    get: async () => null,
    set: async () => undefined,
    remove: async () => undefined,
  };
}

async function loadKeytar(): Promise<Keytar> {
  const module = (await import('keytar')) as unknown as { default?: Keytar } & Keytar;
  return module.default ?? module;
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The keychain does not answer.')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
