import { type Account, accountsNamed } from '../../../shared/directory/account.ts';
import { originIfAny } from '../network/origin.ts';
import { OriginKey } from '../network/originKey.ts';

/** The key from `COLOPHON_API_KEY`. It belongs to one account at one origin, and is sent nowhere else. */
export interface EnvironmentKey {
  /** Kept out of logs. */
  readonly value: string;
  /** Returns true if the environment itself names the origin that the key is for. */
  readonly namesOrigin: boolean;
  /** The key for the account's origin if it belongs to the account, which is one of `all`; otherwise null. */
  keyOf(account: Account, all: readonly Account[]): OriginKey | null;
  /** From now on it belongs to this account at its present origin. */
  assignTo(account: Account): void;
  /** Returns true if one of these accounts needs a key and it is unclear which account this key belongs to. */
  isAmbiguous(all: readonly Account[]): boolean;
}

/** The key in `COLOPHON_API_KEY`, without the blank or line end that a script may leave behind it. */
export function environmentKeyIn(environment: Record<string, string | undefined>): string | undefined {
  return environment.COLOPHON_API_KEY?.trim();
}

/**
 * The key belongs to the account of this id or name; without a name, to the only account at a directory, or at the
 * `origin` that the environment names beside the key. The account and its origin are fixed once known, so that an
 * account that is changed or added later never gets the key.
 */
export function createEnvironmentKey(value: string, accountName?: string, origin?: string): EnvironmentKey {
  let owner: { id: string; origin: string } | null = null;
  const place = ({ id, base }: Account) => ({ id, origin: originIfAny(base) });
  const candidates = (all: readonly Account[]) =>
    all.filter(
      (account) => account.kind === 'directory' && (origin === undefined || place(account).origin === origin),
    );

  function ownerAmong(all: readonly Account[]): typeof owner {
    const accounts = candidates(all);
    // A name that several accounts have does not say whose key it is.
    const [account, ...others] = accountName === undefined ? accounts : accountsNamed(accountName, accounts);
    return account && others.length === 0 ? place(account) : null;
  }

  return {
    value,
    namesOrigin: origin !== undefined,
    keyOf(account, all) {
      owner ??= ownerAmong(all);
      const here = place(account);
      return owner?.id === here.id && owner.origin === here.origin ? new OriginKey(value, here.origin) : null;
    },
    assignTo(account) {
      if (origin === undefined || place(account).origin === origin) owner = place(account);
    },
    isAmbiguous(all) {
      const accounts = candidates(all);
      const isOpen = accountName === undefined && owner === null && accounts.length > 1;
      return isOpen && accounts.some(({ key }) => key === 'missing');
    },
  };
}
