import { t } from '../../../shared/words.ts';
import { asAppError } from '../../client.ts';
import { announce } from '../../parts/Announcer.tsx';
import { showError } from '../../state/notices.ts';

/** Puts text on the clipboard and says so. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(t('uploads.copied'));
  } catch (error) {
    showError(asAppError(error));
  }
}
