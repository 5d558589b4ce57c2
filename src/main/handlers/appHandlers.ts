import type { Handlers } from '../../shared/contract/contract.ts';
import type { StartStep } from '../../shared/startSteps.ts';
import type { Keychain } from '../platform/secrets/keychain.ts';
import type { UpdateCheck } from '../remote/updateCheck.ts';

/** The information about the program that windows may see. */
export function appHandlers(parts: {
  version: string;
  shell: 'electron' | 'web' | 'cli';
  keychain: Pick<Keychain, 'state' | 'reason'>;
  /** Null if the environment forbids update checks. */
  updates: UpdateCheck | null;
  /** Steps of the start that were left out. */
  skipped: readonly StartStep[];
  unreadableAccounts: () => number;
}): Pick<Handlers, 'app.info' | 'app.unreadable' | 'app.update'> {
  const { version, shell, keychain, updates } = parts;
  return {
    'app.info': () => ({
      version,
      shell,
      platform: process.platform,
      keychain: { state: keychain.state, message: keychain.reason },
    }),
    'app.unreadable': () => ({ accounts: parts.unreadableAccounts(), steps: [...parts.skipped] }),
    'app.update': async ({ isFresh }) => {
      if (!updates) return { state: 'off', version: '', page: '' };
      return isFresh ? updates.look() : updates.state();
    },
  };
}
