import { sandboxName } from '../choices.ts';
import type { Account } from '../directory/account.ts';
import { t } from './words.ts';

/** The name of an account; the sandbox account is called by its translated name until somebody gives it another. */
export function accountName({ kind, name }: Pick<Account, 'kind' | 'name'>): string {
  return kind === 'sandbox' && name === sandboxName ? t('settings.sandboxName') : name;
}
