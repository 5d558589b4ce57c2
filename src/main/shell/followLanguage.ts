import type { Handlers } from '../../shared/contract/contract.ts';
import { chooseLanguage, speak } from '../../shared/i18n/i18n.ts';
import { addMainTexts } from '../../shared/i18n/mainTexts.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';

/** Uses the first of the user's languages that Colophon supports, until the settings can be read. */
export async function useSystemLanguage(languages: readonly string[]): Promise<void> {
  await addMainTexts();
  await speak(chooseLanguage('system', languages));
}

/**
 * Keeps this process (menus, notifications, exported files) in the language of the settings or, if they leave it to the
 * system, in the first of `languages()` that Colophon supports. Resolves to a function that applies a change of
 * `languages()`.
 */
export async function followLanguage(
  host: {
    services: { handlers: Pick<Handlers, 'app.settings'> };
    events: Pick<Events, 'subscribe'>;
    log: Pick<Log, 'error'>;
  },
  languages: () => readonly string[],
): Promise<() => Promise<void>> {
  const apply = async () => {
    const { language } = await host.services.handlers['app.settings']({});
    await speak(chooseLanguage(language, languages()));
  };
  host.events.subscribe((name) => {
    if (name === 'app.settingsChanged')
      apply().catch((error: unknown) => host.log.error('language', { error }));
  });
  await apply();
  return apply;
}
