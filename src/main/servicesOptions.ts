import type { JsonWebKey } from 'node:crypto';
import type { Publish } from '../shared/contract/contract.ts';
import type { ApplicationsOptions } from './outbox/applications/applicationParts.ts';
import type { UploadsOptions } from './outbox/articles/articleParts.ts';
import type { Clock } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import type { Fetch } from './platform/network/fetch.ts';
import type { PinnedFetch } from './platform/network/pinnedFetch.ts';
import type { ResolveHost } from './platform/network/privateAddress.ts';
import type { EnvironmentKey } from './platform/secrets/environmentKey.ts';
import type { Keychain } from './platform/secrets/keychain.ts';
import type { RetryLimits } from './remote/requestWithRetry.ts';
import type { RotationPace } from './sources/links/linkRotation.ts';
import type { WatchPace } from './watch/watch.ts';

/** Everything that differs between hosts, as plain values. */
export interface ServicesOptions {
  dataFolder: string;
  /** A folder for what all data folders of the user share: how much of each directory's limit was used; absent: the data folder. */
  sharedFolder?: string;
  /** Throws if the data folder is no longer this process's (`platform/files/lockFolder.ts`). */
  assertHeld?: () => void;
  shell: 'electron' | 'web' | 'cli';
  version: string;
  /** Names the rules that findings follow (`services/followRules.ts`); absent: those of this program. */
  rules?: string;
  keychain: Keychain;
  fetch: Fetch;
  /** The fetch for servers other than the directory's, which connects to addresses that were checked; absent: `fetch`. */
  outsideFetch?: PinnedFetch;
  /** Overrides the system's host name resolver, for tests. */
  resolveHost?: ResolveHost;
  /** The contact address sent to servers other than the directory; absent: the one in the settings. */
  contact?: string;
  clock: Clock;
  log: Log;
  publish: Publish;
  /** The import worker's file: `importWorker.ts` from the sources, `importWorker.js` when built. */
  importWorker: URL;
  /** The file of the thread that edits many drafts. */
  editWorker: URL;
  /** The file of the thread that writes exports. */
  exportWorker: URL;
  /** The file of the thread that copies SQLite's log. */
  logWorker: URL;
  /** The draft worker's file, whose thread reads very long lists of drafts; absent: this thread reads them. */
  draftWorker?: URL;
  /** The file of the thread that follows an office; absent: there is no office on this host. */
  officeWorker?: URL;
  /** The office's password, for unattended runs (`COLOPHON_OFFICE_PASSWORD`). */
  officePassword?: string;
  /** The embedded sandbox's worker file. */
  sandboxWorker: URL;
  /** Makes a PDF of an HTML page; only in the desktop application. */
  printToPdf?: (html: string) => Promise<Uint8Array>;
  /** false: queued records stay queued, and nothing is followed; absent: true. */
  sends?: boolean;
  /** true: looks by itself once a day what the directory did on its own; absent: only on request. */
  watches?: boolean;
  /** The address to ask for newer versions; empty: none; absent: asking is not allowed. */
  updates?: string;
  /** The address of the newest rule pack; empty: none; absent: asking is not allowed. */
  packAddress?: string;
  /** Overrides the key that rule packs are signed with, for tests. */
  packKey?: JsonWebKey;
  /** The key of one account without a stored key, for unattended runs (`COLOPHON_API_KEY`). */
  environmentKey?: EnvironmentKey;
  /** Overrides the published limit, for tests. */
  limits?: { perSecond: number; burst: number };
  /** Overrides for tests: the embedded sandbox's limits and delays; false: there is none. */
  sandbox?:
    | { rate?: { perSecond: number; burst: number } | null; jobDelayMs?: number; indexDelayMs?: number }
    | false;
  /** Overrides for tests: shorter waits and smaller batches than a user can choose. */
  timing?: {
    uploads?: UploadsOptions['pace'];
    applications?: ApplicationsOptions['pace'];
    retryLimits?: RetryLimits;
    watch?: Partial<WatchPace>;
    linkRotation?: Partial<RotationPace>;
    gaps?: { first?: number; tick?: number; patience?: number };
    profiles?: { first?: number; day?: number; tick?: number };
    /** How long a request in flight may take to finish when the services stop. */
    graceMs?: number;
    batchBytes?: number;
  };
}
