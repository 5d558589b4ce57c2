import { parseOfficeAddress, writeOfficeAddress } from '../../shared/office/officeAddress.ts';
import { fail } from '../platform/failures.ts';
import type { Log } from '../platform/log.ts';
import type { ConfirmedOrigins } from '../platform/secrets/confirmedOrigins.ts';
import type { KeptSecrets } from '../platform/secrets/keptSecrets.ts';

/** The name under which the keychain has the office's password. */
const passwordName = 'office';
/** Other data folders of the user may belong to other offices. */
const confirmedName = (address: string) => `${passwordName} ${address}`;

export interface OfficeLogin {
  address: string;
  /** null: from the address, the environment or the keychain. */
  password: string | null;
}

/** An address without its password, and the password. */
interface FoundLogin {
  address: string;
  password: string;
}

/** The password of the office of a data folder, wherever it is kept. */
export function createOfficeLogin(parts: {
  secrets: KeptSecrets;
  confirmed: ConfirmedOrigins;
  log: Log;
  /** The password for unattended runs (`COLOPHON_OFFICE_PASSWORD`). */
  environmentPassword: string | undefined;
}) {
  const { secrets, confirmed, log } = parts;
  /** For this run only, if there is no keychain. */
  let ofThisRun: FoundLogin | null = null;

  return {
    /** `isGiven`: somebody entered the address now. AppError if there is no password. */
    async find(given: OfficeLogin, isGiven = true): Promise<FoundLogin> {
      const parsed = parseOfficeAddress(given.address);
      const address = writeOfficeAddress(parsed);
      const kept = async () => {
        const entry = await secrets.read(passwordName, address).catch(() => null);
        return entry?.kind === 'found' ? entry.secret : null;
      };
      // The environment's password goes where somebody here joined, not wherever the data file says.
      const mayUse = isGiven || confirmed.isConfirmed(confirmedName(address), address);
      const fromEnvironment = mayUse ? parts.environmentPassword : undefined;
      // Like the kept one, it never goes to another office.
      const remembered = ofThisRun?.address === address ? ofThisRun.password : null;
      const found = given.password ?? parsed.password ?? remembered ?? fromEnvironment ?? (await kept());
      if (found === null) throw fail('office.error.noPassword');
      log.hide(found);
      return { address, password: found };
    },
    /** The password belongs to this address: the data file, which says where the office is, may be another one later. */
    async keep(login: FoundLogin): Promise<void> {
      ofThisRun = login;
      confirmed.confirm(confirmedName(login.address), login.address);
      if (!secrets.isAvailable) return;
      await secrets
        .keep(passwordName, login.address, login.password)
        .catch((error: unknown) => log.warn('keychain', { error }));
    },
    async forget(): Promise<void> {
      ofThisRun = null;
      if (secrets.isAvailable) await secrets.remove(passwordName).catch(() => undefined);
    },
  };
}
