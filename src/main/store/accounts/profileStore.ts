import type { Account } from '../../../shared/directory/account.ts';
import {
  type SeenProfile,
  type ServerProfile,
  seenProfileSchema,
} from '../../../shared/directory/profile.ts';
import { activePack } from '../../../shared/rulePack/rulePack.ts';
import type { Db } from '../database.ts';
import { storedJson } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';

export type ProfileStore = ReturnType<typeof createProfileStore>;

/** The profiles of the servers of the accounts, as they were last found, by address. */
export function createProfileStore(db: Db) {
  const read = db.prepare<[string], { profile: string; askedAt: string | null }>(
    'SELECT profile, asked_at askedAt FROM server_profiles WHERE base = ?',
  );
  const write = db.prepare<[string, string, string | null]>(
    'INSERT OR REPLACE INTO server_profiles (base, profile, asked_at) VALUES (?, ?, ?)',
  );

  /** What the rule pack says, if the server was never asked or the row cannot be read. */
  function get(account: Pick<Account, 'kind' | 'base'>): SeenProfile {
    const row = read.get(addressOf(account));
    const seen = row && { profile: storedJson(row.profile), askedAt: row.askedAt };
    return seenProfileSchema.safeParse(seen).data ?? { profile: activePack().profile, askedAt: null };
  }
  const recheck = db.prepare<[string]>('UPDATE accounts SET recheck_after = 0 WHERE id = ?');
  return withStorageErrors({
    /** Has the account's drafts checked again. */
    markDrafts: asWrite(db, (accountId: string) => void recheck.run(accountId)),
    get,
    of: (account: Pick<Account, 'kind' | 'base'>): ServerProfile => get(account).profile,
    set: asWrite(db, (account: Pick<Account, 'kind' | 'base'>, { profile, askedAt }: SeenProfile) => {
      write.run(addressOf(account), JSON.stringify(profile), askedAt);
    }),
  });
}

/** The sandbox has another port at each start. */
function addressOf({ kind, base }: Pick<Account, 'kind' | 'base'>): string {
  return kind === 'sandbox' ? kind : new URL(base).href;
}
