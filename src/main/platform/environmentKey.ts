import type { Account } from '../../shared/directory/account.ts';

/** The key from `COLOPHON_API_KEY`. It belongs to one account at one origin, and is sent nowhere else. */
export interface EnvironmentKey {
  readonly value: string;
  /** Returns true if the key belongs to the account, which is one of `all`. */
  belongsTo(account: Account, all: readonly Account[]): boolean;
  /** Returns true if one of these accounts needs a key and it is unclear which account this key belongs to. */
  isAmbiguous(all: readonly Account[]): boolean;
}

/**
 * The key belongs to the account of this name or id; without a name, to the only account at a directory. The account
 * and its origin are fixed once known, so that an account that is changed or added later never gets the key.
 */
export function createEnvironmentKey(value: string, accountName?: string): EnvironmentKey {
  let owner: { id: string; origin: string } | null = null;

  function ownerAmong(all: readonly Account[]): typeof owner {
    const accounts = all.filter(({ kind }) => kind === 'directory');
    const named = () =>
      accounts.find(({ name }) => name === accountName) ?? accounts.find(({ id }) => id === accountName);
    const account = accountName !== undefined ? named() : accounts.length === 1 ? accounts[0] : undefined;
    return account ? { id: account.id, origin: originOf(account) } : null;
  }

  return {
    value,
    belongsTo(account, all) {
      owner ??= ownerAmong(all);
      return owner?.id === account.id && owner.origin === originOf(account);
    },
    isAmbiguous(all) {
      const accounts = all.filter(({ kind }) => kind === 'directory');
      const isOpen = accountName === undefined && owner === null && accounts.length > 1;
      return isOpen && accounts.some(({ key }) => key === 'missing');
    },
  };
}

function originOf({ base }: Account): string {
  return new URL(base).origin;
}
