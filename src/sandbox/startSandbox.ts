import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import defaultWorld from '../../resources/sandboxWorld.json' with { type: 'json' };
import { Checker } from './checker/checker.ts';
import { Directory } from './directory.ts';
import { Faults } from './faults.ts';
import { type ProfileChoice, readProfile } from './profile.ts';
import { type Rate, RateLimit } from './rateLimit.ts';
import { RequestLog } from './requestLog.ts';
import { sandboxApp } from './sandboxApp.ts';
import { OaiQueue } from './serverInFront.ts';
import { Web } from './web/web.ts';

/** The options of a sandbox; every default suits a first-time user. */
export interface SandboxOptions {
  /** Initial contents: `{accounts, journals, articles, applications, ...}` (see world.ts); a small invented world by default. */
  world?: unknown;
  /** 0, the default, selects any free port. */
  port?: number;
  /** The limit for each client address; null for none. Default as published: 2 a second, bursts of 5. */
  rate?: Rate | null;
  /** Delay before search and duplicate look-up see a write. Default 1000. */
  indexDelayMs?: number;
  /** Delay before a bulk upload of version 4.0 runs. Default 1000; the service takes 10 s. */
  jobDelayMs?: number;
  /** Milliseconds of 4.0's automatic checks; 0: none. Default: 3000 if the world has `checks_on`. */
  checksDelayMs?: number;
  /** Minimum time between two saves of an Update Request for the same journal. Default as the service: 10 000. */
  resaveDelayMs?: number;
  /** The clock, for dates and the limit. Default: the real one. */
  now?: () => Date;
  /** Changes of the service that are in force, `next` for all of those that are prepared. Default: 2026-08, none. */
  profile?: ProfileChoice;
  /** Stores articles, applications and bulk uploads across restarts; without it they are in memory only. */
  stateFile?: string;
}

export interface SandboxAddresses {
  port: number;
  origin: string;
  directory: { '3.0.1': string; '4.0': string };
  checker: string;
}

export interface Sandbox extends SandboxAddresses {
  /** The first account of its world, and the key with which people practise. */
  account: { username: string; key: string };
  stop: () => Promise<void>;
}

/** Starts the local stand-in for the directory on 127.0.0.1; rejects if the port is in use or the world is invalid. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = { aheadMs: 0 };
  const base = options.now ?? (() => new Date());
  const now = () => new Date(base().getTime() + clock.aheadMs);
  const directory = new Directory(options.world ?? defaultWorld, {
    indexDelayMs: options.indexDelayMs ?? 1000,
    jobDelayMs: options.jobDelayMs ?? 1000,
    checksDelayMs: options.checksDelayMs,
    resaveDelayMs: options.resaveDelayMs ?? 10_000,
    now,
    profile: readProfile(options.profile ?? '2026-08'),
    stateFile: options.stateFile,
  });
  const checker = new Checker((options.world as { checker?: unknown } | undefined)?.checker, now);
  const limit = new RateLimit(options.rate === undefined ? { perSecond: 2, burst: 5 } : options.rate, now);
  const stopping = new AbortController();
  const app = sandboxApp({
    directory,
    checker,
    limit,
    oaiQueue: new OaiQueue(),
    faults: new Faults(),
    log: new RequestLog(),
    web: new Web(directory),
    clock,
    stopping: stopping.signal,
  });
  // Above node's own limit, so that a long address gets the directory's answer.
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: { maxHeaderSize: 65_536 },
  }) as Server;
  // Node's five seconds are over when a busy computer sends the next request, which then meets a closed connection.
  server.keepAliveTimeout = 65_000;
  try {
    await listen(server, options.port ?? 0);
  } catch (error) {
    directory.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    port,
    origin,
    directory: { '3.0.1': `${origin}/directory/api/v3/`, '4.0': `${origin}/directory/api/v4/` },
    checker: `${origin}/checker/`,
    account: {
      username: directory.store.accounts[0]?.id ?? '',
      key: directory.store.accounts[0]?.api_key ?? '',
    },
    stop: async () => {
      stopping.abort();
      await close(server);
      directory.close();
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
