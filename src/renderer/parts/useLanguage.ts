import { useTranslation } from 'react-i18next';
import { type Language, language } from '../../shared/i18n/i18n.ts';

/** The language of the window. What uses it renders again when another one is chosen; a memo of words lists it as a dependency. */
export function useLanguage(): Language {
  useTranslation();
  return language();
}
