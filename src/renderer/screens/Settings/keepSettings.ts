import type { CallInput } from '../../../shared/contract/contract.ts';
import { i18n } from '../../../shared/i18n/i18n.ts';
import { announce } from '../../state/announce.ts';
import { attempt } from '../../state/attempt.ts';
import { saveSettings, storeSettings } from '../../state/data/session.ts';

type Changes = CallInput<'app.changeSettings'>;

/** Saves settings and announces it; errors are shown above the screen. */
export async function keepSettings(changes: Changes, save = saveSettings): Promise<void> {
  await attempt(async () => {
    await save(changes);
    announce(i18n.t('settings.saved'));
  });
}

/** The same for a form, which is made anew when its settings change: what was typed stays until it is saved. */
export function keepTyped(changes: Changes): Promise<void> {
  return keepSettings(changes, storeSettings);
}
