import type { Checker } from './checker/checker.ts';
import type { Directory } from './directory.ts';
import type { Faults } from './faults.ts';
import type { RateLimit } from './rateLimit.ts';
import type { RequestLog } from './requestLog.ts';
import type { OaiQueue } from './serverInFront.ts';
import type { Web } from './web/web.ts';

export interface SandboxParts {
  directory: Directory;
  checker: Checker;
  limit: RateLimit;
  faults: Faults;
  log: RequestLog;
  oaiQueue: OaiQueue;
  web: Web;
  /** How far the sandbox's time is ahead of the real one. */
  clock: { aheadMs: number };
  /** Aborted when the sandbox stops. */
  stopping: AbortSignal;
}
