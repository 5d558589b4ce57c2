import type { Settings } from '../../shared/contract/contract.ts';
import { chooseLanguage, language, speak } from '../../shared/i18n/words.ts';
import { useSession } from './session.ts';

/** Speaks the browser's language, before there are settings to ask; resolves when its words are there. */
export function startLanguage(): Promise<void> {
  return follow('system');
}

/** Keeps this window in the language of the settings, or of the computer where they say so; returns a function that stops it. */
export function followLanguage(): () => void {
  const now = () => void follow(useSession.getState().settings?.language ?? 'system');
  const stop = useSession.subscribe((session, before) => {
    if (session.settings?.language !== before.settings?.language) now();
  });
  window.addEventListener('languagechange', now);
  return () => {
    stop();
    window.removeEventListener('languagechange', now);
  };
}

async function follow(setting: Settings['language']): Promise<void> {
  try {
    await speak(chooseLanguage(setting, navigator.languages));
  } catch {
    // Its words cannot be had just now: better words in another language than none.
  }
  document.documentElement.lang = language();
}
