import { create } from 'zustand';
import type { CallInput, CallOutput, Settings } from '../../shared/contract/contract.ts';
import type { Account, Connection, LimiterStatus } from '../../shared/directory/account.ts';
import type { AppError } from '../../shared/errors.ts';
import { asAppError, call, onEvent } from './client.ts';

export type AppInfo = CallOutput<'app.info'>;

/** `down`: Colophon itself does not answer; `locked`: it was started anew and does not know this page. Web shell only; what was typed stays in the window. */
export type Link = 'up' | 'down' | 'locked';

interface Session {
  info: AppInfo | null;
  settings: Settings | null;
  /** The setting of the language in which Colophon words what is fetched. */
  saidIn: Settings['language'] | null;
  accounts: Account[];
  /** The account whose drafts are shown. */
  account: Account | null;
  connection: Connection | null;
  /** With the window's own time of arrival, to count down from. */
  limiter: (LimiterStatus & { receivedAt: number }) | null;
  link: Link;
  /** Grows whenever the link comes back or another language is chosen: whatever was fetched before may be old. */
  generation: number;
  /** Why the window could not start; null once it has. */
  startError: AppError | null;
}

export const useSession = create<Session>(() => ({
  info: null,
  settings: null,
  saidIn: null,
  accounts: [],
  account: null,
  connection: null,
  limiter: null,
  link: 'up',
  generation: 0,
  startError: null,
}));

/** Loads what every screen needs and keeps it fresh; returns a function that stops it. */
export function startSession(): () => void {
  const stops = [
    onEvent('accounts.changed', () => void loadAccounts()),
    onEvent('settings.changed', takeSettings),
    onEvent('connection.changed', (connection) => {
      if (connection.accountId === useSession.getState().account?.id) useSession.setState({ connection });
    }),
    onEvent('limiter.changed', takeLimiter),
  ];
  void loadSession();
  return () => {
    for (const stop of stops) stop();
  };
}

/** Fetches everything of the session again. */
export async function loadSession(): Promise<void> {
  try {
    const [info, settings, accounts] = await Promise.all([
      call('app.info', {}),
      call('settings.get', {}),
      call('accounts.list', {}),
    ]);
    useSession.setState({ info, settings, saidIn: settings.language, accounts, startError: null });
    chooseFrom(accounts, settings.accountId);
  } catch (error) {
    useSession.setState({ startError: asAppError(error) });
  }
}

/** The account in use; waits for it while the window is still loading, so that a quick click is not lost. */
export function whenAccount(): Promise<Account> {
  return new Promise((resolve) => {
    const { account } = useSession.getState();
    if (account) return resolve(account);
    const stop = useSession.subscribe((session) => {
      if (!session.account) return;
      stop();
      resolve(session.account);
    });
  });
}

/** Shows another account's drafts, here and at the next start. */
export async function chooseAccount(id: string): Promise<void> {
  chooseFrom(useSession.getState().accounts, id);
  await saveSettings({ accountId: id });
}

/** Saves some settings; this window shows them at once, the others follow. What could not be saved is taken back. */
export async function saveSettings(changes: CallInput<'settings.set'>): Promise<void> {
  const before = useSession.getState().settings;
  if (before) useSession.setState({ settings: { ...before, ...changes } });
  try {
    takeSettings(await call('settings.set', changes));
  } catch (error) {
    useSession.setState({ settings: before });
    throw error;
  }
}

/** Fetches the accounts again. */
export async function loadAccounts(): Promise<void> {
  const accounts = await call('accounts.list', {});
  const current = useSession.getState().account?.id ?? null;
  useSession.setState({ accounts });
  chooseFrom(accounts, current);
}

/** Takes what the bridge says about the connection to Colophon itself. */
export function setLink(link: Link): void {
  const before = useSession.getState();
  if (before.link === link) return;
  const isBack = link === 'up';
  useSession.setState({ link, generation: before.generation + (isBack ? 1 : 0) });
  if (isBack) void loadSession();
}

async function loadInfo(): Promise<void> {
  try {
    useSession.setState({ info: await call('app.info', {}) });
  } catch {
    // Its words stay in the other language until the window is loaded again.
  }
}

function takeSettings(settings: Settings): void {
  const { saidIn, generation } = useSession.getState();
  // What was fetched before is worded in another language.
  const isOther = saidIn !== null && saidIn !== settings.language;
  useSession.setState({
    settings,
    saidIn: settings.language,
    generation: generation + (isOther ? 1 : 0),
  });
  if (isOther) void loadSession();
  if (isOther) void loadInfo();
  chooseFrom(useSession.getState().accounts, settings.accountId);
}

function chooseFrom(accounts: Account[], id: string | null): void {
  const before = useSession.getState().account;
  const account = accounts.find((one) => one.id === id) ?? accounts[0] ?? null;
  useSession.setState({ account });
  if (account?.id === before?.id) return;
  useSession.setState({ connection: null, limiter: null });
  if (account) void loadTraffic(account.id);
}

async function loadTraffic(id: string): Promise<void> {
  const [connection, limiter] = await Promise.allSettled([
    call('accounts.connection', { id }),
    call('accounts.limiter', { id }),
  ]);
  if (useSession.getState().account?.id !== id) return;
  if (connection.status === 'fulfilled') useSession.setState({ connection: connection.value });
  if (limiter.status === 'fulfilled') takeLimiter(limiter.value);
}

function takeLimiter(limiter: LimiterStatus): void {
  if (limiter.accountId !== useSession.getState().account?.id) return;
  useSession.setState({ limiter: { ...limiter, receivedAt: performance.now() } });
}
