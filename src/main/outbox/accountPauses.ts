import type { AccountOutcome } from './accountOutcome.ts';
import { backoff } from './backoff.ts';
import type { OutboxPace } from './outboxPace.ts';

/** The pauses of an account's outbox after the outcomes so far. */
export interface AccountPauses {
  isOffline: boolean;
  /** Consecutive failures to reach the directory, and consecutive problems of the directory. */
  losses: number;
  troubles: number;
  /** Monotonic milliseconds before which no task begins. */
  quietUntil: number;
}

export const noPauses: AccountPauses = { isOffline: false, losses: 0, troubles: 0, quietUntil: 0 };

export type AccountPace = Pick<OutboxPace, 'offline' | 'trouble'>;

/** Returns the pauses after an outcome; `now` in monotonic milliseconds. */
export function pausesAfter(
  before: AccountPauses,
  outcome: AccountOutcome,
  { now, pace, random }: { now: number; pace: AccountPace; random: () => number },
): AccountPauses {
  switch (outcome.kind) {
    case 'offline': {
      const losses = before.losses + 1;
      const quietUntil = now + backoff(pace.offline, losses, random);
      return { ...before, isOffline: true, losses, quietUntil };
    }
    case 'trouble': {
      const troubles = before.troubles + 1;
      return { ...before, losses: 0, troubles, quietUntil: now + backoff(pace.trouble, troubles, random) };
    }
    case 'blocked': {
      // Without a pause the keychain would be asked for the key again and again.
      const quietUntil = outcome.by === 'no-key' ? now + pace.offline.longest : before.quietUntil;
      return { ...before, losses: 0, troubles: 0, quietUntil };
    }
    case 'online':
      return noPauses;
    case 'held':
      return before;
    case 'fine':
      return { ...before, losses: 0, troubles: 0 };
  }
}
