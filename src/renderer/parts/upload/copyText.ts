import { t } from '../../../shared/i18n/i18n.ts';
import { announce } from '../../state/announce.ts';
import { asAppError } from '../../state/client.ts';
import { showError } from '../../state/notices.ts';

/** Copies text to the clipboard and announces it. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(t('uploads.copied'));
  } catch (error) {
    showError(asAppError(error));
  }
}
