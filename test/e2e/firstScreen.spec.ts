import { expect, test } from '@playwright/test';
import { circularScripts, measureBundle } from '../helpers/bundle.ts';
import { article } from './articles.ts';
import { addDrafts, fullTest, startColophon, watchFaults } from './colophon.ts';
import { button, draftRow, field, goTo, named, t } from './screen.ts';

test('the list of drafts needs less than 350 kB of compressed scripts', () => {
  const { firstScreen, total, files } = measureBundle();
  expect(firstScreen, JSON.stringify(files, null, 1)).toBeLessThan(350_000);
  // The other screens are in separate files.
  expect(total).toBeGreaterThan(firstScreen);
});

test('no script of the window imports itself through others', () => {
  expect(circularScripts()).toEqual([]);
});

test('a window that opens asks for each answer once', async ({ page }) => {
  const colophon = await startColophon();
  try {
    const asked: string[] = [];
    page.on('request', (request) => {
      const [, name] = /\/call\/(.+)$/.exec(request.url()) ?? [];
      if (name !== undefined) asked.push(`${name} ${request.postData()}`);
    });
    await page.goto(colophon.address());
    await expect(page.locator('[data-region="list"]')).toBeVisible();
    await expect.poll(() => asked.some((call) => call.startsWith('journals.list '))).toBe(true);
    const first = asked.filter((call) =>
      /^(?:app\.(?:info|settings)|accounts\.list|drafts\.(?:list|facets)) /.test(call),
    );
    expect(first.length, first.join('\n')).toBe(6);
    expect(new Set(first).size, first.join('\n')).toBe(6);
  } finally {
    await colophon.end();
  }
});

test('a record whose address is entered while the window opens is shown', async ({ page }) => {
  const colophon = await startColophon();
  try {
    await page.goto(colophon.address());
    const [id] = await addDrafts(page, [article(1)]);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/call/app.settings', async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest('**/call/app.settings');
    await page.reload({ waitUntil: 'commit' });
    await asked;
    await goTo(page, `#/drafts/${id}`);
    release();
    await expect(field(page, 'title')).toBeVisible();
  } finally {
    await colophon.end();
  }
});

test('a screen whose file cannot be loaded says so, and is shown as soon as it can be', async ({ page }) => {
  const colophon = await startColophon();
  try {
    const faults = watchFaults(page);
    const settings = /\/assets\/Settings-[^/]*\.js$/;
    await page.route(settings, (route) => route.abort());
    await page.goto(colophon.address());
    await expect(page.locator('[data-region="list"]')).toBeVisible();
    await goTo(page, '#/settings');
    const message = page.getByRole('alert').filter({ hasText: t('frame.missing.message') });
    await expect(message).toContainText(t('frame.missing.fix'));
    await expect(page.locator('#main')).toBeFocused();

    const failed = page.waitForEvent('requestfailed', (request) => settings.test(request.url()));
    await button(page, 'common.tryAgain').click();
    await failed;
    await expect(message).toBeVisible();
    await page.unroute(settings);
    await button(page, 'common.tryAgain').click();
    await expect(page.locator('#settings-title')).toBeVisible();
    await expect(message).toBeHidden();
    expect(faults).toEqual([]);
  } finally {
    await colophon.end();
  }
});

fullTest(
  'a screen whose file is still being fetched is shown even if the list is filtered meanwhile',
  async ({ page }) => {
    const colophon = await startColophon();
    try {
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route(/\/assets\/Settings-[^/]*\.js$/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(colophon.address());
      await addDrafts(page, [article(1)]);
      await expect(draftRow(page, 'Sheet 1 ')).toBeVisible();
      await page.evaluate(() => {
        location.hash = '#/settings';
      });
      await named(page, 'searchbox', 'frame.searchIn.drafts').fill('moth');
      await expect(draftRow(page, 'Sheet 1 ')).toHaveCount(0);
      await expect(page).toHaveURL(/#\/settings$/);
      release();
      await expect(page.locator('#settings-title')).toBeVisible();
    } finally {
      await colophon.end();
    }
  },
);

fullTest(
  'the window uses the bundled typeface, with figures of equal width, and fetches only the letters it shows',
  async ({ page }) => {
    const colophon = await startColophon();
    try {
      const fetched: string[] = [];
      page.on('response', (response) => {
        if (response.url().endsWith('.woff2') && response.ok()) fetched.push(response.url());
      });
      await page.goto(colophon.address());
      await expect(page.locator('[data-region="list"]')).toBeVisible();
      await expect.poll(() => fetched.some((url) => url.includes('inter-latin-wght'))).toBe(true);
      await page.evaluate(() => document.fonts.ready);
      const measured = await page.locator('[data-region="list"]').evaluate((element) => {
        const widthOf = (text: string) => {
          const span = document.createElement('span');
          span.style.fontVariantNumeric = 'tabular-nums';
          span.textContent = text;
          document.body.firstElementChild?.firstElementChild?.append(span);
          const { width } = span.getBoundingClientRect();
          span.remove();
          return width;
        };
        return {
          family: getComputedStyle(element).fontFamily,
          narrow: widthOf('1111'),
          wide: widthOf('0000'),
        };
      });
      expect(measured.family).toMatch(/^"?Inter Variable"?,/);
      expect(measured.narrow).toBeGreaterThan(0);
      expect(measured.narrow).toBeCloseTo(measured.wide, 1);
      expect(fetched.filter((url) => /greek|cyrillic|vietnamese/.test(url))).toEqual([]);
    } finally {
      await colophon.end();
    }
  },
);
