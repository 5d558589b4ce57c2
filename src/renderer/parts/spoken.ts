import { useTranslation } from 'react-i18next';
import { type Language, language } from '../../shared/words.ts';

/** The language that is spoken now; whoever asks is drawn anew in another. */
export function useSpoken(): Language {
  useTranslation();
  return language();
}

/** Makes what holds words. It names the language only so that what is kept by its inputs is made anew in another one. */
export function inLanguage<T>(_spoken: Language, make: () => T): T {
  return make();
}
