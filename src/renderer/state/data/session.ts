import { create } from 'zustand';
import type { CallInput, CallOutput } from '../../../shared/contract/contract.ts';
import type { Account, Connection, LimiterStatus } from '../../../shared/directory/account.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Settings } from '../../../shared/settings.ts';
import { call } from './client.ts';
import { invalidate, invalidateAll, storeAnswer } from './invalidation.ts';
import { cachedAnswer, queryClient, useCall } from './queries.ts';
import { renewRulePack } from './rulePack.ts';

export type AppInfo = CallOutput<'app.info'>;

/**
 * `down`: Colophon itself does not answer; `locked`: it was restarted and does not know this page; `closed`: it was closed,
 * and comes back at another address. Web shell only; what was typed stays in the window.
 */
export type Link = 'up' | 'down' | 'locked' | 'closed';

/** This window's connection to Colophon; `reconnects` counts how often it was restored. */
export const useLink = create<{ link: Link; reconnects: number }>(() => ({ link: 'up', reconnects: 0 }));

/** The running version, shell and keychain. Null until it is known, like everything below. */
export function useAppInfo(): AppInfo | null {
  return useCall('app.info', {}).data ?? null;
}

export function useSettings(): Settings | null {
  return useCall('app.settings', {}).data ?? null;
}

export function useAccounts(): readonly Account[] {
  return useCall('accounts.list', {}).data ?? noAccounts;
}

/** The account whose records are shown. */
export function useAccount(): Account | null {
  return accountInUse(useAccounts(), useSettings());
}

/** The connection of the account in use to the directory. */
export function useConnection(): Connection | null {
  const account = useAccount();
  return useCall('accounts.connection', account && { id: account.id }).data ?? null;
}

/** The rate limiter of an account, with the time (`Date.now()`) at which this window received it, as the start of the countdown. */
export function useLimiter(accountId: string | undefined): (LimiterStatus & { receivedAt: number }) | null {
  const { data, dataUpdatedAt } = useCall(
    'accounts.limiter',
    accountId === undefined ? null : { id: accountId },
  );
  return data ? { ...data, receivedAt: dataUpdatedAt } : null;
}

/** Why the window could not start; null once it has. */
export function useStartError(): AppError | null {
  const calls = [useCall('app.info', {}), useCall('app.settings', {}), useCall('accounts.list', {})];
  return calls.find(({ data, error }) => data === undefined && error !== null)?.error ?? null;
}

/** The cached values of the hooks above, for code outside components. */
export function getAppInfo(): AppInfo | null {
  return cachedAnswer('app.info', {}) ?? null;
}

export function getSettings(): Settings | null {
  return cachedAnswer('app.settings', {}) ?? null;
}

export function getAccount(): Account | null {
  return accountInUse(cachedAnswer('accounts.list', {}) ?? noAccounts, getSettings());
}

export function getConnection(): Connection | null {
  const account = getAccount();
  return (account && cachedAnswer('accounts.connection', { id: account.id })) ?? null;
}

export function getLimiter(): LimiterStatus | null {
  const account = getAccount();
  return (account && cachedAnswer('accounts.limiter', { id: account.id })) ?? null;
}

/** Calls `listener` with the account in use whenever it changes; returns a function that stops it. */
export function onAccountChange(listener: (account: Account | null) => void): () => void {
  let last = getAccount()?.id;
  return queryClient.getQueryCache().subscribe(({ query }) => {
    const name = query.queryKey[0];
    if (name !== 'accounts.list' && name !== 'app.settings') return;
    const account = getAccount();
    if (account?.id === last) return;
    last = account?.id;
    listener(account);
  });
}

/** The account in use; waits for it while the window is still loading, so that a quick click is not lost. */
export function whenAccount(): Promise<Account> {
  return new Promise((resolve) => {
    const account = getAccount();
    if (account) return resolve(account);
    const stop = onAccountChange((loaded) => {
      if (!loaded) return;
      stop();
      resolve(loaded);
    });
  });
}

/** Shows another account's drafts, here and at the next start. */
export async function chooseAccount(id: string): Promise<void> {
  await saveSettings({ accountId: id });
}

/** Saves some settings, and shows them once they are saved. */
export async function storeSettings(changes: CallInput<'app.changeSettings'>): Promise<void> {
  const saved = await call('app.changeSettings', changes);
  storeAnswer('app.settings', {}, () => saved);
}

/** The same for what this window shows at once. Settings that could not be saved are reverted. */
export async function saveSettings(changes: CallInput<'app.changeSettings'>): Promise<void> {
  const before = getSettings();
  storeAnswer('app.settings', {}, (now) => now && { ...now, ...changes });
  try {
    await storeSettings(changes);
  } catch (error) {
    storeAnswer('app.settings', {}, (now) => before ?? now);
    throw error;
  }
}

/** Fetches again the data that the window needs to start. */
export function retryStart(): void {
  for (const name of ['app.info', 'app.settings', 'accounts.list'] as const) invalidate(name);
}

/** Stores the bridge's report of the connection to Colophon itself. */
export function setLink(link: Link): void {
  const before = useLink.getState();
  if (before.link === link) return;
  useLink.setState({ link, reconnects: before.reconnects + (link === 'up' ? 1 : 0) });
  if (link !== 'up') return;
  // Events were missed while it was down.
  invalidateAll();
  // Colophon may have been started anew, with another pack.
  void renewRulePack();
}

const noAccounts: readonly Account[] = [];

/** The account named in the settings, otherwise the first. */
function accountInUse(accounts: readonly Account[], settings: Settings | null): Account | null {
  if (!settings) return null;
  return accounts.find(({ id }) => id === settings.accountId) ?? accounts[0] ?? null;
}
