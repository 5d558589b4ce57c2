import { isCheckerAddress } from '../../shared/compliance/checkerAddress.ts';
import type { Handlers, Publish } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { isContact, isSourceBase } from '../../shared/sources/sourceChecks.ts';
import type { StartStep } from '../../shared/startSteps.ts';
import type { Keychain } from '../platform/secrets/keychain.ts';
import type { UpdateCheck } from '../remote/updateCheck.ts';
import type { SettingsStore } from '../store/settingsStore.ts';

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

/** Reads and changes settings; every window is notified of a change. */
export function settingsHandlers(parts: {
  settingsStore: SettingsStore;
  publish: Publish;
}): Pick<Handlers, 'app.settings' | 'app.changeSettings'> {
  const { settingsStore, publish } = parts;
  return {
    'app.settings': () => settingsStore.get(),
    'app.changeSettings': (change) => {
      if (change.checker !== undefined && !isCheckerAddress(change.checker)) {
        throw new AppError('input', msg('compliance.problem.badAddress.message'), {
          fix: msg('settings.checker.form'),
        });
      }
      const { sources } = change;
      if (sources && !isContact(sources.contact))
        throw new AppError('input', msg('settings.sources.contactForm'));
      if (sources && ![sources.crossref, sources.handles].every(isSourceBase))
        throw new AppError('input', msg('settings.sources.baseForm'));
      const settings = settingsStore.set(change);
      publish('app.settingsChanged', settings);
      return settings;
    },
  };
}
