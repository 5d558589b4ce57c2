import { sandboxSource } from '../../shared/choices.ts';
import { createAskChecker } from '../compliance/askChecker.ts';
import { createMatrixRuns } from '../compliance/matrixRuns.ts';
import { serverOf } from '../platform/network/origin.ts';
import type { Scope } from '../platform/scope.ts';
import { createCheckerClient } from '../remote/checkerClient.ts';
import { createRateLimiter } from '../remote/rateLimiter.ts';
import type { ServicesOptions } from '../servicesOptions.ts';
import type { Stores } from './createStores.ts';

/** The checker's published limit for a client address (reference/checker-api.md 1.1). */
const checkerLimit = { perSecond: 10, burst: 10 } as const;

/** Asks the compliance checker from the settings; without one, the sandbox at `sandboxAddress`. */
export function createChecker(
  { clock, fetch, log, publish, version }: ServicesOptions,
  { settings, checks, matrices, limits }: Stores,
  sandboxAddress: () => string,
  scope: Scope,
) {
  const source = () => settings.get().checker || sandboxSource;
  const base = () => settings.get().checker || sandboxAddress();
  const service = () => `checker ${serverOf(base())}`;
  const limiter = createRateLimiter({
    ...checkerLimit,
    clock,
    scope,
    memory: { load: () => limits.load(service()), update: (change) => limits.update(service(), change) },
  });
  const client = createCheckerClient({ base, limiter, closing: scope.signal, fetch, clock, log, version });
  const asker = createAskChecker({ client, checks, source, clock });
  const runs = createMatrixRuns({ matrices, asker, limiter, clock, publish, log, scope });
  return { source, limiter, client, asker, runs };
}
