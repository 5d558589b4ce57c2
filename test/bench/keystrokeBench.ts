import type { Browser, Page } from 'playwright';
import { article } from '../e2e/articles.ts';
import { addDrafts, startColophon } from '../e2e/colophon.ts';
import { makeUpdateRequest } from './formBench.ts';
import type { BenchRow } from './importBench.ts';
import { at, fetched, keysToPaint, openBarePage, withBrowser } from './watch.ts';

const keys = 60;

/** Milliseconds from a key to the frame that shows its letter, in both forms and on a page with only an input. */
export async function keystrokeBench(): Promise<BenchRow[]> {
  return withBrowser('typing', async (browser) => {
    const colophon = await startColophon();
    try {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const open = async () => {
        const page = await context.newPage();
        await page.goto(colophon.address());
        await fetched(page);
        return page;
      };
      const bare = await typeInBarePage(browser);
      return [
        toRow('the form of an article', await typeInArticle(await open()), bare),
        toRow('the form of an Update Request', await typeInApplication(await open()), bare),
      ];
    } finally {
      await colophon.end();
    }
  });
}

function toRow(where: string, typed: number[], bare: number[]): BenchRow {
  return {
    name: `Key to paint in ${where}, p95`,
    value: at(typed, 0.95),
    unit: 'ms',
    goal: 20,
    better: 'lower',
    yardstick: `${typed.length} keys, median ${at(typed, 0.5).toFixed(1)} ms; a page with nothing but an input has p95 ${at(bare, 0.95).toFixed(1)} ms, median ${at(bare, 0.5).toFixed(1)} ms`,
    baseline: 'independent',
  };
}

/** Types at the beginning and in the middle of a full record, with 300 others in the list beside it. */
async function typeInArticle(page: Page): Promise<number[]> {
  const ids = await addDrafts(
    page,
    Array.from({ length: 300 }, (_, number) => article(number)),
  );
  await page.evaluate((to) => {
    location.hash = to;
  }, `#/drafts/${ids[0]}`);
  return keysToPaint(
    page,
    ['bibjson.title', 'bibjson.abstract', 'bibjson.journal.volume'].map((path) => `[id="field-${path}"]`),
    keys,
  );
}

/** Types at the beginning, in the middle and at the end. */
async function typeInApplication(page: Page): Promise<number[]> {
  const id = await makeUpdateRequest(page);
  await page.evaluate((to) => {
    location.hash = to;
  }, `#/update-requests/${id}`);
  return keysToPaint(
    page,
    ['bibjson.ref.oa_statement', 'bibjson.publisher.name', 'bibjson.deposit_policy.url'].map(
      (path) => `[id="field-${path}"]`,
    ),
    keys,
  );
}

async function typeInBarePage(browser: Browser): Promise<number[]> {
  const page = await openBarePage(browser, '<label>Bare <input id="bare"></label>');
  const typed = await keysToPaint(page, ['#bare'], keys);
  await page.close();
  return typed;
}
