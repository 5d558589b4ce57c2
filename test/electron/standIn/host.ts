import { readFileSync } from 'node:fs';
import type { BrowserContext, Frame, Page, Request, Route } from 'playwright';
import { fromShown, shown, toShown } from './addresses.ts';
import { pageScript } from './page.ts';
import { type Channel, createPeer, type Peer } from './peer.ts';

const ask = '__standInAsk';
const receive = '__standInReceive';
const openAddress = `${shown}__standIn/open`;

export interface Host {
  peer: Peer;
  /** Pages of the application's windows, in the order in which they were opened. */
  pages(): Page[];
  /** Requests of a page that the application had not allowed; none was sent. */
  strayRequests: string[];
  close(): Promise<void>;
}

/** Shows the windows of the application at the other end of `channel` as pages of a browser, which opens with the first. */
export function createHost(
  openContext: () => Promise<BrowserContext>,
  channel: Channel,
  options: { onSecondInstance: (folder: string) => void },
): Host {
  const windows = new Map<number, Page>();
  const expected: number[] = [];
  const crashed = new Map<number, Page>();
  const strayRequests: string[] = [];
  /** Where the application has sent pages, so that it need not be asked. */
  const led = new Map<Page, string>();
  let opening: Promise<BrowserContext> | null = null;
  let creating = false;

  const idOf = (page: Page) => [...windows].find(([, candidate]) => candidate === page)?.[0];
  const pageOf = (id: number) => {
    const page = windows.get(id);
    if (!page) throw new Error(`There is no window ${id}.`);
    return page;
  };

  const peer = createPeer(channel, {
    async show(id: number, preload: string | null, popup: boolean, javascript: boolean) {
      if (popup) return void expected.push(id);
      opening ??= open(preload);
      const context = await opening;
      creating = true;
      const page = await context.newPage();
      creating = false;
      if (!javascript) {
        const session = await context.newCDPSession(page);
        await session.send('Emulation.setScriptExecutionDisabled', { value: true });
      }
      place(id, page);
    },
    async load(id: number, address: string) {
      const page = pageOf(id);
      led.set(page, address);
      await page.goto(toShown(address));
      led.delete(page);
    },
    async printToPdf(id: number, options: { preferCSSPageSize?: boolean; generateTaggedPDF?: boolean }) {
      const { preferCSSPageSize = false, generateTaggedPDF = false } = options;
      return new Uint8Array(await pageOf(id).pdf({ preferCSSPageSize, tagged: generateTaggedPDF }));
    },
    async reload(id: number) {
      const page = await pageFor(id);
      const address = fromShown(crashed.get(id)?.url() ?? page.url());
      led.set(page, address);
      await (crashed.has(id) ? page.goto(toShown(address)) : page.reload());
      led.delete(page);
      // Only now: a page that is the last one of its browser would take that along.
      await crashed.get(id)?.close();
      crashed.delete(id);
    },
    async send(id: number, channelName: string, args: unknown[]) {
      await pageOf(id).evaluate(
        ([name, called, given]) =>
          (globalThis as unknown as Record<string, (channel: unknown, args: unknown) => void>)[
            name as string
          ]?.(called, given),
        [receive, channelName, args] as const,
      );
    },
    async close(id: number) {
      const page = pageOf(id);
      const closed = new Promise<boolean>((resolve) => {
        page.once('close', () => resolve(true));
        page.once('dialog', async (dialog) => {
          if (await peer.call<boolean>('objects', id)) return dialog.accept();
          await dialog.dismiss();
          resolve(false);
        });
      });
      await page.close({ runBeforeUnload: true });
      return closed;
    },
    destroy: (id: number) => pageOf(id).close(),
    async crash(id: number) {
      const page = pageOf(id);
      // Unlike a visit to chrome://crash, no other navigation of the page can replace it.
      const session = await page.context().newCDPSession(page);
      void session.send('Page.crash').catch(() => undefined);
    },
    secondInstance: (folder: string) => options.onSecondInstance(folder),
  });

  /** The page of a window; a new one in place of one that crashed, which Playwright cannot use again. */
  async function pageFor(id: number): Promise<Page> {
    const page = pageOf(id);
    if (!crashed.has(id)) return page;
    creating = true;
    const next = await page.context().newPage();
    creating = false;
    place(id, next);
    return next;
  }

  function place(id: number, page: Page): void {
    windows.set(id, page);
    page.once('crash', () => {
      crashed.set(id, page);
      void peer.call('crashed', id);
    });
  }

  async function open(preload: string | null): Promise<BrowserContext> {
    const context = await openContext();
    await context.exposeBinding(ask, ({ page, frame }, method: string, ...args: unknown[]) =>
      answerPage(page, frame, method, args),
    );
    const code = preload === null ? '' : readFileSync(preload, 'utf8');
    await context.addInitScript({ content: pageScript(code, { ask, receive, openAddress }) });
    await context.route('**/*', (route) => answerRequest(route));
    context.on('page', (page) => {
      const id = creating ? undefined : expected.shift();
      if (id !== undefined) place(id, page);
    });
    return context;
  }

  async function answerPage(page: Page, frame: Frame, method: string, args: unknown[]): Promise<unknown> {
    const id = await windowOf(page);
    const url = fromShown(frame.url());
    if (method === 'permission') return peer.call('permission', args[0], url, new URL(url).origin);
    return peer.call('invoke', id, url, frame === page.mainFrame(), ...args);
  }

  /** A page that was just opened may speak before Playwright has told of it. */
  async function windowOf(page: Page): Promise<number> {
    for (;;) {
      const id = idOf(page);
      if (id !== undefined) return id;
      await page.context().waitForEvent('page');
    }
  }

  async function answerRequest(route: Route): Promise<void> {
    const request = route.request();
    const url = fromShown(request.url());
    if (request.url() === openAddress) return answerOpening(route);
    if (request.isNavigationRequest() && !(await mayNavigate(request, url))) {
      // An answer without content leaves the page where it is.
      return route.fulfill({ status: 204 });
    }
    if (!url.startsWith('colophon:')) {
      strayRequests.push(url);
      return route.abort();
    }
    const answer = await peer.call<{ status: number; headers: Record<string, string>; body: Uint8Array }>(
      'request',
      url,
      request.method(),
    );
    await route.fulfill({ ...answer, body: Buffer.from(answer.body) });
  }

  async function answerOpening(route: Route): Promise<void> {
    const opener = await windowOf(route.request().frame().page());
    const id = await peer.call<number | null>(
      'openWindow',
      opener,
      fromShown(route.request().postData() ?? ''),
    );
    await route.fulfill({ body: id === null ? 'deny' : 'allow' });
  }

  async function mayNavigate(request: Request, url: string): Promise<boolean> {
    const frame = frameOf(request);
    const page = frame?.page();
    const id = page && idOf(page);
    // A window that is only just opening was allowed to go where it goes.
    if (!frame || !page || id === undefined || led.get(page) === url) return true;
    return peer.call<boolean>('navigate', id, url, frame === page.mainFrame());
  }

  return {
    peer,
    pages: () => [...windows.values()].filter((page) => !page.isClosed()),
    strayRequests,
    close: async () => (await opening)?.close(),
  };
}

/** The frame that a request is for; null while that is still being made. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}
