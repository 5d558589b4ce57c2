import type { Publish } from '../../shared/contract/contract.ts';
import type { Account } from '../../shared/directory/account.ts';
import { changesFindings, type SeenProfile, type ServerProfile } from '../../shared/directory/profile.ts';
import { AppError } from '../../shared/errors.ts';
import { type Clock, isDueAgain, isoNow } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Scope } from '../platform/scope.ts';
import { askProfile } from '../remote/askProfile.ts';
import type { DirectoryAccess } from '../remote/directoryAccess.ts';
import type { Priority } from '../remote/rateLimiter.ts';
import type { ProfileStore } from '../store/accounts/profileStore.ts';
import type { JournalStore } from '../store/journals/journalStore.ts';

/** Milliseconds from the start of the program to the first questions, between two days, and between two looks at the time. */
const defaultPace = { first: 30_000, day: 24 * 3_600_000, tick: 10 * 60_000 };

/** What the servers of the accounts do: asked in the background once a day, and learned from what they refuse. */
export function createServerProfiles(parts: {
  store: ProfileStore;
  journals: Pick<JournalStore, 'cards'>;
  directory: Pick<DirectoryAccess, 'client' | 'closure'>;
  account: (id: string) => Account;
  accounts: () => readonly Account[];
  /** Has drafts and applications checked again. */
  recheck: (accountId: string) => void;
  clock: Clock;
  log: Pick<Log, 'info'>;
  publish: Publish;
  scope: Scope;
  pace?: Partial<typeof defaultPace> | undefined;
}) {
  const { store, clock } = parts;
  const pace = { ...defaultPace, ...parts.pace };

  function keep(account: Account, seen: SeenProfile): void {
    const before = store.of(account);
    store.set(account, seen);
    const sameServer = parts
      .accounts()
      .filter(({ kind, base }) => kind === account.kind && base === account.base);
    for (const { id } of sameServer) {
      if (changesFindings(before, seen.profile)) {
        store.markDrafts(id);
        parts.recheck(id);
      }
      parts.publish('accounts.profileChanged', { accountId: id });
    }
  }

  async function ask(accountId: string, priority: Priority, signal?: AbortSignal): Promise<SeenProfile> {
    const account = parts.account(accountId);
    const own = parts.journals.cards(accountId)?.find(({ mine, inDirectory }) => mine && inDirectory);
    const issn = own?.eissn ?? own?.pissn ?? null;
    const options = signal ? { priority, signal } : { priority };
    const found = await askProfile(parts.directory.client(accountId), store.of(account), issn, options);
    // Refusals may have told more meanwhile.
    const { oaStart, unknownStatuses } = store.of(account);
    const seen = { profile: { ...found, oaStart, unknownStatuses }, askedAt: isoNow({ clock }) };
    keep(account, seen);
    return seen;
  }

  function isDue(account: Account): boolean {
    return isDueAgain(store.get(account).askedAt, pace.day, clock.now());
  }

  async function askAll(signal: AbortSignal): Promise<void> {
    for (const account of parts.accounts()) {
      if (!isDue(account) || parts.directory.closure(account.id) !== null) continue;
      try {
        await ask(account.id, 'background', signal);
      } catch (error) {
        if (signal.aborted || !(error instanceof AppError)) throw error;
        parts.log.info('profile.unasked', { account: account.id, error });
      }
    }
  }

  async function daily(signal: AbortSignal): Promise<void> {
    await clock.sleep(pace.first, signal);
    for (;;) {
      await askAll(signal);
      await clock.sleep(pace.tick, signal);
    }
  }

  return {
    get: (accountId: string) => store.get(parts.account(accountId)),
    of: (accountId: string): ServerProfile => store.of(parts.account(accountId)),
    /** Asks at once, because a person wants it, and forgets what only a refusal tells. */
    async ask(accountId: string): Promise<SeenProfile> {
      const asked = await ask(accountId, 'interactive');
      const seen = { ...asked, profile: { ...asked.profile, oaStart: false } };
      keep(parts.account(accountId), seen);
      return seen;
    },
    /** Keeps what an answer told about the server. */
    learn(accountId: string, told: Partial<Pick<ServerProfile, 'oaStart'>> | { status: string }): void {
      const account = parts.account(accountId);
      const { profile, askedAt } = store.get(account);
      const statuses = profile.unknownStatuses;
      const change =
        'status' in told
          ? { unknownStatuses: [...new Set([...statuses, told.status.slice(0, 100)])].slice(0, 20) }
          : told;
      const next = { ...profile, ...change };
      if (JSON.stringify(next) !== JSON.stringify(profile)) keep(account, { profile: next, askedAt });
    },
    /** Asks each server once a day from now on. */
    start: () => parts.scope.run('profiles', daily),
  };
}
