import type { ArticleContext } from '../../../shared/article/articleRules.ts';
import type { Publish } from '../../../shared/contract/contract.ts';
import type { Account } from '../../../shared/directory/account.ts';
import { dialects } from '../../../shared/directory/dialects.ts';
import type { DraftRecord, Selection } from '../../../shared/draft/draft.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { OriginKey } from '../../platform/network/originKey.ts';
import type { Scope } from '../../platform/scope.ts';
import type { DirectoryAccess } from '../../remote/directoryAccess.ts';
import type { RetryLimits } from '../../remote/requestWithRetry.ts';
import type { DraftSync } from '../../store/drafts/draftSync.ts';
import type { VersionStore } from '../../store/drafts/versionStore.ts';
import type { RequestStore } from '../../store/uploads/requestStore.ts';
import type { SendCandidates } from '../../store/uploads/sendCandidates.ts';
import type { UploadStore } from '../../store/uploads/uploadStore.ts';
import type { BulkSending } from '../bulkSending.ts';
import type { ArticlePace } from '../outboxPace.ts';
import type { Progress } from './progress.ts';
import type { RemoteCache } from './remoteCache.ts';

export interface UploadsOptions {
  uploads: UploadStore;
  requests: RequestStore;
  candidates: SendCandidates;
  remoteCache: RemoteCache;
  draftSync: DraftSync;
  versions: Pick<VersionStore, 'keep' | 'remoteIdOf'>;
  drafts: {
    selectIds(accountId: string, selection: Selection): readonly number[] | Promise<readonly number[]>;
    get(id: number): { accountId: string; record: DraftRecord };
  };
  directory: DirectoryAccess;
  sending: BulkSending;
  account: (id: string) => Account;
  key: (accountId: string) => Promise<OriginKey | null>;
  /** Why an account has no key although there is one; null: there simply is none. */
  keyProblem: (accountId: string) => AppError | null;
  /** Facts about an account for the rules: dialect, journals, today. */
  context: (accountId: string) => ArticleContext;
  /** Keeps what an answer told about the server. */
  learned?: (accountId: string, told: { oaStart: true }) => void;
  settings: () => Settings;
  clock: Clock;
  log: Log;
  publish: Publish;
  /** Owns the engines and their events. */
  scope: Scope;
  /** Overrides the pauses, for tests. */
  pace?: Partial<ArticlePace>;
  retryLimits?: RetryLimits;
}

/** The options of the uploads, and the shared objects created from them. */
export type UploadParts = UploadsOptions & { progress: Progress; pace: ArticlePace; random: () => number };

/** The dependencies of the functions that send one account's articles; each picks those it uses. */
export type ArticleParts = ReturnType<typeof createArticleParts>;

/** Facts about the account are functions because they may change. */
export function createArticleParts(parts: UploadParts, accountId: string) {
  const { account, context, directory, settings } = parts;
  return {
    ...parts,
    accountId,
    client: () => directory.client(accountId),
    limiter: () => directory.limiter(accountId),
    context: () => context(accountId),
    learned: (told: { oaStart: true }) => parts.learned?.(accountId, told),
    dialect: () => account(accountId).dialect,
    /** The directory stores batches some time after it accepted them. */
    storesLater: () => dialects[account(accountId).dialect].storesLater,
    batchBytes: () => settings().batchBytes,
  };
}
