import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { sendNow } from '../helpers/confirm.ts';
import { expectAccessible } from './accessible.ts';
import { article, cartography } from './articles.ts';
import { addDrafts, asker, call, fullTest, sandboxOf, test } from './colophon.ts';
import { draftRow, goTo, named, t } from './screen.ts';

test.use({ bypassCSP: true });

const figure = (page: Page, name: string) => named(page, 'region', `overview.figure.${name}`);
const button = (key: string) => ({ name: t(key), exact: true });

test('the overview shows how complete the records are, and leads to those that are not', async ({ page }) => {
  const sandbox = await sandboxOf(page);
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  await addDrafts(page, [
    article(1, { year: '2024', abstract: 'What was found.' }),
    article(2, { year: '2024', abstract: '' }),
    article(3, { year: '2023', abstract: '' }),
  ]);

  await test.step('the rail leads to it, and it is accessible', async () => {
    await page.getByRole('navigation').getByRole('link', button('overview.title')).click();
    await expect(page.getByRole('heading', { level: 1, name: t('overview.title') })).toBeVisible();
    await expect(figure(page, 'years').getByRole('option')).not.toHaveCount(0);
    await expectAccessible(page, 'Overview');
  });

  await test.step('a chart can be read as a table, with the same numbers', async () => {
    const coverage = figure(page, 'coverage');
    await page.getByRole('combobox', button('overview.year')).selectOption('2024');
    const spoken = coverage.getByRole('table', {
      name: t('overview.numbers', { title: t('overview.figure.coverage') }),
    });
    const share = new RegExp(`^${t('overview.coverage.abstract')} 50%$`);
    await expect(spoken.getByRole('row', { name: share })).toHaveCount(1);
    const words = coverage.locator('svg text');
    await expect(words.filter({ hasText: /^50%$/ })).not.toHaveCount(0);
    await expect(words.filter({ hasText: /^\d+$/ })).toHaveCount(0);
    await coverage.getByRole('button', button('overview.table')).click();
    const row = coverage.getByRole('row', { name: new RegExp(`^${t('overview.coverage.abstract')}`) });
    await expect(row.getByRole('cell')).toHaveText('50%');
    await row.getByRole('link').press('Enter');
    await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2);
    await expect(draftRow(page, 'Sheet 2')).toBeVisible();
  });

  await test.step('Enter on a bar opens the records behind it', async () => {
    await goTo(page, '#/overview');
    const bar = figure(page, 'years').getByRole('option', {
      name: `2023, ${t('overview.inColophon')}: 1`,
      exact: true,
    });
    await bar.focus();
    await bar.press('Enter');
    await expect(draftRow(page, 'Sheet 3')).toBeVisible();
    await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2);
  });

  await test.step('the articles at the directory are counted', async () => {
    await goTo(page, '#/overview');
    await page.getByRole('button', button('overview.count')).click();
    const journal = figure(page, 'journals').getByRole('row', { name: new RegExp(`^${cartography.title}`) });
    const stored = (await sandbox.articles()).filter(({ bibjson }) =>
      bibjson.identifier.some(({ id }) => id === cartography.pissn || id === cartography.eissn),
    );
    await expect(journal.getByRole('cell').first()).toHaveText(String(stored.length));
    await page.getByRole('button', button('overview.stop')).click();
    await expect(page.getByRole('button', button('overview.count'))).toBeEnabled();
  });

  await test.step('a figure is saved as a table and as a picture', async () => {
    expect((await saveYears(page, 'overview.saveCsv')).toString()).toContain(
      [t('overview.year'), t('overview.atDirectory'), t('overview.inColophon')].join(','),
    );
    const png = await saveYears(page, 'overview.savePng');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
  });
});

test('the axes end with the last year and have round numbers, and paper has the charts without empty months', async ({
  page,
}) => {
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.asked = 'yes';
    };
  });
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  const years = Array.from({ length: 12 }, (_, at) => String(2015 + at));
  const many = years.flatMap((year) => Array.from({ length: year === '2020' ? 13 : 1 }, () => year));
  await addDrafts(
    page,
    many.map((year, at) => article(at + 1, { year })),
  );
  await goTo(page, '#/overview');
  for (const width of [1280, 480]) {
    await page.setViewportSize({ width, height: 800 });
    const chart = figure(page, 'years').locator('svg[aria-label]');
    // It is drawn again when it has been measured.
    await expect.poll(async () => (await chart.boundingBox())?.width).toBeLessThan(width);
    const words = figure(page, 'years').locator('svg text');
    await expect(words.filter({ hasText: /^2026$/ })).toHaveCount(1);
    await expect(words.filter({ hasText: /^15$/ })).not.toHaveCount(0);
  }
  await sendNow(asker(page), {
    name: 'two',
    accountId: 'sandbox',
    selection: { ids: [1, 2] },
    includeUnchanged: false,
  });
  await goTo(page, '#/journals');
  await goTo(page, '#/overview');
  await expect(figure(page, 'sent').getByRole('option')).not.toHaveCount(0);
  await page.getByRole('button', button('overview.print')).click();
  await expect(page.locator('body')).toHaveAttribute('data-asked', 'yes');
  await page.emulateMedia({ media: 'print' });
  const report = page.locator('[data-report]');
  await expect(report.locator('svg[aria-label]')).toHaveCount(3);
  const sent = report.getByRole('table', { name: t('overview.figure.sent') });
  await expect(sent.getByRole('row')).toHaveCount(2);
});

fullTest('a saved chart has the colours of each theme', async ({ page }) => {
  await addDrafts(page, [article(1, { year: '2024' })]);
  await goTo(page, '#/overview');
  for (const theme of ['light', 'dark', 'high-contrast'] as const) {
    await call(page, 'app.changeSettings', { theme });
    await expect(page.locator(`[data-theme="${theme}"]`)).toBeVisible();
    const boxes = figure(page, 'years').locator('.fui-legend__rect');
    await expect(boxes).toHaveCount(2);
    const legends = await boxes.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    expect(new Set(legends).size).toBe(2);
    const ground = await figure(page, 'years').evaluate((card) => getComputedStyle(card).backgroundColor);
    const colors = await colorsOf(page, await saveYears(page, 'overview.savePng'));
    expect(colors[0], theme).toBe(ground);
    expect(colors, theme).toEqual(expect.arrayContaining(legends));
  }
});

fullTest('the numbers above the bars are left out where they would overlap', async ({ page }) => {
  const numbers = figure(page, 'years').locator('text[class*="barLabel"]');
  await addDrafts(page, [article(0, { year: '2000' })]);
  await goTo(page, '#/overview');
  await expect(numbers).not.toHaveCount(0);
  await addDrafts(
    page,
    Array.from({ length: 20 }, (_, at) => article(at + 1, { year: String(2001 + at) })),
  );
  await expect(figure(page, 'years').getByRole('option', { name: /^2020/ })).not.toHaveCount(0);
  await expect(numbers).toHaveCount(0);
});

/** Saves the figure of the years and returns the file. */
async function saveYears(page: Page, key: string): Promise<Buffer> {
  const title = t('overview.figure.years');
  await named(figure(page, 'years'), 'button', 'overview.saveFigure', { title }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', button(key)).click();
  return readFile(await (await download).path());
}

/** The colours of a picture, in the order in which they first occur. */
function colorsOf(page: Page, png: Buffer): Promise<string[]> {
  return page.evaluate(async (bytes) => {
    const blob = new Blob([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], { type: 'image/png' });
    const picture = await createImageBitmap(blob);
    const drawn = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
    drawn.drawImage(picture, 0, 0);
    const { data } = drawn.getImageData(0, 0, picture.width, picture.height);
    const found = new Set<string>();
    for (let at = 0; at < data.length; at += 4) found.add(`rgb(${data.slice(at, at + 3).join(', ')})`);
    return [...found];
  }, png.toString('base64'));
}
