import { t } from '../../../shared/i18n/i18n.ts';
import { announce } from '../../state/announce.ts';
import { attempt } from '../../state/attempt.ts';

/** Copies text to the clipboard and announces it. */
export async function copyText(text: string): Promise<void> {
  await attempt(async () => {
    await navigator.clipboard.writeText(text);
    announce(t('uploads.copied'));
  });
}
