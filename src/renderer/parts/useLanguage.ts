import { useTranslation } from 'react-i18next';
import { type Language, language } from '../../shared/i18n/i18n.ts';

/** The language of the window. Components that use it render again when it changes; memoised texts list it as a dependency. */
export function useLanguage(): Language {
  useTranslation();
  return language();
}
