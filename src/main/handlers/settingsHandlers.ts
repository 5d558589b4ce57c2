import { isCheckerAddress } from '../../shared/compliance/checkerAddress.ts';
import type { Handlers, Publish } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { isContact, isSourceBase } from '../../shared/sources/sourceChecks.ts';
import type { SettingsStore } from '../store/settingsStore.ts';

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
