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
    await expect(page.locator('.fui-Spinner')).toHaveCount(0);
    await expect.poll(() => open.size).toBe(0);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  };
}
