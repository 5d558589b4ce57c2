import { sandboxName } from '../choices.ts';
import type { Account } from '../directory/account.ts';
import { t } from './i18n.ts';

/** The name of an account; the sandbox account has a translated name until the user renames it. */
export function accountName({ kind, name }: Pick<Account, 'kind' | 'name'>): string {
  return kind === 'sandbox' && name === sandboxName ? t('settings.sandboxName') : name;
}
