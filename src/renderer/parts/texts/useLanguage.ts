import { useSyncExternalStore } from 'react';
import { i18n, language } from '../../../shared/i18n/i18n.ts';
import type { Language } from '../../../shared/languages.ts';

/**
 * The language of the window. `App` uses it, so that everything renders again in another language; memoised components
 * use it themselves, and memoised texts list it as a dependency.
 */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, language);
}

function onLanguageChange(listener: () => void): () => void {
  i18n.on('languageChanged', listener);
  return () => i18n.off('languageChanged', listener);
}
