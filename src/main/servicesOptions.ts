import type { Publish } from '../shared/contract/contract.ts';
import type { ApplicationsOptions } from './outbox/applications/applicationParts.ts';
import type { UploadsOptions } from './outbox/articles/articleParts.ts';
import type { Clock } from './platform/clock.ts';
import type { EnvironmentKey } from './platform/environmentKey.ts';
import type { Fetch } from './platform/fetch.ts';
import type { Keychain } from './platform/keychain.ts';
import type { Log } from './platform/log.ts';
import type { Patience } from './remote/requestWithRetry.ts';

/** Everything that differs between hosts, as plain values. */
export interface ServicesOptions {
  dataFolder: string;
  shell: 'electron' | 'web' | 'cli';
  version: string;
  keychain: Keychain;
  fetch: Fetch;
  clock: Clock;
  log: Log;
  publish: Publish;
  /** The import worker's file: `importWorker.ts` from the sources, `importWorker.js` when built. */
  importWorker: URL;
  /** draftWorker's file, in whose thread lists of very many drafts are read; without one they are read in this thread. */
  draftWorker?: URL;
  /** The embedded sandbox's worker file. */
  sandboxWorker: URL;
  /** The PDF of a page of HTML; only the desktop application makes them. */
  printToPdf?: (html: string) => Promise<Uint8Array>;
  /** false: what is queued stays queued, and nothing is followed; absent: true. */
  sends?: boolean;
  /** Where a newer version is told of; empty: nowhere; absent: nothing may be asked. */
  updates?: string;
  /** The key of one account that keeps none, for unattended runs (`COLOPHON_API_KEY`). */
  environmentKey?: EnvironmentKey;
  /** Another limit than the published one, for tests. */
  limits?: { perSecond: number; burst: number };
  /** Overrides for tests: the embedded sandbox's limits and delays; false: there is none. */
  sandbox?:
    | {
        rate?: { perSecond: number; burst: number } | null;
        jobDelayMs?: number;
        indexDelayMs?: number;
      }
    | false;
  /** Overrides for tests: shorter waits and smaller batches than a user can choose. */
  timing?: {
    uploads?: UploadsOptions['pace'];
    applications?: ApplicationsOptions['pace'];
    patience?: Patience;
    /** How long a request in flight may take to finish when the services stop. */
    graceMs?: number;
    batchBytes?: number;
  };
}
