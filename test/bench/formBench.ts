import { type Browser, chromium, type Page } from 'playwright';
import { call, startColophon } from '../e2e/colophon.ts';
import { chromiumOptions, findChromium } from '../helpers/chromium.ts';
import type { BenchRow } from './importBench.ts';

const opens = 7;
const keys = 60;
/** Fields at the beginning, in the middle and at the end of the form. */
const fields = ['bibjson.ref.oa_statement', 'bibjson.publisher.name', 'bibjson.deposit_policy.url'];

declare global {
  interface Window {
    /** Milliseconds from each key to the picture that shows it. */
    keyTimes: number[];
  }
}

/**
 * Opens an Update Request's form and types in it, in a real Chromium over the built program: milliseconds from asking
 * for the form to the picture that shows all of it, and from a key to the picture that shows its letter. No row where
 * there is no Chromium.
 */
export async function formBench(): Promise<BenchRow[]> {
  if (!findChromium()) {
    console.error('There is no Chromium here: the form is not measured.');
    return [];
  }
  const colophon = await startColophon();
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
    await page.goto(colophon.address());
    const id = await makeUpdateRequest(page);
    const painted: number[] = [];
    for (let open = 0; open < opens; open++) painted.push(await openForm(page, id));
    const typed = await typeIn(
      page,
      fields.map((field) => `[id="field-${field}"]`),
    );
    return toRows(painted, typed, await typeInBarePage(browser));
  } finally {
    await browser.close();
    await colophon.end();
  }
}

function toRows(painted: number[], typed: number[], bare: number[]): BenchRow[] {
  const median = at(painted, 0.5);
  return [
    {
      name: 'First paint of the form of an Update Request',
      value: median,
      unit: 'ms',
      goal: 500,
      better: 'lower',
      yardstick: `median of ${painted.length} openings, from the address to the picture with every section; the slowest took ${Math.round(Math.max(...painted))} ms`,
    },
    {
      name: 'Key to paint in the form of an Update Request, p95',
      value: at(typed, 0.95),
      unit: 'ms',
      goal: 32,
      better: 'lower',
      yardstick: `${typed.length} keys in ${fields.length} fields, median ${at(typed, 0.5).toFixed(1)} ms; a page with nothing but an input has ${at(bare, 0.95).toFixed(1)} ms`,
    },
  ];
}

/** The value below which this share of the values lies. */
function at(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!;
}

async function makeUpdateRequest(page: Page): Promise<number> {
  await page.locator('main').waitFor();
  const accountId = 'sandbox';
  const { journals } = await call(page, 'journals.refresh', { accountId });
  const journal = journals.find((one) => one.mine && one.inDirectory)!;
  return (await call(page, 'applications.create', { accountId, journalId: journal.id })).id;
}

/** From another screen, as a person comes. */
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

async function typeIn(page: Page, inputs: readonly string[]): Promise<number[]> {
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

async function typeInBarePage(browser: Browser): Promise<number[]> {
  const page = await browser.newPage();
  await page.setContent('<label>Bare <input id="bare"></label>');
  return typeIn(page, ['#bare']);
}

/** Runs in the page: a message posted in a frame arrives when that frame has been drawn. */
function watchKeys(): void {
  window.keyTimes = [];
  const listen = (event: KeyboardEvent) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.keyTimes.push(performance.now() - event.timeStamp);
      channel.port2.postMessage(null);
    });
  };
  addEventListener('keydown', listen, { capture: true });
}
