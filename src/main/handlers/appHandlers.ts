import type { Handlers } from '../../shared/contract/contract.ts';
import type { Keychain } from '../platform/keychain.ts';
import type { UpdateCheck } from '../remote/updateCheck.ts';

/** What the windows may know of the program they belong to. */
export function appHandlers(parts: {
  version: string;
  shell: 'electron' | 'web' | 'cli';
  keychain: Pick<Keychain, 'state' | 'reason'>;
  /** Null where the environment forbids to look. */
  updates: UpdateCheck | null;
}): Pick<Handlers, 'app.info' | 'app.update'> {
  const { version, shell, keychain, updates } = parts;
  return {
    'app.info': () => ({
      version,
      shell,
      platform: process.platform,
      keychain: { state: keychain.state, message: keychain.reason },
    }),
    'app.update': async ({ isFresh }) => {
      if (!updates) return { state: 'off', version: '', page: '' };
      return isFresh ? updates.look() : updates.state();
    },
  };
}
