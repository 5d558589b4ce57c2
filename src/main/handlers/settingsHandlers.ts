import type { Handlers, Publish } from '../../shared/contract.ts';
import type { SettingsStore } from '../store/settingsStore.ts';

/** Settings: read them, and change some of them; every window hears of a change. */
export function settingsHandlers(parts: {
  settingsStore: SettingsStore;
  publish: Publish;
}): Pick<Handlers, 'settings.get' | 'settings.set'> {
  const { settingsStore, publish } = parts;
  return {
    'settings.get': () => settingsStore.get(),
    'settings.set': (change) => {
      const settings = settingsStore.set(change);
      publish('settings.changed', settings);
      return settings;
    },
  };
}
