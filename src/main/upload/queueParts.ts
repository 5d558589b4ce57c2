import type { ArticleContext } from '../../shared/article/articleRules.ts';
import type { Settings } from '../../shared/contract/contract.ts';
import type { Account } from '../../shared/directory/account.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Scope } from '../platform/scope.ts';
import type { DirectoryAccess } from '../remote/directoryAccess.ts';
import type { DraftSync } from '../store/drafts/draftSync.ts';
import type { VersionStore } from '../store/drafts/versionStore.ts';
import type { RequestStore } from '../store/uploads/requestStore.ts';
import type { UploadStore } from '../store/uploads/uploadStore.ts';
import type { Pace } from './pace.ts';
import type { Progress } from './progress.ts';

/** What every piece of the queue works with. */
export interface QueueParts {
  uploads: UploadStore;
  requests: RequestStore;
  draftSync: DraftSync;
  versions: Pick<VersionStore, 'keep' | 'remoteIdOf'>;
  directory: DirectoryAccess;
  account: (id: string) => Account;
  key: (accountId: string) => Promise<string | null>;
  context: (accountId: string) => ArticleContext;
  settings: () => Settings;
  clock: Clock;
  log: Log;
  /** Owns the loops. */
  scope: Scope;
  random: () => number;
  pace: Pace;
  progress: Progress;
}
