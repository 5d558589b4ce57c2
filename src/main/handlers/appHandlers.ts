import type { Handlers } from '../../shared/contract.ts';
import type { Keychain } from '../keychain.ts';

/** What the windows may know of the program they belong to. */
export function appHandlers(parts: {
  version: string;
  shell: 'electron' | 'web' | 'cli';
  keychain: Pick<Keychain, 'state' | 'reason'>;
}): Pick<Handlers, 'app.info'> {
  const { version, shell, keychain } = parts;
  return {
    'app.info': () => ({
      version,
      shell,
      platform: process.platform,
      keychain: { state: keychain.state, message: keychain.reason },
    }),
  };
}
