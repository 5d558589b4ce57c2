import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import Database from 'better-sqlite3';
import type { Fault } from '../../src/sandbox/faults.ts';
import type { Answer, CallInput, CallName, CallOutput } from '../../src/shared/contract/contract.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { plainEnvironment } from '../helpers/plainEnvironment.ts';
import { textOf } from '../helpers/textOf.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const shell = join(root, 'out', 'main', 'web.js');

/** Pages load faster from an address that the browser knows, because it keeps their compiled scripts. */
let lastPort = 0;

/** A running Colophon in its own process, with its own data folder. */
export interface Colophon {
  data: string;
  /** The address printed at the last start; its token works once. */
  address: () => string;
  /** Id of its process while it runs. */
  pid: () => number;
  /** Kills it as a power cut would. */
  kill: () => Promise<void>;
  /** Starts it again after `kill`, with the same data and port. */
  startAgain: () => Promise<void>;
  /** Reads the database directly, without the application. */
  rows: <T>(sql: string, ...values: unknown[]) => T[];
  /** Everything it has logged and printed. */
  written: () => string;
  end: () => Promise<void>;
}

/** Starts the built web shell on a free port with an empty data folder and without a keychain. */
export async function startColophon(environment: Record<string, string> = {}): Promise<Colophon> {
  if (!existsSync(shell)) throw new Error('Nothing is built yet: run npm run build.');
  const data = mkdtempSync(join(tmpdir(), 'colophon-e2e-'));
  lastPort = await freePort(lastPort);
  const port = lastPort;
  let printed = '';
  let address = '';
  let child: ChildProcess;

  async function start(): Promise<void> {
    child = spawn(process.execPath, [shell, '--no-open', '--port', String(port), '--data', data], {
      env: { ...plainEnvironment(), HOME: data, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    for await (const line of createInterface({ input: child.stdout! })) {
      printed += `${line}\n`;
      address = /http:\/\/\S+/.exec(line)?.[0] ?? '';
      if (address !== '') return;
    }
    throw new Error(`Colophon did not start:\n${printed}`);
  }

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  await start();
  return {
    data,
    address: () => address,
    pid: () => child.pid!,
    kill,
    startAgain: start,
    rows: (sql, ...values) => {
      const db = new Database(join(data, 'colophon.db'), { readonly: true });
      try {
        return db.prepare(sql).all(...values) as never[];
      } finally {
        db.close();
      }
    },
    written: () => printed + readFileSync(join(data, 'colophon.log'), 'utf8'),
    end: async () => {
      await kill();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Calls Colophon as the page does, with the page's cookie. */
export async function call<N extends CallName>(
  page: Page,
  name: N,
  input: CallInput<N>,
): Promise<CallOutput<N>> {
  // A kept-alive connection may be closed just when it is reused.
  const headers = { connection: 'close' };
  const response = await page.request.post(new URL(`/call/${name}`, page.url()).href, {
    data: input,
    headers,
  });
  const answer = (await response.json()) as Answer<CallOutput<N>>;
  if (!answer.ok) throw new Error(`${name}: ${textOf(answer.error.message)} ${answer.error.details ?? ''}`);
  return answer.value;
}

/** Creates drafts in the sandbox account and returns their ids. */
export async function addDrafts(page: Page, records: readonly DraftRecord[]): Promise<number[]> {
  const ids: number[] = [];
  for (const record of records) {
    ids.push((await call(page, 'drafts.create', { accountId: 'sandbox', record })).id);
  }
  return ids;
}

/** An article in the sandbox. */
export interface StoredArticle {
  id: string;
  bibjson: { title: string; identifier: { type: string; id: string }[]; [member: string]: unknown };
}

/** The embedded sandbox, accessed without Colophon: its records, the requests it received, and controls for tests. */
export async function sandboxOf(page: Page) {
  const accounts = await call(page, 'accounts.list', {});
  const base = accounts.find(({ kind }) => kind === 'sandbox')!.base;
  const at = (path: string) => new URL(`/_sandbox/${path}`, base).href;
  const steer = async (path: string, body: unknown) => {
    const response = await fetch(at(path), { method: 'POST', body: JSON.stringify(body) });
    expect(response.status, await response.text()).toBe(204);
  };
  const state = async <T>(only: string) => {
    const found = (await (await fetch(at(`state?only=${only}`))).json()) as Record<string, T[]>;
    return found[only]!;
  };
  return {
    articles: () => state<StoredArticle>('articles'),
    /** Articles that it did not have at the start. */
    added: async () => (await state<StoredArticle>('articles')).filter(({ id }) => !firstIds.has(id)),
    journals: () => state<Record<string, unknown>>('journals'),
    /** Requests that sent data, oldest first. */
    sends: async () => {
      const requests = await state<{ method: string; path: string; status: number }>('requests');
      return requests.filter(({ method }) => method !== 'GET');
    },
    /** All requests, oldest first; addresses are as they were sent, without the key. */
    requests: () => state<{ at: string; method: string; path: string; status: number }>('requests'),
    /** Lets requests past Colophon through, which count to the same limit. */
    noLimit: () => steer('limit', null),
    fault: (fault: Fault) => steer('faults', fault),
    noMoreFaults: async () => void (await fetch(at('faults'), { method: 'DELETE' })),
    world: (world: unknown) => steer('world', world),
    /** Replaces the facts of its compliance checker until it restarts. */
    checker: (facts: unknown) => steer('checker', facts),
  };
}

/** The records that the sandbox starts with. */
export const firstWorld = JSON.parse(
  readFileSync(join(root, 'resources', 'sandboxWorld.json'), 'utf8'),
) as Record<'accounts' | 'journals' | 'articles', { id: string; [member: string]: unknown }[]>;
const firstIds = new Set(firstWorld.articles.map(({ id }) => id));

/** The DOI of a stored article. */
export function doiOf({ bibjson }: StoredArticle): string {
  return bibjson.identifier.find(({ type }) => type === 'doi')?.id ?? '';
}

/**
 * A test with its own Colophon and an open page. It also fails if the page throws an error or violates its security
 * policy.
 */
export const test = base.extend<{ colophon: Colophon }>({
  colophon: async ({ browserName: _ }, use, info) => {
    const colophon = await startColophon();
    await use(colophon);
    if (info.status !== info.expectedStatus) {
      await info.attach('colophon.log', { body: colophon.written(), contentType: 'text/plain' });
    }
    await colophon.end();
  },
  page: async ({ page, colophon }, use) => {
    const faults = watchFaults(page);
    await page.goto(colophon.address());
    // Keys pressed before the first screen is shown are lost.
    await page.locator('#main[data-screen]').waitFor();
    await use(page);
    // The next test uses the same browser context and address, so no page of this one may go on calling it.
    const context = page.context();
    await context.clearPermissions();
    await Promise.all(context.pages().map((one) => one.close()));
    expect(faults).toEqual([]);
  },
});

/** Collects errors that a page throws and violations of its security policy. */
export function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  page.on('console', (message) => {
    const text = message.text();
    // The test itself killed the server, so failing requests are expected.
    if (message.type() === 'error' && !text.includes('Failed to load resource')) faults.push(text);
  });
  return faults;
}

/** The wanted port if it is free, otherwise any other. */
function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', (error) =>
      wanted === 0 ? reject(error) : resolve(freePort(0)),
    );
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
