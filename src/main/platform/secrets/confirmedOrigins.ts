import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { confirmedOriginsSchema } from '../../../shared/keptKeys.ts';
import { replaceOwnFile } from '../files/ownFile.ts';
import type { Log } from '../log.ts';

const confirmedOriginsName = 'confirmed-origins.json';

export type ConfirmedOrigins = ReturnType<typeof openConfirmedOrigins>;

const maxBytes = 1_000_000;

/**
 * The origins that somebody on this computer chose or confirmed for an account, in a file of the user rather than in the
 * data file: neither a backup nor an office nor somebody else's data file carries a confirmation. Without a readable
 * file nothing is confirmed.
 */
export function openConfirmedOrigins(folder: string, log: Pick<Log, 'warn'>) {
  const file = join(folder, confirmedOriginsName);
  let confirmed = read();
  let isStored = true;

  function read(): Map<string, string> {
    try {
      if (statSync(file).size > maxBytes) return new Map();
      return new Map(Object.entries(confirmedOriginsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))));
    } catch {
      return new Map();
    }
  }

  /** Another process may have changed the file since. If it cannot be written, the change lasts until the end. */
  function change(accountId: string, origin: string | null): void {
    const next = isStored ? read() : confirmed;
    if (origin === null) next.delete(accountId);
    else next.set(accountId, origin);
    confirmed = next;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      replaceOwnFile(file, JSON.stringify(Object.fromEntries(next)));
      isStored = true;
    } catch (error) {
      isStored = false;
      log.warn('confirmed-origins', { error });
    }
  }

  return {
    isConfirmed: (accountId: string, origin: string): boolean => confirmed.get(accountId) === origin,
    confirm: (accountId: string, origin: string): void => change(accountId, origin),
    forget(accountId: string): void {
      if (confirmed.has(accountId)) change(accountId, null);
    },
  };
}
