import { expect, type Page, type Request } from '@playwright/test';

/** Resolves when the page has every answer that it asked for. */
export function watchCalls(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (request.url().includes('/call/')) open.add(request);
  });
  const end = (request: Request) => void open.delete(request);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    let quiet = 0;
    const isQuiet = async () => {
      // What was drawn last may ask for more.
      await page.evaluate(() => new Promise(requestAnimationFrame));
      const isBusy = open.size > 0 || (await page.locator('.fui-Spinner').count()) > 0;
      quiet = isBusy ? 0 : quiet + 1;
      return quiet;
    };
    await expect.poll(isQuiet, { intervals: [20] }).toBeGreaterThan(2);
  };
}
