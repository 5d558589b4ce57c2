import { msg } from '../../../shared/message.ts';
import type { BulkSending, Obstacle } from '../../outbox/bulkSending.ts';
import type { Clock } from '../../platform/clock.ts';
import type { OfficeStore } from '../../store/office/officeStore.ts';
import type { OfficeThread } from '../officeThread.ts';
import type { Lease } from './senderLoop.ts';

/** Milliseconds after which a permission is no longer used: this computer may have slept, and lost its lease. */
const permissionLasts = 5_000;

export interface OfficeSending extends BulkSending {
  /** Takes the leases as the office's thread reports them. */
  setLeases(leases: readonly Lease[]): void;
  /** Somebody queued something for the account: takes the lease if this computer has the key. */
  offer(accountId: string): void;
  /** Records of the account were received, which somebody else may have sent. */
  received(accountId: string): void;
}

/** Permission to send in bulk, according to the leases of this data folder's office. */
export function createOfficeSending(parts: {
  store: Pick<OfficeStore, 'sharesAccount' | 'needsApproval' | 'versionOf'>;
  thread: Pick<OfficeThread, 'ask' | 'tell'>;
  /** The data folder belongs to an office. */
  isJoined: () => boolean;
  /** `starting`: it is not known yet whether it can be followed. */
  following: () => 'starting' | 'yes' | 'no';
  /** null: this computer does not have the key. */
  key: (accountId: string) => Promise<unknown>;
  clock: Pick<Clock, 'now' | 'monotonic'>;
}): OfficeSending {
  const { store, thread, isJoined, following, clock } = parts;
  const leases = new Map<string, Lease>();
  /** Accounts whose key is not on this computer. */
  const keyless = new Set<string>();
  const listeners: ((accountId: string) => void)[] = [];
  const announceChange = (accountId: string) => {
    for (const listener of listeners) listener(accountId);
  };

  function want(accountId: string): void {
    parts.key(accountId).then(
      (key) => wantIf(accountId, key !== null),
      () => wantIf(accountId, false),
    );
  }

  function wantIf(accountId: string, hasKey: boolean): void {
    thread.tell({ type: 'want', accountId, hasKey });
    if (hasKey) keyless.delete(accountId);
    else if (!keyless.has(accountId)) {
      keyless.add(accountId);
      announceChange(accountId);
    }
  }

  function obstacle(accountId: string): Obstacle | null {
    if (!isJoined() || !store.sharesAccount(accountId)) return null;
    if (following() === 'starting') return { reason: null };
    if (following() === 'no') return { reason: msg('office.sending.offline') };
    want(accountId);
    const lease = leases.get(accountId);
    if (keyless.has(accountId)) return { reason: msg('office.sending.keyless') };
    if (lease && clock.monotonic() < lease.until) return null;
    return { reason: lease?.obstacle ?? null };
  }

  return {
    obstacle,
    known({ accountId, kind, ids }) {
      if (kind === 'deletions' || !isJoined() || !store.sharesAccount(accountId)) return [];
      return ids.map((id) => store.versionOf(kind === 'articles' ? 'article' : 'application', id));
    },
    async announce(records, known) {
      const { accountId } = records;
      if (!isJoined() || !store.sharesAccount(accountId)) return 'send';
      if (following() !== 'yes') return 'withheld';
      const [now, monotonic] = [clock.now(), clock.monotonic()];
      const permission = await thread
        .ask({ do: 'announce', ...records, known })
        .catch(() => 'withheld' as const);
      // Checked by both clocks: one may stop while the computer sleeps, the other may be set.
      const passed = Math.max(Math.abs(clock.now() - now), clock.monotonic() - monotonic);
      if (permission === 'send' && passed < permissionLasts) return 'send';
      if (permission !== 'unclear') leases.delete(accountId);
      return permission === 'unclear' ? 'unclear' : 'withheld';
    },
    async shareWatch(accountId) {
      if (!isJoined() || !store.sharesAccount(accountId) || following() !== 'yes') return [];
      return thread.ask({ do: 'shareWatch', accountId });
    },
    offer: want,
    received: announceChange,
    delegates: (accountId) => isJoined() && store.sharesAccount(accountId),
    needsApproval: (accountId) => isJoined() && store.needsApproval(accountId),
    onChange: (listener) => void listeners.push(listener),
    setLeases(reported) {
      for (const lease of reported) {
        const couldSend = (leases.get(lease.accountId)?.until ?? 0) > 0;
        leases.set(lease.accountId, lease);
        if (lease.until > 0 !== couldSend) announceChange(lease.accountId);
      }
    },
  };
}
