import { isCheckerAddress } from '../../shared/compliance/checkerAddress.ts';
import type { Handlers } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { isContact, isSourceBase } from '../../shared/sources/sourceChecks.ts';
import type { App } from '../services/createApp.ts';

/** The information about the program that windows may see. */
export function appHandlers(app: App): Pick<Handlers, 'app.info' | 'app.unreadable' | 'app.update'> {
  const { options, updates } = app;
  const { version, shell, keychain } = options;
  return {
    'app.info': () => ({
      version,
      shell,
      platform: process.platform,
      keychain: { state: keychain.state, message: keychain.reason },
    }),
    'app.unreadable': () => ({ accounts: app.stores.accounts.countUnreadable(), steps: [...app.skipped] }),
    'app.update': async ({ isFresh }) => {
      if (!updates) return { state: 'off', version: '', page: '' };
      return isFresh ? updates.look() : updates.state();
    },
  };
}

/** Reads and changes settings; every window is notified of a change. */
export function settingsHandlers(app: App): Pick<Handlers, 'app.settings' | 'app.changeSettings'> {
  const { settings } = app.stores;
  return {
    'app.settings': () => settings.get(),
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
      const changed = settings.set(change);
      app.publish('app.settingsChanged', changed);
      return changed;
    },
  };
}
