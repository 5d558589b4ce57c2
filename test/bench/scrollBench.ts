import type { Browser, Page } from 'playwright';
import type { BenchRow } from './importBench.ts';
import { startWithDrafts } from './manyDrafts.ts';
import { addMatrix } from './matrixRows.ts';
import { at, fetched, framesOf, openBarePage, openPage, withBrowser } from './watch.ts';

const drafts = 100_000;
const matrix = { journals: 50, funders: 30 };
/** Other load only delays frames, so the best of three runs is most accurate. */
const rounds = 3;

interface Scroll {
  longest: number;
  p95: number;
  pictures: number;
}

/**
 * Scrolls through 100,000 drafts and through a grid of 1,500 results by wheel and by keyboard: the longest time between
 * two frames, compared with a page with a plain list, and the number of rendered rows.
 */
export async function scrollBench(): Promise<BenchRow[]> {
  return withBrowser('scrolling', async (browser) => {
    const bare = await scrollBarePage(browser);
    const colophon = await startWithDrafts(drafts, (folder) => addMatrix(folder, matrix));
    try {
      const page = await openPage(browser);
      await page.goto(colophon.address());
      await fetched(page);
      const list = await scrollGrid(page, '[data-row]', down);
      await page.evaluate(() => {
        location.hash = '#/compliance/matrix/1';
      });
      const answers = await scrollGrid(page, '[data-cell]', about);
      const name = `${drafts.toLocaleString('en-GB')} drafts`;
      return [
        toRow(`Scroll ${name} by wheel`, list.wheel, bare.wheel),
        toRow(`Scroll ${name} by keyboard`, list.keyboard, bare.keyboard),
        {
          name: `Rows in the page while scrolling ${name}`,
          value: list.most,
          unit: 'rows',
          goal: 300,
          better: 'lower',
          yardstick: `a plain list has all of its ${drafts.toLocaleString('en-GB')}`,
          baseline: 'independent',
        },
        toRow('Scroll the answers of 50 journals and 30 funders by wheel', answers.wheel, bare.wheel),
        toRow(
          'Scroll the answers of 50 journals and 30 funders by keyboard',
          answers.keyboard,
          bare.keyboard,
        ),
      ];
    } finally {
      await colophon.end();
    }
  });
}

function toRow(name: string, own: Scroll, bare: Scroll): BenchRow {
  return {
    name: `${name}: longest time between two pictures`,
    value: own.longest,
    unit: 'ms',
    goal: 50,
    better: 'lower',
    yardstick: `best of ${rounds}, ${own.pictures} pictures, p95 ${own.p95.toFixed(1)} ms; a plain list of 1,000 rows on a page of its own has ${bare.longest.toFixed(1)} ms, p95 ${bare.p95.toFixed(1)} ms`,
    baseline: 'independent',
  };
}

interface Way {
  wheel: readonly (readonly [x: number, y: number])[];
  keys: readonly string[];
}

/** Scrolls down a long list. */
const down: Way = {
  wheel: Array.from({ length: 60 }, () => [0, 500] as const),
  keys: [...Array<string>(30).fill('PageDown'), ...Array<string>(60).fill('ArrowDown')],
};

/** Scrolls a grid down, right, and back. */
const about: Way = {
  wheel: [
    ...Array.from({ length: 16 }, () => [0, 120] as const),
    ...Array.from({ length: 24 }, () => [150, 0] as const),
    ...Array.from({ length: 16 }, () => [0, -120] as const),
    ...Array.from({ length: 24 }, () => [-150, 0] as const),
  ],
  keys: [...Array<string>(45).fill('ArrowDown'), ...Array<string>(29).fill('ArrowRight')],
};

async function scrollGrid(page: Page, item: string, way: Way) {
  const first = page.locator(`${item}[tabindex="0"]`).first();
  await first.waitFor();
  await first.hover();
  const most = { items: 0 };
  const wheel = await best(page, item, most, way.wheel, ([x, y]) => page.mouse.wheel(x, y));
  await page.locator(`${item}[tabindex="0"]`).first().focus();
  const keyboard = await best(page, item, most, way.keys, (key) => page.keyboard.press(key));
  return { wheel, keyboard, most: most.items };
}

async function scrollBarePage(browser: Browser) {
  const rows = Array.from({ length: 1_000 }, (_, n) => `<div class="row" tabindex="0">Row ${n}</div>`).join(
    '',
  );
  const page = await openBarePage(
    browser,
    `<style>.row { height: 32px; border-bottom: 1px solid silver; }</style>
     <div style="height: 700px; overflow: auto">${rows}</div>`,
  );
  const result = await scrollGrid(page, '.row', down);
  await page.close();
  return result;
}

/** Repeats the same steps, one per frame, and returns the frame times of the smoothest run. */
async function best<T>(
  page: Page,
  item: string,
  most: { items: number },
  steps: readonly T[],
  step: (one: T) => Promise<void>,
): Promise<Scroll> {
  const runs: Scroll[] = [];
  for (let round = 0; round < rounds; round++) {
    const frames = await framesOf(page, async () => {
      for (const one of steps) {
        await step(one);
        most.items = Math.max(most.items, await countAtNextPicture(page, item));
      }
    });
    runs.push({ longest: Math.max(...frames), p95: at(frames, 0.95), pictures: frames.length });
  }
  return runs.reduce((calmest, run) => (run.longest < calmest.longest ? run : calmest));
}

function countAtNextPicture(page: Page, item: string): Promise<number> {
  return page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => resolve(document.querySelectorAll(selector).length));
      }),
    item,
  );
}
