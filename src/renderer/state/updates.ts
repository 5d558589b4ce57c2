import { i18n } from '../../shared/i18n/i18n.ts';
import { onEvent } from './client.ts';
import { showQuestion } from './notices.ts';

/** Says once that there is a newer version; returns a function that stops it. */
export function startUpdates(): () => void {
  return onEvent('update.changed', ({ state, version, page }) => {
    if (state !== 'newer') return;
    showQuestion(i18n.t('settings.update.newer', { version }), {
      label: i18n.t('settings.update.get', { version }),
      run: () => window.open(page, '_blank', 'noopener'),
    });
  });
}
