import type { Message } from '../../shared/message.ts';
import type { FindingKind } from '../../shared/watch/findingKinds.ts';
import type { Clock } from '../platform/clock.ts';
import type { FindingStore, NewFinding } from '../store/watch/findingStore.ts';
import type { LedgerStore } from '../store/watch/ledgerStore.ts';
import type { WatchProgress, WatchStore } from '../store/watch/watchStore.ts';
import type { AskDirectory } from './askDirectory.ts';

/** What the parts of one look at the directory share. */
export interface LookParts {
  accountId: string;
  ask: AskDirectory;
  ledger: LedgerStore;
  findings: FindingStore;
  store: WatchStore;
  /** As it was when the look began. */
  progress: WatchProgress;
  transaction: <T>(work: () => T) => T;
  clock: Clock;
  signal: AbortSignal;
  /** This computer's time, ISO. */
  now: () => string;
  /** Notes a finding; counts it if nobody knew of it, with others of its kind unless `notice` differs. */
  note: (finding: Omit<NewFinding, 'noticedAt'>, notice?: Notice) => void;
  /** Reports articles read, and all of them as far as known. */
  report: (done: number, total: number) => void;
  /** Milliseconds after which a difference must be seen again to count: copies of an index refresh apart. */
  confirmAfter: number;
}

/** A journal as articles are counted: the ISSNs that find all of its articles, and all that any of them may have. */
export interface CountedJournal {
  id: string;
  title: string;
  asked: readonly string[];
  all: readonly string[];
}

/** What is said of findings when they are noticed; `transferred`: of journals that are listed as withdrawn. */
export type Notice = FindingKind | 'transferred';
export type Noticed = Map<Notice, number>;

/** A finding about a subject, with what is known. */
export function about(
  kind: FindingKind,
  subject: { remoteId: string; title: string; about: string },
  known: { reason?: Message | null; happenedAt?: string | null } = {},
): Omit<NewFinding, 'noticedAt'> {
  return { kind, ...subject, happenedAt: null, reason: null, differences: [], articles: 0, ...known };
}
