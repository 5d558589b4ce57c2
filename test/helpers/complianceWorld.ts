import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAskChecker } from '../../src/main/compliance/askChecker.ts';
import { createMatrixRuns } from '../../src/main/compliance/matrixRuns.ts';
import { complianceHandlers } from '../../src/main/handlers/compliance.ts';
import { matrixHandlers } from '../../src/main/handlers/matrix.ts';
import { type Clock, systemClock } from '../../src/main/platform/clock.ts';
import type { Fetch } from '../../src/main/platform/network/fetch.ts';
import { createCheckerClient } from '../../src/main/remote/checkerClient.ts';
import { createRateLimiter, type LimiterState } from '../../src/main/remote/rateLimiter.ts';
import type { Matrix } from '../../src/shared/compliance/complianceCheck.ts';
import type { EventData, EventName, Publish } from '../../src/shared/contract/contract.ts';
import { openTestApp } from './testApp.ts';

/** The compliance calls over a data folder, with the service at `base`. */
export function openComplianceWorld(options: {
  base: string;
  folder?: string;
  clock?: Clock;
  limit?: { perSecond: number; burst: number };
  fetch?: Fetch;
}) {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'colophon-checker-'));
  const clock = options.clock ?? systemClock;
  const received: { name: EventName; data: EventData<EventName> }[] = [];
  const listeners = new Set<() => void>();
  const publish: Publish = (name, data) => {
    received.push({ name, data });
    for (const listener of listeners) listener();
  };
  const app = openTestApp({
    dataFolder: folder,
    clock,
    publish,
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
  const { log, scope } = app;
  const { checks, matrices, db } = app.stores;
  let stored: LimiterState | null = null;
  const limiter = createRateLimiter({
    ...(options.limit ?? { perSecond: 10_000, burst: 1_000 }),
    clock,
    scope,
    memory: {
      load: () => stored,
      update: async (change) => {
        stored = change(stored);
      },
    },
  });
  const client = createCheckerClient({
    base: () => options.base,
    limiter,
    closing: scope.signal,
    fetch: options.fetch ?? ((address, init) => fetch(address, init)),
    clock,
    log,
    version: '0.0.0',
  });
  let current = 'https://checker.example.org/';
  const source = () => current;
  const asker = createAskChecker({ client, checks, source, clock });
  const runs = createMatrixRuns({ matrices, asker, limiter, clock, publish, log, scope });
  const asking = { ...app, checker: { source, limiter, client, asker, runs } };
  const handlers = { ...complianceHandlers(asking), ...matrixHandlers(asking) };
  return {
    folder,
    db,
    handlers,
    runs,
    received,
    /** As if another checker was set. */
    setSource(next: string) {
      current = next;
    },
    /** Resolves once the matrix meets the condition. */
    reached(id: number, isThere: (matrix: Matrix) => boolean): Promise<Matrix> {
      return new Promise((resolve) => {
        const look = () => {
          const matrix = runs.show(matrices.get(id));
          if (!isThere(matrix)) return;
          listeners.delete(look);
          resolve(matrix);
        };
        listeners.add(look);
        look();
      });
    },
    async close() {
      if (db.open) await app.close();
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type ComplianceWorld = ReturnType<typeof openComplianceWorld>;
