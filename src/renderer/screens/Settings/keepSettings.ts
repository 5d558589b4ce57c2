import type { CallInput } from '../../../shared/contract/contract.ts';
import { i18n } from '../../../shared/i18n/i18n.ts';
import { announce } from '../../state/announce.ts';
import { attempt } from '../../state/attempt.ts';
import { saveSettings } from '../../state/data/session.ts';

/** Saves settings and announces it; errors are shown above the screen. */
export async function keepSettings(changes: CallInput<'app.changeSettings'>): Promise<void> {
  await attempt(async () => {
    await saveSettings(changes);
    announce(i18n.t('settings.saved'));
  });
}
