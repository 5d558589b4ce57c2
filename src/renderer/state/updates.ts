import { i18n } from '../../shared/i18n/i18n.ts';
import { onEvent } from './client.ts';
import { showQuestion } from './notices.ts';

/** Announces a newer version once; returns a function that stops it. */
export function startUpdates(): () => void {
  return onEvent('update.changed', ({ state, version, page }) => {
    if (state !== 'newer') return;
    showQuestion(i18n.t('settings.update.newer', { version }), {
      label: i18n.t('settings.update.get', { version }),
      run: () => window.open(page, '_blank', 'noopener'),
    });
  });
}
