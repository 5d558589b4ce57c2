import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test';

interface KeptContext {
  context: BrowserContext;
  /** An empty page of `origin`, which keeps the process of its pages alive. */
  keeper: Page;
  devTools: CDPSession;
  origin: string;
  key: string;
}

/** Browser contexts that tests use one after another, since a new one compiles every script again. */
export interface KeptContexts {
  /** A context with these options, without pages, cookies, storage or permissions of earlier tests. */
  take: (origin: string, options: BrowserContextOptions) => Promise<KeptContext>;
  /** Removes all that a test left in its context, or closes it, for example after a failure. */
  giveBack: (kept: KeptContext, options: { isReusable: boolean }) => Promise<void>;
  end: () => Promise<void>;
}

/** Pages share a process only if they are isolated alike, so these are the headers of the page. */
const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

export function createKeptContexts(browser: Browser): KeptContexts {
  const idle = new Map<string, KeptContext>();

  async function open(origin: string, options: BrowserContextOptions): Promise<KeptContext> {
    const context = await browser.newContext(options);
    const keeper = await context.newPage();
    await keeper.route('**', (route) =>
      route.fulfill({ contentType: 'text/html', headers: isolation, body: '<title>Empty</title>' }),
    );
    await keeper.goto(origin);
    const devTools = await context.newCDPSession(keeper);
    return { context, keeper, devTools, origin, key: JSON.stringify([origin, options]) };
  }

  return {
    async take(origin, options) {
      const key = JSON.stringify([origin, options]);
      const kept = idle.get(key);
      idle.delete(key);
      return kept ?? open(origin, options);
    },
    async giveBack(kept, { isReusable }) {
      const { context, keeper, devTools, origin, key } = kept;
      if (!isReusable) {
        await context.close();
        return;
      }
      const pages = context.pages().filter((page) => page !== keeper);
      // An answer that a test changes may still be under way.
      await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      await Promise.all(pages.map((page) => page.close()));
      await context.unrouteAll();
      await context.clearCookies();
      await context.clearPermissions();
      await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
      idle.set(key, kept);
    },
    async end() {
      await Promise.all([...idle.values()].map(({ context }) => context.close()));
    },
  };
}
