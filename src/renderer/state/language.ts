import { useEffect } from 'react';
import { chooseLanguage, language, speak } from '../../shared/i18n/i18n.ts';
import type { Settings } from '../../shared/settings.ts';
import { useSettings } from './data/session.ts';

/** Loads the browser's language, before the settings are known. */
export function startLanguage(): Promise<void> {
  return follow('system');
}

/** Keeps this window in the language of the settings, or of the computer if they say so. */
export function useLanguageSetting(): void {
  const setting = useSettings()?.language ?? 'system';
  useEffect(() => {
    const now = () => void follow(setting);
    now();
    window.addEventListener('languagechange', now);
    return () => window.removeEventListener('languagechange', now);
  }, [setting]);
}

async function follow(setting: Settings['language']): Promise<void> {
  try {
    await speak(chooseLanguage(setting, navigator.languages));
  } catch {
    // If its texts cannot be loaded, another language is better than none.
  }
  document.documentElement.lang = language();
}
