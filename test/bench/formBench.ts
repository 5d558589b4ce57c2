import type { Page } from 'playwright';
import { call, startColophon } from '../e2e/colophon.ts';
import type { BenchRow } from './importBench.ts';
import { at, openPage, withBrowser } from './watch.ts';

const opens = 7;

/**
 * Opens an Update Request's form of the built program in Chromium: milliseconds from navigation to the frame that shows
 * the whole form.
 */
export async function formBench(): Promise<BenchRow[]> {
  return withBrowser('the form', async (browser) => {
    const colophon = await startColophon();
    try {
      const page = await openPage(browser);
      await page.goto(colophon.address());
      const id = await makeUpdateRequest(page);
      const painted: number[] = [];
      for (let open = 0; open < opens; open++) painted.push(await openForm(page, id));
      return [
        {
          name: 'First paint of the form of an Update Request',
          value: at(painted, 0.5),
          unit: 'ms',
          goal: 500,
          better: 'lower',
          yardstick: `median of ${painted.length} openings, from the address to the picture with every section; the slowest took ${Math.round(Math.max(...painted))} ms`,
          baseline: 'none',
        },
      ];
    } finally {
      await colophon.end();
    }
  });
}

/** Creates an Update Request for a journal of the sandbox account and returns its id. */
export async function makeUpdateRequest(page: Page): Promise<number> {
  await page.locator('main').waitFor();
  const accountId = 'sandbox';
  const { journals } = await call(page, 'journals.refresh', { accountId });
  const journal = journals.find((one) => one.mine && one.inDirectory)!;
  return (await call(page, 'applications.create', { accountId, journalId: journal.id })).id;
}

/** Navigates from another screen, as a user does. */
async function openForm(page: Page, id: number): Promise<number> {
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await page.locator('#settings-title').waitFor();
  return page.evaluate(async (to) => {
    const start = performance.now();
    location.hash = to;
    const picture = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    while (!document.getElementById('section-identifiers')) await picture();
    await picture();
    return performance.now() - start;
  }, `#/update-requests/${id}`);
}
