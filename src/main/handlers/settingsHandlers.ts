import { isCheckerAddress } from '../../shared/compliance/checkerAddress.ts';
import type { Handlers, Publish } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { t } from '../../shared/i18n/words.ts';
import type { SettingsStore } from '../store/settingsStore.ts';

/** Settings: read them, and change some of them; every window hears of a change. */
export function settingsHandlers(parts: {
  settingsStore: SettingsStore;
  /** Called before the windows hear of another language, so that what they then ask for is in it. */
  followLanguage: () => Promise<void>;
  publish: Publish;
}): Pick<Handlers, 'settings.get' | 'settings.set'> {
  const { settingsStore, followLanguage, publish } = parts;
  return {
    'settings.get': () => settingsStore.get(),
    'settings.set': async (change) => {
      if (change.checker !== undefined && !isCheckerAddress(change.checker)) {
        throw new AppError('input', t('compliance.problem.badAddress.message'), {
          fix: t('settings.checker.form'),
        });
      }
      const settings = settingsStore.set(change);
      if (change.language !== undefined) await followLanguage();
      publish('settings.changed', settings);
      return settings;
    },
  };
}
