/** Where keys of accounts are kept: the system's keychain, or memory where there is none. */
export interface Keychain {
  /** `system`: keys outlive this run. `unavailable`: `set` keeps nothing on this computer; `reason` says why. */
  readonly state: 'system' | 'unavailable';
  readonly reason: string;
  get(accountId: string): Promise<string | null>;
  set(accountId: string, key: string): Promise<void>;
  remove(accountId: string): Promise<void>;
}
