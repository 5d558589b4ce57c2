import { type Browser, chromium, type Page } from 'playwright';
import { chromiumOptions, findChromium } from '../helpers/chromium.ts';

declare global {
  interface Window {
    /** Milliseconds from each key to the frame that shows it. */
    keyTimes: number[];
    /** When each frame began, in milliseconds since `watchFrames`. */
    frameTimes: number[];
  }
}

/** Launches a Chromium for measuring; null if there is none. */
export async function withBrowser<T>(
  name: string,
  measure: (browser: Browser) => Promise<T[]>,
): Promise<T[]> {
  if (!findChromium()) {
    console.error(`There is no Chromium here: ${name} is not measured.`);
    return [];
  }
  const browser = await chromium.launch(chromiumOptions());
  try {
    return await measure(browser);
  } finally {
    await browser.close();
  }
}

/** A window of the default size. */
export function openPage(browser: Browser): Promise<Page> {
  return browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
}

/** A page with only the baseline. */
export async function openBarePage(browser: Browser, html: string): Promise<Page> {
  const page = await openPage(browser);
  await page.setContent(html);
  return page;
}

/** Waits until the window has finished its idle prefetching. */
export async function fetched(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/Settings-[^/]*\.js$/.test(name)),
  );
}

/** The value below which this share of the values lies. */
export function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!;
}

/** Milliseconds from each key to the frame that shows it, in each of the inputs. */
export async function keysToPaint(page: Page, inputs: readonly string[], keys: number): Promise<number[]> {
  await page.evaluate(watchKeys);
  for (const input of inputs) {
    await page.locator(input).focus();
    for (let key = 0; key < keys; key++) {
      const before = await page.evaluate(() => window.keyTimes.length);
      await page.keyboard.press('1');
      await page.waitForFunction((count) => window.keyTimes.length > count, before);
    }
  }
  return page.evaluate(() => window.keyTimes);
}

/** Milliseconds of each frame while `act` ran. */
export async function framesOf(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(watchFrames);
  await act();
  const times = await page.evaluate(() => {
    const taken = window.frameTimes;
    window.frameTimes = [];
    return taken;
  });
  return times.slice(1).map((time, index) => time - times[index]!);
}

/**
 * Runs in the page: an urgent task posted in a frame runs as soon as that frame was drawn. A message would wait for what
 * the page put off until after the frame.
 */
function watchKeys(): void {
  window.keyTimes = [];
  const listen = (event: KeyboardEvent) => {
    requestAnimationFrame(() => {
      const note = () => window.keyTimes.push(performance.now() - event.timeStamp);
      void scheduler.postTask(note, { priority: 'user-blocking' });
    });
  };
  addEventListener('keydown', listen, { capture: true });
}

/** Runs in the page: records every frame until the next call. */
function watchFrames(): void {
  const own: number[] = [];
  window.frameTimes = own;
  const note = (time: number) => {
    own.push(time);
    if (window.frameTimes === own) requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}
