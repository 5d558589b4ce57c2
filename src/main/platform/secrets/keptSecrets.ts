import { type KeptKey, keptKeySchema } from '../../../shared/keptKeys.ts';
import type { Keychain } from './keychain.ts';

/** What the keychain has under a name. `elsewhere`: a secret for another origin, which is not given out. */
export type KeptSecret =
  | { kind: 'none' }
  | { kind: 'found'; secret: string }
  | { kind: 'elsewhere'; origin: string };

export type KeptSecrets = ReturnType<typeof createKeptSecrets>;

/** Longer than any entry of ours. */
const maxEntryLength = 4_000;

/**
 * The secrets in the keychain. Each is stored with the origin that it was entered for, and this is the only place that
 * reads them: the data file, which a backup, an office or another program may have changed, does not decide where a
 * secret goes.
 */
export function createKeptSecrets(keychain: Keychain) {
  return {
    /** False: nothing is stored on this computer. */
    isAvailable: keychain.state === 'system',
    /** The secret for this origin. Rejects if the keychain does not answer. */
    async read(name: string, origin: string): Promise<KeptSecret> {
      const entry = parseEntry(await keychain.get(name));
      if (entry === null) return { kind: 'none' };
      if (entry.origin !== origin) return { kind: 'elsewhere', origin: entry.origin };
      return { kind: 'found', secret: entry.key };
    },
    /** Rejects if the keychain refuses, or has something else afterwards. */
    async keep(name: string, origin: string, secret: string): Promise<void> {
      const entry = JSON.stringify({ origin, key: secret });
      await keychain.set(name, entry);
      if ((await keychain.get(name)) !== entry) throw new Error('The keychain did not keep the entry.');
    },
    remove: (name: string): Promise<void> => keychain.remove(name),
  };
}

function parseEntry(text: string | null): KeptKey | null {
  if (text === null || text.length > maxEntryLength) return null;
  try {
    return keptKeySchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
