import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import Database from 'better-sqlite3';
import type { Fault } from '../../src/sandbox/faults.ts';
import type { Answer, CallInput, CallName, CallOutput } from '../../src/shared/contract/contract.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { pageSecretHeader, pageSecretName } from '../../src/shared/pageSecret.ts';
import type { Ask } from '../helpers/confirm.ts';
import { isFullRun } from '../helpers/fullRuns.ts';
import { textOf } from '../helpers/textOf.ts';
import { createKeptContexts, type KeptContexts } from './keptContexts.ts';
import { createColophonHost, type Launch, launchAlone } from './launch.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Pages load faster from an address that the browser knows, because it keeps their compiled scripts. */
let lastPort = 0;

/** A running Colophon with its own data folder. */
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
  /** Changes the database directly, for what takes days to come about. */
  change: (sql: string, ...values: unknown[]) => void;
  /** Everything it has logged and printed. */
  written: () => string;
  end: () => Promise<void>;
}

/** Starts Colophon on a free port with an empty data folder, in a process of its own unless `launch` does otherwise. */
export async function startColophon(launch: Launch = launchAlone): Promise<Colophon> {
  const data = mkdtempSync(join(tmpdir(), 'colophon-e2e-'));
  lastPort = await freePort(lastPort);
  const place = { port: lastPort, data };
  let running = await launch(place);
  let printedBefore = '';
  const printed = () => printedBefore + running.printed();
  return {
    data,
    address: () => running.address,
    pid: () => running.pid,
    kill: () => running.kill(),
    startAgain: async () => {
      printedBefore = printed();
      running = await launch(place);
    },
    rows: (sql, ...values) => {
      const db = new Database(join(data, 'colophon.db'), { readonly: true });
      try {
        return db.prepare(sql).all(...values) as never[];
      } finally {
        db.close();
      }
    },
    change: (sql, ...values) => {
      const db = new Database(join(data, 'colophon.db'));
      try {
        db.prepare(sql).run(...values);
      } finally {
        db.close();
      }
    },
    written: () => printed() + readFileSync(join(data, 'colophon.log'), 'utf8'),
    end: async () => {
      await running.end();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Waits until a page that was just loaded shows its first screen and hears keys, which are lost before. */
export async function isShown(page: Page): Promise<void> {
  await page.locator('#main[data-screen]').waitFor();
  // The title comes after the first drawing, together with what listens for keys.
  await expect(page).not.toHaveTitle('Colophon');
}

/** Calls Colophon as the page does, with the page's cookie and secret. */
export async function call<N extends CallName>(
  page: Page,
  name: N,
  input: CallInput<N>,
): Promise<CallOutput<N>> {
  // A kept-alive connection may be closed just when it is reused.
  // The page that keeps the secret has been left.
  await page.waitForURL(({ search }) => search === '');
  const secret = await page.evaluate((name) => localStorage.getItem(name), pageSecretName);
  const headers = { connection: 'close', [pageSecretHeader]: secret ?? '' };
  const response = await page.request.post(new URL(`/call/${name}`, page.url()).href, {
    data: input,
    headers,
  });
  const answer = (await response.json()) as Answer<CallOutput<N>>;
  if (!answer.ok) throw new Error(`${name}: ${textOf(answer.error.message)} ${answer.error.details ?? ''}`);
  return answer.value;
}

/** Makes calls as the page does, for `test/helpers/confirm.ts`. */
export const asker =
  (page: Page): Ask =>
  (name, input) =>
    call(page, name, input);

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
    /** Search shows changes at once, not a second later. */
    promptSearch: () => steer('timing', { indexDelayMs: 0 }),
    fault: (fault: Fault) => steer('faults', fault),
    noMoreFaults: async () => void (await fetch(at('faults'), { method: 'DELETE' })),
    world: (world: unknown) => steer('world', world),
    /** An action of the directory's staff (`src/sandbox/staff/staffActions.ts`). */
    staff: async (action: { action: string; [member: string]: unknown }) => {
      const response = await fetch(at('staff'), { method: 'POST', body: JSON.stringify(action) });
      expect(response.ok, await response.clone().text()).toBe(true);
    },
    /** The weekly mail about deleted articles. */
    mail: async () => (await fetch(at('mail?account=sandbox'))).text(),
    /** Articles that Crossref and the repositories have, and the directory does not. */
    publish: (articles: readonly Record<string, unknown>[]) =>
      steer('published', { articles: articles.map(({ bibjson }) => bibjson) }),
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
 * policy. The process that runs Colophon, the browser's context and the process of its pages are kept between tests.
 */
export const test = base.extend<
  { colophon: Colophon },
  { colophonHost: ReturnType<typeof createColophonHost>; keptContexts: KeptContexts }
>({
  colophonHost: [
    async ({ browserName: _ }, use) => {
      const host = createColophonHost();
      await use(host);
      await host.end();
    },
    { scope: 'worker' },
  ],
  keptContexts: [
    async ({ browser }, use) => {
      const contexts = createKeptContexts(browser);
      await use(contexts);
      await contexts.end();
    },
    { scope: 'worker' },
  ],
  colophon: async ({ colophonHost }, use, info) => {
    const colophon = await startColophon(colophonHost.launch);
    await use(colophon);
    if (info.status !== info.expectedStatus) {
      await info.attach('colophon.log', { body: colophon.written(), contentType: 'text/plain' });
    }
    await colophon.end();
  },
  context: async (
    { keptContexts, colophon, bypassCSP, colorScheme, locale, reducedMotion, timezoneId, viewport },
    use,
    info,
  ) => {
    const { origin } = new URL(colophon.address());
    const options = { bypassCSP, colorScheme, locale, reducedMotion, timezoneId, viewport };
    const kept = await keptContexts.take(origin, options);
    await use(kept.context);
    await keptContexts.giveBack(kept, { isReusable: info.status === info.expectedStatus });
  },
  page: async ({ context, colophon }, use) => {
    const page = await context.newPage();
    const faults = watchFaults(page);
    await page.goto(colophon.address());
    await isShown(page);
    await use(page);
    // An answer that a test changes may still be under way when the program ends.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(faults).toEqual([]);
  },
});

/** A test that only `npm run test:full` runs, so that `npm test` ends within eight minutes (CONTRIBUTING.md). */
export const fullTest: (title: string, body: Body) => void = isFullRun ? test : skipWithReason;

type Body = Parameters<typeof test>[2];

function skipWithReason(title: string, body: Body): void {
  test.skip(title, { annotation: { type: 'skip', description: 'only in npm run test:full' } }, body);
}

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
